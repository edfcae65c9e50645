// Parses what a later service may answer, and has a conversation, with nothing but what the generator made.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"

	"languages/modelruns"
)

func main() {
	if os.Args[1] == "parse" {
		parse(os.Args[2], os.Args[3])
	} else {
		converse(os.Args[2], os.Args[3])
	}
}

func parse(runFile, problemFile string) {
	var run modelruns.ModelRun
	var problem modelruns.Problem
	read(runFile, &run)
	read(problemFile, &problem)
	fmt.Println(run.State, run.ReservedAmount, problem.Code, *problem.RequiredAmount)
}

func converse(url, key string) {
	client := must(modelruns.NewClientWithResponses(url, modelruns.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+key)
			return nil
		})))
	var content modelruns.UserContent
	check(content.FromUserContent0("How warm is it in Lisbon?"))
	var question modelruns.Message
	check(question.FromUserMessage(modelruns.UserMessage{Content: content}))
	messages := []modelruns.Message{question}

	first := end(client, create(client, "go-1", messages))
	var answer modelruns.Message
	check(answer.FromAssistantMessage(*first.Message))
	messages = append(messages, answer)
	for _, call := range *first.Message.ToolCalls {
		var result modelruns.Message
		check(result.FromToolMessage(modelruns.ToolMessage{ToolCallId: call.Id, Content: "21"}))
		messages = append(messages, result)
	}
	fmt.Println(*end(client, create(client, "go-2", messages)).Text)
}

func create(client *modelruns.ClientWithResponses, key string, messages []modelruns.Message) modelruns.ModelRun {
	tools := []modelruns.ToolDefinition{{
		Name:        "get_weather",
		Description: "The weather in a city.",
		Parameters:  map[string]interface{}{"type": "object"},
	}}
	params := modelruns.CreateModelRunParams{IdempotencyKey: key}
	reply := must(client.CreateModelRunWithResponse(context.Background(), &params, modelruns.CreateModelRun{
		Model: "sandbox/tool-caller", Messages: messages, MaxOutputTokens: 100, Tools: &tools,
	}))
	if reply.JSON200 != nil {
		return *reply.JSON200
	}
	if reply.JSON202 == nil {
		panic(string(reply.Body))
	}
	return *reply.JSON202
}

func end(client *modelruns.ClientWithResponses, run modelruns.ModelRun) modelruns.ModelRun {
	for run.State != "completed" {
		if run.State == "failed" {
			panic(run.Error.Message)
		}
		time.Sleep(100 * time.Millisecond)
		reply := must(client.GetModelRunWithResponse(context.Background(), run.Id, nil))
		if reply.JSON200 == nil {
			panic(string(reply.Body))
		}
		run = *reply.JSON200
	}
	return run
}

func read(file string, into any) {
	check(json.Unmarshal(must(os.ReadFile(file)), into))
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
