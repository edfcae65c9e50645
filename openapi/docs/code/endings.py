from model_run_client import Client

with Client() as client:
    for model in ("sandbox/echo", "sandbox/refused", "sandbox/unpriced"):
        run = client.model_runs.create_and_wait(
            {
                "model": model,
                "messages": [{"role": "user", "content": "Hello"}],
                "max_output_tokens": 100,
            }
        )
        print(model, run.state, run.error.code if run.error else "")
# => sandbox/echo completed
# => sandbox/refused failed provider_refused
# => sandbox/unpriced completed
