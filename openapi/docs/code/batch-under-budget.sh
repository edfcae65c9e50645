call() { # path, then what curl is given
  curl -sS --fail-with-body "$MODEL_RUN_BASE_URL/v1/developer/$1" \
    -H "Authorization: Bearer $MODEL_RUN_KEY" -H 'Content-Type: application/json' "${@:2}"
}

batch=summaries-2025-06
count=${COUNT:-1000}
# In billionths of a dollar: two cents for all, and a hundredth of a cent for each at most.
budget=${BUDGET:-20000000}
most=100000

ended=0 failed=0 spent=0
while [ "$ended" -lt "$count" ]; do
  # As many as a call takes, and as the budget bears if each costs the most that it can.
  fit=$(((budget - spent) / most))
  fit=$((fit < 100 ? fit : 100))
  fit=$((fit < count - ended ? fit : count - ended))
  [ "$fit" -ge 1 ] || break
  # The keys are the same after a crash: begun again, the batch finds what it has bought, and buys the rest.
  ids=$(jq -n --arg batch "$batch" --argjson most "$most" \
    --argjson from "$ended" --argjson to $((ended + fit)) '{
    requests: [range($from; $to) | {
      idempotencyKey: "\($batch):\(.)",
      request: {
        model: "sandbox/echo", maxOutputTokens: 100, maxReservedAmount: $most,
        messages: [{ role: "user", content: "Summarise invoice \(.) in one sentence." }],
        metadata: { $batch }
      }
    }]
  }' | call model-runs/batch -d @- | jq -r '.results[] | .run.id // error(.problem.detail)')
  for id in $ids; do
    state=pending
    until [ "$state" = completed ] || [ "$state" = failed ]; do
      run=$(call "model-runs/$id" -H 'Prefer: wait=20')
      state=$(echo "$run" | jq -r .state)
    done
    charged=$(echo "$run" | jq '.chargedAmount // 0')
    spent=$((spent + charged)) ended=$((ended + 1))
    [ "$state" = completed ] || failed=$((failed + 1))
  done
done
printf '%s of %s runs, %s failed, 0.%09d USD\n' "$ended" "$count" "$failed" "$spent"
# => 1000 of 1000 runs, 0 failed, 0.008655120 USD
