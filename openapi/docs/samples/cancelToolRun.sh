# Safe to repeat. Read the run until state is completed or failed.
curl -sS --fail-with-body -X POST "$BASE_URL/v1/developer/tool-runs/$TOOL_RUN_ID/cancel" \
  -H "Authorization: Bearer $API_KEY" \
  -H 'Prefer: wait=20'
