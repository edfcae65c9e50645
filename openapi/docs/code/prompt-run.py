from model_run_client import Client

with Client() as client:
    created = client.model_runs.create_from_prompt(
        "invoice-summary",
        {"model": "sandbox/echo", "messages": [], "max_output_tokens": 200},
        {"audience": "the accountant", "number": 42},
        idempotency_key="invoice-42-summary",
    )
    run = client.model_runs.wait(created.run.id)
    print(run.attribution and run.attribution.prompt_version, run.text)
# => 1 Summarise invoice 42 for the accountant in one sentence.
