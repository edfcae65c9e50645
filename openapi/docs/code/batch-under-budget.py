import json
import os
from decimal import Decimal
from urllib.request import Request, urlopen

BATCH = "summaries-2025-06"
COUNT = int(os.environ.get("COUNT", "1000"))
# In units of 10^-9 dollars: two cents for all, and a hundredth of a cent for each at most.
BUDGET = int(os.environ.get("BUDGET", "20000000"))
MOST = 100_000


def call(path, body=None, **headers):
    """Sends a request; underscores in the names of headers stand for hyphens."""
    request = Request(
        f"{os.environ['MODEL_RUN_BASE_URL']}/v1/developer/{path}",
        data=None if body is None else json.dumps(body).encode(),
        headers={
            "Authorization": f"Bearer {os.environ['MODEL_RUN_KEY']}",
            "Content-Type": "application/json",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        },
    )
    with urlopen(request, timeout=60) as response:
        return json.load(response)


requests = [
    {
        # The same after a crash: begun again, the batch finds what it has bought, and buys the rest.
        "idempotencyKey": f"{BATCH}:{i}",
        "request": {
            "model": "sandbox/echo",
            "messages": [{"role": "user", "content": f"Summarise invoice {i} in one sentence."}],
            "maxOutputTokens": 100,
            "maxReservedAmount": MOST,
            "metadata": {"batch": BATCH},
        },
    }
    for i in range(COUNT)
]
ended = []
spent = 0
while len(ended) < COUNT:
    # As many as a call takes, and as the budget bears if each costs the most that it can.
    fit = min(100, (BUDGET - spent) // MOST)
    if fit < 1:
        break
    some = requests[len(ended) : len(ended) + fit]
    for result in call("model-runs/batch", {"requests": some})["results"]:
        if "problem" in result:
            raise RuntimeError(result["problem"]["detail"])
        run = result["run"]
        while run["state"] not in ("completed", "failed"):
            run = call(f"model-runs/{run['id']}", Prefer="wait=20")
        spent += run.get("chargedAmount", 0)
        ended.append(run)
failed = sum(run["state"] == "failed" for run in ended)
print(f"{len(ended)} of {COUNT} runs, {failed} failed, {Decimal(spent).scaleb(-9).normalize()} USD")
# => 1000 of 1000 runs, 0 failed, 0.00865512 USD
