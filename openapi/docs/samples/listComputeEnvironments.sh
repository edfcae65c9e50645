curl -sS --fail-with-body "$BASE_URL/v1/developer/compute-environments" \
  -H "Authorization: Bearer $API_KEY"
