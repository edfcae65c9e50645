call() { # path, then what curl is given
  curl -sS --fail-with-body "$MODEL_RUN_BASE_URL/v1/developer/$1" \
    -H "Authorization: Bearer $MODEL_RUN_KEY" -H 'Content-Type: application/json' "${@:2}"
}

# A picture of one dot, so that the program needs no other file. Read yours in its place.
echo R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs= | base64 -d > dot.gif

jq -n --arg picture "data:image/gif;base64,$(base64 < dot.gif | tr -d '\n')" '{
  model: "sandbox/echo", maxOutputTokens: 100,
  messages: [{
    role: "user",
    content: [
      { type: "text", text: "What is this?" },
      { type: "image_url", image_url: { url: $picture } }
    ]
  }]
}' | call model-runs -H 'Idempotency-Key: picture-1' -H 'Prefer: wait=20' -d @- | jq -r .text
