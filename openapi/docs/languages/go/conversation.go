// A conversation with a function, in both turns, with the types and the client that the generator made.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"languages/modelruns"
)

func main() {
	client := must(modelruns.NewClientWithResponses(os.Getenv("MODEL_RUN_BASE_URL"), modelruns.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+os.Getenv("MODEL_RUN_KEY"))
			return nil
		})))
	var content modelruns.UserContent
	check(content.FromUserContent0("How warm is it in Lisbon?"))
	var question modelruns.Message
	check(question.FromUserMessage(modelruns.UserMessage{Content: content}))
	messages := []modelruns.Message{question}

	first := end(client, create(client, "ticket-4711-go:turn-1", messages))
	var answer modelruns.Message
	check(answer.FromAssistantMessage(*first.Message))
	messages = append(messages, answer)
	for _, call := range *first.Message.ToolCalls {
		var text modelruns.ToolResultContent
		check(text.FromToolResultContent0("21"))
		var result modelruns.Message
		check(result.FromToolMessage(modelruns.ToolMessage{ToolCallId: call.Id, Content: text}))
		messages = append(messages, result)
	}
	fmt.Println(*end(client, create(client, "ticket-4711-go:turn-2", messages)).Text)
}

// Save the key first: a repeat with it buys nothing twice.
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

// Any state but these two is pending, one that you do not know too.
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

func must[Value any](value Value, err error) Value {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
