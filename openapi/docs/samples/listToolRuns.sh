curl -sS --fail-with-body "$BASE_URL/v1/developer/tool-runs?state=completed&limit=20" \
  -H "Authorization: Bearer $API_KEY"
