call() { # path, then what curl is given
  curl -sS --fail-with-body "$MODEL_RUN_BASE_URL/v1/developer/$1" \
    -H "Authorization: Bearer $MODEL_RUN_KEY" -H 'Content-Type: application/json' "${@:2}"
}

turn() { # its number, and the messages so far
  jq -n --argjson messages "$2" '{
    model: "sandbox/tool-caller", $messages, maxOutputTokens: 1024,
    tools: [{
      name: "get_weather", description: "The weather in a city at this moment.",
      parameters: {
        type: "object", required: ["city"],
        properties: { city: { type: "string", examples: ["Lisbon"] } }
      }
    }]
  }' | call model-runs -H "Idempotency-Key: ticket-4711:turn-$1" -H 'Prefer: wait=20' -d @-
}

messages='[{ "role": "user", "content": "How warm is it in Lisbon?" }]'
first=$(turn 1 "$messages")
# The message goes back as it came, and with it a result for each of its calls.
messages=$(echo "$first" | jq -c --argjson messages "$messages" '$messages + [.message] + [
  .message.tool_calls[] | {
    role: "tool", tool_call_id: .id,
    content: (.function.arguments | fromjson | { city, celsius: 21 } | tojson)
  }
]')
turn 2 "$messages" | jq -r .text # => The tools answered: get_weather said {"city":"Lisbon","celsius":21}
