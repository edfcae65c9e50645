# curl repeats after a lost connection, 408, 429 and 5xx, and keeps to Retry-After; the key is the same each time.
create() {
  curl -sS --fail-with-body --retry 6 --retry-connrefused --max-time 60 \
    "$MODEL_RUN_BASE_URL/v1/developer/model-runs" \
    -H "Authorization: Bearer $MODEL_RUN_KEY" \
    -H 'Content-Type: application/json' \
    -H 'Idempotency-Key: order-4712' \
    -H 'Prefer: wait=20' \
    -d '{"model":"sandbox/echo","messages":[{"role":"user","content":"Hello"}],"maxOutputTokens":100}'
}
first=$(create | jq -r .id)
again=$(create | jq -r .id)
[ "$first" = "$again" ] && echo 'one run' # => one run
