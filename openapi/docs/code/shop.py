import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SHOP = "shop-2025-06"
CUSTOMERS = int(os.environ.get("CUSTOMERS", "5"))
# In units of 10^-9 dollars: what each customer has paid for.
BUDGET = 1_700_000
SCOPES = ["models:read", "models:run", "tools:read", "tools:run", "compute:read", "compute:run"]


def call(key, method, path, body=None, request_key=None, wait=0):
    """Sends a request until the service answers it. Returns a refusal as its problem."""
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json", "Prefer": f"wait={wait}"}
    if request_key is not None:
        headers["Idempotency-Key"] = request_key
    data = None if body is None else json.dumps(body).encode()
    until = time.monotonic() + 600
    while True:
        url = f"{os.environ['MODEL_RUN_BASE_URL']}/v1/developer/{path}"
        try:
            with urlopen(Request(url, data=data, headers=headers, method=method), timeout=60) as response:
                return json.load(response)
        except HTTPError as error:
            with error:
                if error.code not in (408, 429) and error.code < 500:
                    return json.load(error)
                failed = error
        except (OSError, HTTPException, ValueError) as error:
            # The service is away, or the answer was cut off.
            failed = error
        if time.monotonic() > until:
            raise failed
        time.sleep(0.5)


def check(answer):
    if "code" in answer and "status" in answer:
        raise RuntimeError(answer["detail"])
    return answer


def key_of(name):
    """The text of a key is shown once. If a crash loses it, this ends the key and makes the next one."""
    attempt = 1
    while not os.path.exists(f"{name}.key"):
        made = call(MANAGER, "POST", "keys", {"name": name, "scopes": SCOPES}, f"{name}:{attempt}")
        if made.get("code") == "conflict":
            check(call(MANAGER, "POST", f"keys/{made['keyId']}/revoke"))
        else:
            with open(os.open(f"{name}.new", os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as file:
                file.write(check(made)["secret"])
            # A whole file appears, or none.
            os.rename(f"{name}.new", f"{name}.key")
        attempt += 1
    with open(f"{name}.key") as file:
        return file.read()


def orders_of(number):
    """What a customer orders, one after the other. The budget covers all but the last."""
    attribution = {"endUserId": f"customer-{number}"}
    add = ("tool-runs", {"tool": "sandbox/add", "input": {"a": 1, "b": 2}, "attribution": attribution})
    messages = [{"role": "user", "content": "Summarise my invoices."}]
    question = {"model": "sandbox/echo", "messages": messages, "maxOutputTokens": 100, "attribution": attribution}
    source = "console.log(1 + 2)"
    report = {"environment": "javascript", "timeoutSeconds": 10, "source": source, "attribution": attribution}
    orders = [("model-runs", question), add, ("compute-jobs", report), add]
    return orders if number % 5 == 0 else orders[:2] + [add]


def buy(till, path, body, name):
    """Returns the completed run, or None if the budget refuses it."""
    for attempt in range(1, 10):
        run = call(till, "POST", path, body, f"{name}:{attempt}", wait=20)
        if run.get("code") == "end_user_budget_reached":
            return None
        while check(run)["state"] not in ("completed", "failed"):
            run = call(till, "GET", f"{path}/{run['id']}", wait=20)
        # A run that fails costs nothing, so the order is bought again, under the next key.
        if run["state"] == "completed":
            return run
    raise RuntimeError(f"{run['id']} failed, as those before it.")


def serve(number, till):
    """Returns how many orders were answered and refused."""
    customer = f"customer-{number}"
    made = {"endUserId": customer, "budgets": {"totalAmount": BUDGET}}
    check(call(MANAGER, "POST", "customers", made, f"{SHOP}:{customer}"))
    runs = [buy(till, path, body, f"{SHOP}:{customer}:{i}") for i, (path, body) in enumerate(orders_of(number))]
    answered = [run for run in runs if run is not None]
    spent = sum(run.get("chargedAmount", 0) for run in answered)
    [budget] = check(call(MANAGER, "GET", f"customers/{customer}"))["budgets"]
    if (budget["spentAmount"], budget["heldAmount"]) != (spent, 0):
        raise RuntimeError(f"{customer} spent something else.")
    print(f"{customer}: {Decimal(spent).scaleb(-9):f} USD")
    return len(answered), len(runs) - len(answered)


MANAGER = os.environ["MODEL_RUN_KEY"]
tills = [key_of(f"{SHOP}-till-{i}") for i in (1, 2, 3)]
with ThreadPoolExecutor(10) as threads:
    sold = list(threads.map(lambda i: serve(i + 1, tills[i % 3]), range(CUSTOMERS)))
print(f"{sum(each[0] for each in sold)} orders answered, {sum(each[1] for each in sold)} refused by a budget")
# => 11 orders answered, 5 refused by a budget
