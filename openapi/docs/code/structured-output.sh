call() { # path, then what curl is given
  curl -sS --fail-with-body "$MODEL_RUN_BASE_URL/v1/developer/$1" \
    -H "Authorization: Bearer $MODEL_RUN_KEY" -H 'Content-Type: application/json' "${@:2}"
}

call model-runs -H 'Idempotency-Key: invoice-42-facts' -H 'Prefer: wait=20' -d '{
  "model": "sandbox/echo",
  "messages": [{ "role": "user", "content": "Invoice 42: three chairs, 240 dollars in all." }],
  "maxOutputTokens": 1024,
  "response_format": {
    "type": "json_schema",
    "json_schema": {
      "name": "invoice",
      "strict": true,
      "schema": {
        "type": "object",
        "properties": {
          "number": { "type": "integer", "minimum": 42 },
          "paid": { "type": "boolean" }
        },
        "required": ["number", "paid"],
        "additionalProperties": false
      }
    }
  }
}' | jq -c 'select(.finishReason == "stop") | .text | fromjson' # => {"number":42,"paid":true}
