curl -sS --fail-with-body -o runs.parquet \
  "$MODEL_RUN_BASE_URL/v1/developer/observability/export?dataset=runs&format=parquet&from=2025-07-01T00:00:00Z&to=2025-08-01T00:00:00Z" \
  -H "Authorization: Bearer $MODEL_RUN_KEY"
