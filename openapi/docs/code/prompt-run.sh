call() { # path, then what curl is given
  curl -sS --fail-with-body "$MODEL_RUN_BASE_URL/v1/developer/$1" \
    -H "Authorization: Bearer $MODEL_RUN_KEY" -H 'Content-Type: application/json' "${@:2}"
}

key=invoice-42-summary
# A key that is known gives its run, whatever the label is on by now.
id=$(call "model-runs?idempotencyKey=$key" | jq -r '.data[0].id // empty')
if [ -z "$id" ]; then
  id=$(call observability/prompts/invoice-summary/render \
    -d '{ "variables": { "audience": "the accountant", "number": 42 } }' |
    jq '{ model: "sandbox/echo", messages, attribution, maxOutputTokens: 200 }' |
    call model-runs -H "Idempotency-Key: $key" -d @- | jq -r .id)
fi
call "model-runs/$id" -H 'Prefer: wait=20' | jq -r '"\(.attribution.promptVersion) \(.text)"'
# => 1 Summarise invoice 42 for the accountant in one sentence.
