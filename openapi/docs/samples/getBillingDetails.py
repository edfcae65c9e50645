from model_run_client import Client

with Client() as client:
    details = client.billing.details()
    print(details.name, details.address, details.tax_ids)
