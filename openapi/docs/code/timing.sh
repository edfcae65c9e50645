for i in $(seq 20); do
  curl -sS --fail-with-body "$MODEL_RUN_BASE_URL/v1/developer/model-runs" \
    -H "Authorization: Bearer $MODEL_RUN_KEY" \
    -H 'Content-Type: application/json' \
    -H "Idempotency-Key: timing-$RANDOM-$i" \
    -H 'Prefer: wait=20' \
    -d '{"model":"sandbox/echo","messages":[{"role":"user","content":"Hello"}],"maxOutputTokens":100}' \
    -o /dev/null -w '%{time_total}\n'
done | sort -n | jq -rs '"p50 \(.[9] * 1000 | round) ms, slowest \(.[19] * 1000 | round) ms"'
# => p50 9 ms, slowest 34 ms
