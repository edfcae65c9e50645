# Save the key first: a repeat with it calls the tool no second time.
curl -sS --fail-with-body "$BASE_URL/v1/developer/tool-runs" \
  -H "Authorization: Bearer $API_KEY" \
  -H 'Content-Type: application/json' \
  -H 'Idempotency-Key: order-4711-echo' \
  -H 'Prefer: wait=20' \
  -d '{ "tool": "sandbox/echo", "input": { "text": "Hello" } }'
