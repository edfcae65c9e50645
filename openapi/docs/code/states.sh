call() { # path, then what curl is given
  curl -sS --fail-with-body "$MODEL_RUN_BASE_URL/v1/developer/$1" \
    -H "Authorization: Bearer $MODEL_RUN_KEY" -H 'Content-Type: application/json' "${@:2}"
}

# Its provider has no room at first: the run is queued, and sent again a second later.
run=$(call model-runs -H 'Idempotency-Key: order-4714' -d '{
  "model": "sandbox/busy",
  "messages": [{ "role": "user", "content": "Hello" }],
  "maxOutputTokens": 100
}')
# Nothing but these two is an end, whatever states there will be.
until echo "$run" | jq -e '.state == "completed" or .state == "failed"' > /dev/null; do
  echo "$run" | jq -c '{ state, queue }' >&2
  run=$(call "model-runs/$(echo "$run" | jq -r .id)" -H 'Prefer: wait=20')
done
echo "$run" | jq -r .state # => completed
