from model_run_client import Client

with Client() as client:
    estimate = client.compute_jobs.estimate(
        {"environment": "javascript", "timeout_seconds": 60, "source": "console.log('Hello')"}
    )
    print(f"holds {estimate.reserved_amount}, covered: {estimate.covered}")
