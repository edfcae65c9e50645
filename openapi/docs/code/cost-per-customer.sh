call() { # path, then what curl is given
  curl -sS --fail-with-body "$MODEL_RUN_BASE_URL/v1/developer/$1" \
    -H "Authorization: Bearer $MODEL_RUN_KEY" -H 'Content-Type: application/json' "${@:2}"
}

jq -n '{
  measures: ["charged", "count"], dimensions: ["endUserId"],
  from: (now - 30 * 86400 | todate), to: (now + 86400 | todate)
}' | call observability/metrics/query -d @- | jq -r '
  .currency as $currency | .scale as $scale
  | def money: tostring | "0" * ($scale + 1 - length) + . | "\(.[:-$scale]).\(.[-$scale:]) \($currency)";
  .data | map(select(.count > 0)) | sort_by(-.charged)[]
  | "\(.group.endUserId // "nobody") \(.count) \(.charged | money)"'
# => customer-118 2 0.000007876 USD
# => customer-119 1 0.000003938 USD
