from model_run_client import Client

with Client() as client:
    score = client.scores.create(
        {"name": "solved", "value": True, "source": "human", "session_id": "chat-7731"},
        idempotency_key="judge-0042-helpfulness",
    )
    print(score.id, score.data_type, score.value)
