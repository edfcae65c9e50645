call() { # path, then what curl is given
  curl -sS --fail-with-body "$MODEL_RUN_BASE_URL/v1/developer/$1" \
    -H "Authorization: Bearer $MODEL_RUN_KEY" -H 'Content-Type: application/json' "${@:2}"
}

for model in sandbox/echo sandbox/refused sandbox/unpriced; do
  jq -n --arg model "$model" '{
    $model, maxOutputTokens: 100, messages: [{ role: "user", content: "Hello" }]
  }' | call model-runs -H "Idempotency-Key: try-$RANDOM-$model" -H 'Prefer: wait=20' -d @- |
    jq -r '"\(.model) \(.state) \(.error.code // "")"'
done
# => sandbox/echo completed
# => sandbox/refused failed provider_refused
# => sandbox/unpriced completed
