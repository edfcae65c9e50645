// Parses what a later service may answer, with nothing but what the generator made.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"languages/modelruns"
)

func main() {
	var run modelruns.ModelRun
	var problem modelruns.Problem
	read(os.Args[2], &run)
	read(os.Args[3], &problem)
	fmt.Println(run.State, run.ReservedAmount, problem.Code, *problem.RequiredAmount)
}

func read(file string, into any) {
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		panic(err)
	}
}
