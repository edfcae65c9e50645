from model_run_client import Client

with Client() as client:
    # Save the key first: a repeat with it buys nothing twice.
    run = client.model_runs.create_and_wait(
        {
            "model": "sandbox/echo",
            "messages": [
                {"role": "system", "content": "Answer in one sentence."},
                {"role": "user", "content": "Summarise invoice 42 in one sentence."},
            ],
            "max_output_tokens": 1024,
        },
        idempotency_key="invoice-2025-0042-summary",
    )
    print(run.state, run.text, run.charged_amount)
