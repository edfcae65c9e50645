curl -sS --fail-with-body "$BASE_URL/v1/developer/observability/spans?operation=chat&limit=20" \
  -H "Authorization: Bearer $API_KEY"
