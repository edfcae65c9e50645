curl -sS --fail-with-body "$BASE_URL/v1/developer/observability/limits" \
  -H "Authorization: Bearer $API_KEY"
