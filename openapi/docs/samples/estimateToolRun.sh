curl -sS --fail-with-body "$BASE_URL/v1/developer/tool-runs/estimate" \
  -H "Authorization: Bearer $API_KEY" \
  -H 'Content-Type: application/json' \
  -d '{ "tool": "sandbox/echo", "input": { "text": "Hello" } }'
