# Safe to repeat. Read the job until state is completed or failed.
curl -sS --fail-with-body -X POST "$BASE_URL/v1/developer/compute-jobs/$COMPUTE_JOB_ID/cancel" \
  -H "Authorization: Bearer $API_KEY" \
  -H 'Prefer: wait=20'
