# Where the section of a problem is; a browser goes there by itself.
curl -sS --fail-with-body "$BASE_URL/problems/insufficient_credit" \
  -o /dev/null -w '%{redirect_url}\n'
