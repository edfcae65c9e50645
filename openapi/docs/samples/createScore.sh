curl -sS --fail-with-body "$BASE_URL/v1/developer/observability/scores" \
  -H "Authorization: Bearer $API_KEY" \
  -H 'Content-Type: application/json' \
  -H 'Idempotency-Key: chat-7731-solved' \
  -d '{ "name": "solved", "value": true, "source": "human", "sessionId": "chat-7731" }'
