# Each run has a request key of its own. The same body sent again buys nothing twice.
curl -sS --fail-with-body "$BASE_URL/v1/developer/model-runs/batch" \
  -H "Authorization: Bearer $API_KEY" \
  -H 'Content-Type: application/json' \
  -d '{
    "requests": [
      {
        "idempotencyKey": "invoice-2025-0051-summary",
        "request": {
          "model": "sandbox/echo",
          "messages": [{ "role": "user", "content": "Summarise invoice 51 in one sentence." }],
          "maxOutputTokens": 1024
        }
      },
      {
        "idempotencyKey": "invoice-2025-0052-summary",
        "request": {
          "model": "sandbox/echo",
          "messages": [{ "role": "user", "content": "Summarise invoice 52 in one sentence." }],
          "maxOutputTokens": 1024
        }
      }
    ]
  }'
