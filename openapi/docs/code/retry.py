from model_run_client import Client
from model_run_client.models import CreateModelRunDict

request: CreateModelRunDict = {
    "model": "sandbox/echo",
    "messages": [{"role": "user", "content": "Hello"}],
    "max_output_tokens": 100,
}
# The client repeats what is safe to repeat, with pauses, under the one key. So may you, at any later time.
KEY = "order-4712"
with Client() as client:
    first = client.model_runs.create_and_wait(request, idempotency_key=KEY)
    again = client.model_runs.create(request, idempotency_key=KEY)
    print(again.replayed, again.run.id == first.id)  # => True True
