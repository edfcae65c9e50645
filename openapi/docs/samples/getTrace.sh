curl -sS --fail-with-body "$BASE_URL/v1/developer/observability/traces/$TRACE_ID" \
  -H "Authorization: Bearer $API_KEY"
