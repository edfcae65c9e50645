curl -sS --fail-with-body "$BASE_URL/openapi.json" -o model-runs.json
