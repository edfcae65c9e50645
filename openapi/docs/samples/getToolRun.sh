# Repeat until state is completed or failed.
curl -sS --fail-with-body "$BASE_URL/v1/developer/tool-runs/$TOOL_RUN_ID" \
  -H "Authorization: Bearer $API_KEY" \
  -H 'Prefer: wait=20'
