curl -sS --fail-with-body "$BASE_URL/v1/developer/compute-jobs?state=completed" \
  -H "Authorization: Bearer $API_KEY"
