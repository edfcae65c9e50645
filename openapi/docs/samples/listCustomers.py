from model_run_client import Client

with Client() as client:
    # Reads page after page, as far as the loop goes.
    for customer in client.customers.list(limit=20):
        print(customer.end_user_id, customer.name, customer.state)
