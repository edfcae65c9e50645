# Save the key first: a repeat with it starts no second job.
curl -sS --fail-with-body "$BASE_URL/v1/developer/compute-jobs" \
  -H "Authorization: Bearer $API_KEY" \
  -H 'Content-Type: application/json' \
  -H 'Idempotency-Key: report-2025-07' \
  -H 'Prefer: wait=20' \
  --data-binary @- <<'EOF'
{ "environment": "javascript", "timeoutSeconds": 60, "source": "console.log('Hello')" }
EOF
