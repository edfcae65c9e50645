// Parses what a later service may answer, and has a conversation, with types of one struct for all roles and net/http.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"languages/modelruns"
)

func main() {
	if os.Args[1] == "parse" {
		run := must(modelruns.UnmarshalModelRun(must(os.ReadFile(os.Args[2]))))
		problem := must(modelruns.UnmarshalProblem(must(os.ReadFile(os.Args[3]))))
		fmt.Println(run.State, run.ReservedAmount, problem.Code, *problem.RequiredAmount)
	} else {
		converse(service{url: os.Args[2], key: os.Args[3]})
	}
}

func converse(service service) {
	question, degrees := "How warm is it in Lisbon?", "21"
	messages := []modelruns.MessageElement{{Role: modelruns.User, Content: text(&question)}}

	first := service.end(service.create("go-quicktype-1", messages))
	var answer modelruns.MessageElement
	check(json.Unmarshal(must(json.Marshal(first.Message)), &answer))
	messages = append(messages, answer)
	for _, call := range answer.ToolCalls {
		messages = append(messages, modelruns.MessageElement{
			Role: modelruns.Tool, ToolCallID: &call.ID, Content: text(&degrees),
		})
	}
	fmt.Println(*service.end(service.create("go-quicktype-2", messages)).Text)
}

func text(content *string) *modelruns.Content {
	return &modelruns.Content{String: content}
}

type service struct{ url, key string }

func (s service) create(key string, messages []modelruns.MessageElement) modelruns.ModelRun {
	request := modelruns.CreateModelRun{
		Model: "sandbox/tool-caller", Messages: messages, MaxOutputTokens: 100,
		Tools: []modelruns.ToolElement{{
			Name:        "get_weather",
			Description: "The weather in a city.",
			Parameters:  map[string]interface{}{"type": "object"},
		}},
	}
	body := bytes.NewReader(must(request.Marshal()))
	return s.send("POST", "", body, http.Header{
		"Content-Type": {"application/json"}, "Idempotency-Key": {key},
	})
}

func (s service) end(run modelruns.ModelRun) modelruns.ModelRun {
	for run.State != "completed" {
		if run.State == "failed" {
			panic(run.Error.Message)
		}
		time.Sleep(100 * time.Millisecond)
		run = s.send("GET", "/"+run.ID, nil, http.Header{})
	}
	return run
}

func (s service) send(method, path string, body io.Reader, header http.Header) modelruns.ModelRun {
	request := must(http.NewRequest(method, s.url+"/v1/developer/model-runs"+path, body))
	request.Header = header
	request.Header.Set("Authorization", "Bearer "+s.key)
	response := must(http.DefaultClient.Do(request))
	defer response.Body.Close()
	text := must(io.ReadAll(response.Body))
	if response.StatusCode >= 300 {
		panic(string(text))
	}
	return must(modelruns.UnmarshalModelRun(text))
}

func must[Value any](value Value, err error) Value {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
