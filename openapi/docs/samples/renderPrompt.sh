curl -sS --fail-with-body "$BASE_URL/v1/developer/observability/prompts/invoice-summary/render" \
  -H "Authorization: Bearer $API_KEY" \
  -H 'Content-Type: application/json' \
  -d '{
    "label": "production",
    "variables": { "audience": "the accountant", "number": 42 }
  }'
