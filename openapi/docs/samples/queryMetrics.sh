curl -sS --fail-with-body "$BASE_URL/v1/developer/observability/metrics/query" \
  -H "Authorization: Bearer $API_KEY" \
  -H 'Content-Type: application/json' \
  -d '{
    "measures": ["charged", "count", "tokens", "latency", "errorRate"],
    "dimensions": ["kind", "model"],
    "filters": [{ "dimension": "promptId", "values": ["invoice-summary"] }],
    "from": "2025-07-01T00:00:00.000Z",
    "to": "2025-07-04T00:00:00.000Z",
    "interval": "day"
  }'
