curl -sS --fail-with-body "$BASE_URL/v1/developer/observability/prompts/invoice-summary/diff?from=6&to=7" \
  -H "Authorization: Bearer $API_KEY"
