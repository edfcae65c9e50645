curl -sS --fail-with-body -X PUT "$BASE_URL/v1/developer/observability/prompts/invoice-summary/labels/production" \
  -H "Authorization: Bearer $API_KEY" \
  -H 'Content-Type: application/json' \
  -d '{ "version": 7 }'
