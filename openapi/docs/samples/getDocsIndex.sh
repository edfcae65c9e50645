# What a coding agent reads first: every guide with its address.
curl -sS --fail-with-body --compressed "$BASE_URL/llms.txt"
