curl -sS --fail-with-body "$BASE_URL/v1/developer/observability/prompts?limit=100" \
  -H "Authorization: Bearer $API_KEY"
