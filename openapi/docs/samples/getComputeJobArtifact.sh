curl -sS --fail-with-body -o result.json \
  "$BASE_URL/v1/developer/compute-jobs/$COMPUTE_JOB_ID/artifacts/result.json" \
  -H "Authorization: Bearer $API_KEY"
