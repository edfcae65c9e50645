# --fail-with-body makes curl fail, and keeps the problem.
curl -sS --fail-with-body "$MODEL_RUN_BASE_URL/v1/developer/model-runs" \
  -H "Authorization: Bearer $MODEL_RUN_KEY" \
  -H 'Content-Type: application/json' \
  -H 'Idempotency-Key: order-4713' \
  -d '{"model":"sandbox/nobody","messages":[{"role":"user","content":"Hello"}],"maxOutputTokens":100}' \
  -o answer.json 2> /dev/null ||
  jq -r '"\(.status) \(.code) \(.errors[0].pointer)"' answer.json # => 422 unknown_model #/model
