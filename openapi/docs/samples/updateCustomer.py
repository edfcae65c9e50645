from model_run_client import Client

with Client() as client:
    customer = client.customers.update("customer-204", {"state": "blocked"})
    print(customer.state)
