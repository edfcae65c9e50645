curl -sS --fail-with-body "$BASE_URL/client/model-run-client.tgz" -o model-run-client.tgz
