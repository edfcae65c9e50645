curl -sS --fail-with-body --compressed "$BASE_URL/docs" -o docs.html
