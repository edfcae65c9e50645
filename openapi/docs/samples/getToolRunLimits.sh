curl -sS --fail-with-body "$BASE_URL/v1/developer/tool-runs/limits" \
  -H "Authorization: Bearer $API_KEY"
