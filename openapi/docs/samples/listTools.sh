curl -sS --fail-with-body "$BASE_URL/v1/developer/tools?limit=100" \
  -H "Authorization: Bearer $API_KEY"
