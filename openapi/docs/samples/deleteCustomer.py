from model_run_client import Client

with Client() as client:
    # Repeat it while runs are open: they are erased after they have ended.
    erased = client.customers.erase("customer-204")
    print(f"{erased.erased_runs} runs erased, {erased.open_runs} open")
