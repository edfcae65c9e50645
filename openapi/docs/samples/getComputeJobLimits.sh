curl -sS --fail-with-body "$BASE_URL/v1/developer/compute-jobs/limits" \
  -H "Authorization: Bearer $API_KEY"
