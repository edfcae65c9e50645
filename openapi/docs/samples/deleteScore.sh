curl -sS --fail-with-body -X DELETE "$BASE_URL/v1/developer/observability/scores/$SCORE_ID" \
  -H "Authorization: Bearer $API_KEY" \
  -w '%{http_code}\n'
