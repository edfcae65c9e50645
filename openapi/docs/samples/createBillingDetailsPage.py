from model_run_client import Client

with Client() as client:
    page = client.billing.open_details_page()
    print(page.billing_url)  # A person changes the details there.
