from model_run_client import Client

with Client() as client:
    client.model_runs.create_and_wait(
        {
            "model": "sandbox/echo",
            "messages": [{"role": "user", "content": "Hello"}],
            "max_output_tokens": 100,
            "metadata": {"team": "billing", "job": "month-end"},
            "attribution": {"session_id": "chat-7731", "end_user_id": "customer-118"},
        },
        idempotency_key="month-end-2025-06",
    )
    for run in client.model_runs.list(metadata={"team": "billing", "job": "month-end"}):
        user = run.attribution.end_user_id if run.attribution else None
        print(run.idempotency_key, user)  # => month-end-2025-06 customer-118
