import os

from model_run_client import BatchedRequest, Client, format_money, is_failed
from model_run_client.models import ModelRun

BATCH = "summaries-2025-06"
COUNT = int(os.environ.get("COUNT", "1000"))
# In billionths of a dollar: two cents for all, and a hundredth of a cent for each at most.
BUDGET = int(os.environ.get("BUDGET", "20000000"))
MOST = 100_000

requests: list[BatchedRequest] = [
    {
        # The same after a crash: begun again, the batch finds what it has bought, and buys the rest.
        "idempotency_key": f"{BATCH}:{i}",
        "request": {
            "model": "sandbox/echo",
            "messages": [{"role": "user", "content": f"Summarise invoice {i} in one sentence."}],
            "max_output_tokens": 100,
            "max_reserved_amount": MOST,
            "metadata": {"batch": BATCH},
        },
    }
    for i in range(COUNT)
]
ended: list[ModelRun] = []
spent = 0
with Client() as client:
    account = client.account()
    while len(ended) < COUNT:
        # As many as a call takes, and as the budget bears if each costs the most that it can.
        fit = min(100, (BUDGET - spent) // MOST)
        if fit < 1:
            break
        for result in client.model_runs.create_many(requests[len(ended) : len(ended) + fit]):
            if result.run is None:
                raise result.error or RuntimeError("neither a run nor an error")
            run = client.model_runs.wait(result.run.id)
            spent += run.charged_amount or 0
            ended.append(run)
failed = sum(is_failed(run) for run in ended)
cost = format_money(spent, account)
print(f"{len(ended)} of {COUNT} runs, {failed} failed, {cost}")
# => 1000 of 1000 runs, 0 failed, 0.00865512 USD
