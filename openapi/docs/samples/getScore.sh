curl -sS --fail-with-body "$BASE_URL/v1/developer/observability/scores/$SCORE_ID" \
  -H "Authorization: Bearer $API_KEY"
