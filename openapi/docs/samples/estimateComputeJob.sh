curl -sS --fail-with-body "$BASE_URL/v1/developer/compute-jobs/estimate" \
  -H "Authorization: Bearer $API_KEY" \
  -H 'Content-Type: application/json' \
  --data-binary @- <<'EOF'
{ "environment": "javascript", "timeoutSeconds": 60, "source": "console.log('Hello')" }
EOF
