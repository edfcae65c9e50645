from model_run_client import Client

with Client() as client:
    # Reads page after page, as far as the loop goes.
    for grant in client.customers.grants("customer-204"):
        print(grant.id, grant.note, grant.amount, grant.left_amount)
