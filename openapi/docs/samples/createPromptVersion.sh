# Save the key first: a repeat with it saves nothing twice.
curl -sS --fail-with-body "$BASE_URL/v1/developer/observability/prompts" \
  -H "Authorization: Bearer $API_KEY" \
  -H 'Content-Type: application/json' \
  -H 'Idempotency-Key: invoice-summary-reader' \
  -d '{
    "name": "invoice-summary",
    "text": "Summarise invoice {{number}} for {{audience}} in one sentence.",
    "labels": ["production"],
    "comment": "Name the reader."
  }'
