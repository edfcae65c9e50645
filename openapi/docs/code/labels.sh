call() { # path, then what curl is given
  curl -sS --fail-with-body "$MODEL_RUN_BASE_URL/v1/developer/$1" \
    -H "Authorization: Bearer $MODEL_RUN_KEY" -H 'Content-Type: application/json' "${@:2}"
}

call model-runs -H 'Idempotency-Key: month-end-2025-06' -H 'Prefer: wait=20' -o /dev/null -d '{
  "model": "sandbox/echo",
  "messages": [{ "role": "user", "content": "Hello" }],
  "maxOutputTokens": 100,
  "metadata": { "team": "billing", "job": "month-end" },
  "attribution": { "sessionId": "chat-7731", "endUserId": "customer-118" }
}'
call 'model-runs?metadata=team:billing&metadata=job:month-end' |
  jq -r '.data[] | "\(.idempotencyKey) \(.attribution.endUserId)"' # => month-end-2025-06 customer-118
