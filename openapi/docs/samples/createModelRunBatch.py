from model_run_client import Client

with Client() as client:
    results = client.model_runs.create_many(
        [
            {
                # Keys of your own are the same after a crash.
                "idempotency_key": f"invoice-2025-00{invoice}-summary",
                "request": {
                    "model": "sandbox/echo",
                    "messages": [
                        {"role": "user", "content": f"Summarise invoice {invoice} in one sentence."}
                    ],
                    "max_output_tokens": 1024,
                },
            }
            for invoice in ("51", "52")
        ]
    )
    for result in results:
        print(result.request_key, result.run.id if result.run else result.error)
