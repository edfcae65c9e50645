from model_run_client import Client

with Client() as client:
    estimate = client.model_runs.estimate(
        {
            "model": "sandbox/echo",
            "messages": [
                {"role": "system", "content": "Answer in one sentence."},
                {"role": "user", "content": "Summarise invoice 42 in one sentence."},
            ],
            "max_output_tokens": 1024,
        }
    )
    print(f"holds {estimate.reserved_amount}, covered: {estimate.covered}")
