# Save the key first: a repeat with it buys nothing twice.
curl -sS --fail-with-body "$BASE_URL/v1/developer/model-runs" \
  -H "Authorization: Bearer $API_KEY" \
  -H 'Content-Type: application/json' \
  -H 'Idempotency-Key: invoice-2025-0042-summary' \
  -H 'Prefer: wait=20' \
  -d '{
    "model": "sandbox/echo",
    "messages": [
      { "role": "system", "content": "Answer in one sentence." },
      { "role": "user", "content": "Summarise invoice 42 in one sentence." }
    ],
    "maxOutputTokens": 1024
  }'
