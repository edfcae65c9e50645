curl -sS --fail-with-body "$BASE_URL/v1/developer/observability/prompts/invoice-summary?label=production" \
  -H "Authorization: Bearer $API_KEY"
