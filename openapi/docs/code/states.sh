call() { # path, then what curl is given
  curl -sS --fail-with-body "$BASE_URL/v1/developer/$1" \
    -H "Authorization: Bearer $API_KEY" -H 'Content-Type: application/json' "${@:2}"
}

# Its provider has no room at first: the run is queued, and sent again a second later.
run=$(call model-runs -H 'Idempotency-Key: order-4714' -d '{
  "model": "sandbox/busy",
  "messages": [{ "role": "user", "content": "Hello" }],
  "maxOutputTokens": 100
}')
# Nothing but these two is an end, whatever states there will be.
until jq -e '.state == "completed" or .state == "failed"' <<< "$run" > /dev/null; do
  jq -c '{ state, queue }' <<< "$run" >&2
  run=$(call "model-runs/$(jq -r .id <<< "$run")" -H 'Prefer: wait=20')
done
jq -r .state <<< "$run" # => completed
