import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from model_run_client import Client, RetryOptions, format_money, is_completed
from model_run_client.errors import ConflictError, EndUserBudgetReachedError
from model_run_client.models import CreateApiKeyDict

SHOP = "shop-2025-06"
CUSTOMERS = int(os.environ.get("CUSTOMERS", "5"))
# In billionths of a dollar: what each customer has paid for.
BUDGET = 1_700_000
# The same whenever the shop starts: a request that is sent again has the same body.
PACKAGES_EXPIRE = "2099-01-01T00:00:00Z"
# The service may be away for minutes.
PATIENCE: RetryOptions = {"total_seconds": 600, "max_delay_seconds": 2}


def client_of(key: str | None = None) -> Client:
    return Client(api_key=key, max_retries=1_000, retry=PATIENCE)


def key_of(name: str) -> str:
    """The text of a key is shown once. If a crash loses it, this ends the key and makes the next one."""
    file = Path(f"{name}.key")
    attempt = 1
    while not file.exists():
        key: CreateApiKeyDict = {
            "name": name,
            "scopes": ["models:read", "models:run", "tools:read", "tools:run", "compute:read", "compute:run"],
        }
        try:
            made = manager.keys.create(key, idempotency_key=f"{name}:{attempt}")
        except ConflictError as error:
            if error.problem is None or error.problem.key_id is None:
                raise
            manager.keys.revoke(error.problem.key_id)
        else:
            draft = Path(f"{name}.new")
            draft.touch(0o600)
            draft.write_text(made.secret)
            # A whole file appears, or none.
            draft.rename(file)
        attempt += 1
    return file.read_text()


def orders_of(number: int, till: Client) -> list[Callable[[str], Any]]:
    """What a customer orders, one after the other. What it has paid for covers all but the last."""
    attribution: Any = {"end_user_id": f"customer-{number}"}
    add: Any = {"tool": "sandbox/add", "input": {"a": 1, "b": 2}, "attribution": attribution}
    messages: Any = [{"role": "user", "content": "Summarise my invoices."}]
    ask: Any = {"model": "sandbox/echo", "messages": messages, "max_output_tokens": 100, "attribution": attribution}
    report: Any = {"environment": "javascript", "timeout_seconds": 10, "source": "console.log(1 + 2)"}
    report["attribution"] = attribution
    orders: list[Callable[[str], Any]] = [
        lambda key: till.model_runs.create_and_wait(ask, idempotency_key=key),
        lambda key: till.tool_runs.create_and_wait(add, idempotency_key=key),
        lambda key: till.compute_jobs.create_and_wait(report, idempotency_key=key),
        lambda key: till.tool_runs.create_and_wait(add, idempotency_key=key),
    ]
    return orders if number % 5 == 0 else [*orders[:2], orders[3]]


def bought(buy: Callable[[str], Any], name: str) -> Any:
    """Returns the completed run, or None if it is refused."""
    for attempt in range(1, 10):
        try:
            run = buy(f"{name}:{attempt}")
        except EndUserBudgetReachedError:
            return None
        # A run that fails costs nothing, so the order is bought again, under the next key.
        if is_completed(run):
            return run
    raise RuntimeError(f"{name} failed nine times.")


def admit(number: int, customer: str) -> None:
    """Every second customer has bought a package, which expires; the others have a budget."""
    is_prepaid = number % 2 == 0
    made: Any = {"end_user_id": customer}
    made |= {"has_balance": True} if is_prepaid else {"budgets": {"total_amount": BUDGET}}
    manager.customers.create(made, idempotency_key=f"{SHOP}:{customer}")
    if is_prepaid:
        package: Any = {"amount": BUDGET, "note": "Package", "expires_at": PACKAGES_EXPIRE}
        manager.customers.grant(customer, package, idempotency_key=f"{SHOP}:{customer}:package")


def serve(number: int) -> tuple[int, int, str]:
    """Returns how many orders were answered and refused, and a line about the customer."""
    customer = f"customer-{number}"
    admit(number, customer)
    orders = orders_of(number, tills[number % 3])
    runs = [bought(buy, f"{SHOP}:{customer}:{i}") for i, buy in enumerate(orders)]
    answered = [run for run in runs if run is not None]
    spent = sum(run.charged_amount or 0 for run in answered)
    shown = manager.customers.get(customer)
    used = shown.balance or shown.budgets[0]
    if (used.spent_amount, used.held_amount) != (spent, 0):
        raise RuntimeError(f"{customer} spent something else.")
    return len(answered), len(runs) - len(answered), f"{customer}: {format_money(spent, shown)}"


manager = client_of()
tills = [client_of(key_of(f"{SHOP}-till-{number}")) for number in (1, 2, 3)]
with ThreadPoolExecutor(10) as threads:
    sold = list(threads.map(serve, range(1, CUSTOMERS + 1)))
for each in sold:
    print(each[2])
print(f"{sum(each[0] for each in sold)} orders answered, {sum(each[1] for each in sold)} refused")
# => 11 orders answered, 5 refused
for client in (manager, *tills):
    client.close()
