curl -sS --fail-with-body "$BASE_URL/livez"
