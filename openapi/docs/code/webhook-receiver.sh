# Signs a message as the service does, and sends it to a receiver: 204 where that believes it.
body='{"type":"run.completed","timestamp":"2025-07-01T09:30:02.417Z","data":{
  "id":"run_01k0a2v4xfe8t9m3c5h7j1q6wz","kind":"model_run","version":2,"state":"completed",
  "subject":"sandbox/echo","currency":"USD","scale":9,"reservedAmount":670320,"chargedAmount":9923}}'
id=msg_$RANDOM
now=$(date +%s)
key=$(printf %s "${WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \n')
signature=$(printf %s "$id.$now.$body" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
curl -sS -o /dev/null -w '%{http_code}\n' "http://127.0.0.1:${PORT:-4000}" \
  -H 'Content-Type: application/json' -H "webhook-id: $id" \
  -H "webhook-timestamp: $now" -H "webhook-signature: v1,$signature" -d "$body"
# => 204
