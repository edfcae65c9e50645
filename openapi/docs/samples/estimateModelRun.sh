curl -sS --fail-with-body "$BASE_URL/v1/developer/model-runs/estimate" \
  -H "Authorization: Bearer $API_KEY" \
  -H 'Content-Type: application/json' \
  -d '{
    "model": "sandbox/echo",
    "messages": [
      { "role": "system", "content": "Answer in one sentence." },
      { "role": "user", "content": "Summarise invoice 42 in one sentence." }
    ],
    "maxOutputTokens": 1024
  }'
