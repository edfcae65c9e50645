curl -sS --fail-with-body --compressed "$BASE_URL/docs/guides/money.md"
