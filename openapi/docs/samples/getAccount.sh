curl -sS --fail-with-body "$BASE_URL/v1/developer/account" \
  -H "Authorization: Bearer $API_KEY"
