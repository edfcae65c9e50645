NOW="$(date +%s)"
curl -sS --fail-with-body "$MODEL_RUN_BASE_URL/v1/developer/observability/otlp/v1/traces" \
  -H "Authorization: Bearer $MODEL_RUN_KEY" \
  -H "Content-Type: application/json" \
  -d @- <<EOF
{
  "resourceSpans": [{
    "resource": {
      "attributes": [{"key": "service.name", "value": {"stringValue": "support-agent"}}]
    },
    "scopeSpans": [{
      "spans": [{
        "traceId": "$TRACE_ID",
        "spanId": "00f067aa0ba902b7",
        "name": "answer a question",
        "startTimeUnixNano": "${NOW}000000000",
        "endTimeUnixNano": "${NOW}250000000"
      }]
    }]
  }]
}
EOF
