call() { # path, then what curl is given
  curl -sS --fail-with-body "$BASE_URL/v1/developer/$1" \
    -H "Authorization: Bearer $API_KEY" -H 'Content-Type: application/json' "${@:2}"
}
ended() { # what kind of run, and its request key; the body comes in
  local run
  run=$(call "$1" -H "Idempotency-Key: $2" -H 'Prefer: wait=20' -d @-)
  until jq -e '.state == "completed" or .state == "failed"' <<< "$run" > /dev/null; do
    run=$(call "$1/$(jq -r .id <<< "$run")" -H 'Prefer: wait=20')
  done
  echo "$run"
}

tool=$(call tools/sandbox%2Fecho)
# Save the messages first: a loop that is begun again has to send the same.
messages='[{ "role": "user", "content": "Say hello." }]'
for turn in 1 2 3 4 5 6 7 8; do
  run=$(jq -n --argjson messages "$messages" --argjson tool "$tool" '{
    model: "sandbox/tool-caller", $messages, maxOutputTokens: 1024,
    tools: [$tool | { name: .functionName, description, parameters: .inputSchema }]
  }' | ended model-runs "order-4711-agent:turn-$turn")
  if ! jq -e '.message.tool_calls' <<< "$run" > /dev/null; then
    jq -r '.text // .error.message' <<< "$run"
    break
  fi
  messages=$(jq -c --argjson messages "$messages" '$messages + [.message]' <<< "$run")
  while read -r wanted; do
    id=$(jq -r .id <<< "$wanted")
    # A run that failed is told to the model with its error, so that it can do better.
    content=$(jq -n --argjson run "$run" --argjson tool "$tool" --argjson wanted "$wanted" '{
      tool: $tool.id, version: $tool.version,
      input: ($wanted.function.arguments | fromjson),
      parent: { runId: $run.id, toolCallId: $wanted.id }
    }' | ended tool-runs "$(jq -r .id <<< "$run"):$id" |
      jq -r 'if .state == "failed" then { error, output } | tojson
        else [.output.content[].text] | add end')
    messages=$(jq -c --arg id "$id" --arg content "$content" \
      '. + [{ role: "tool", tool_call_id: $id, $content }]' <<< "$messages")
  done < <(jq -c '.message.tool_calls[]' <<< "$run")
done
