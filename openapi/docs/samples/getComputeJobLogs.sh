curl -sS --fail-with-body "$BASE_URL/v1/developer/compute-jobs/$COMPUTE_JOB_ID/logs?stream=stdout&after=0" \
  -H "Authorization: Bearer $API_KEY"
