call() { # path, then what curl is given
  curl -sS --fail-with-body "$MODEL_RUN_BASE_URL/v1/developer/$1" \
    -H "Authorization: Bearer $MODEL_RUN_KEY" -H 'Content-Type: application/json' "${@:2}"
}

ended() { # what kind of run, and its request key; the body comes in
  local run
  run=$(call "$1" -H "Idempotency-Key: $2" -H 'Prefer: wait=20' -d @-)
  until echo "$run" | jq -e '.state == "completed" or .state == "failed"' > /dev/null; do
    run=$(call "$1/$(echo "$run" | jq -r .id)" -H 'Prefer: wait=20')
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
  calls=$(echo "$run" | jq '.message.tool_calls // [] | length')
  if [ "$calls" -eq 0 ]; then
    echo "$run" | jq -r '.text // .error.message'
    break
  fi
  messages=$(echo "$run" | jq -c --argjson messages "$messages" '$messages + [.message]')
  for i in $(seq 0 $((calls - 1))); do
    wanted=$(echo "$run" | jq -c --argjson i "$i" '.message.tool_calls[$i]')
    key=$(echo "$run" | jq -r --argjson wanted "$wanted" '"\(.id):\($wanted.id)"')
    # A run that failed is told to the model with its error, so that it can do better.
    content=$(jq -n --argjson run "$run" --argjson tool "$tool" --argjson wanted "$wanted" '{
      tool: $tool.id, version: $tool.version,
      input: ($wanted.function.arguments | fromjson),
      parent: { runId: $run.id, toolCallId: $wanted.id }
    }' | ended tool-runs "$key" |
      jq -r 'if .state == "failed" then { error, output } | tojson
        else [.output.content[].text] | add end')
    messages=$(echo "$messages" | jq -c --argjson wanted "$wanted" --arg content "$content" \
      '. + [{ role: "tool", tool_call_id: $wanted.id, $content }]')
  done
done
