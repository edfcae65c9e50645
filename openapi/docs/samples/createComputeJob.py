from model_run_client import Client

with Client() as client:
    # Save the key first: a repeat with it starts no second job.
    job = client.compute_jobs.create_and_wait(
        {"environment": "javascript", "timeout_seconds": 60, "source": "console.log('Hello')"},
        idempotency_key="sum-2025-07",
    )
    print(job.state, job.result, job.exit_code, job.charged_amount)
