# Repeat until state is completed or failed.
curl -sS --fail-with-body "$BASE_URL/v1/developer/compute-jobs/$COMPUTE_JOB_ID" \
  -H "Authorization: Bearer $API_KEY" \
  -H 'Prefer: wait=20'
