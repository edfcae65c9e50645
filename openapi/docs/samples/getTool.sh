curl -sS --fail-with-body "$BASE_URL/v1/developer/tools/sandbox%2Fecho" \
  -H "Authorization: Bearer $API_KEY"
