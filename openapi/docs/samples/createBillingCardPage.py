from model_run_client import Client

with Client() as client:
    page = client.billing.open_card_page()
    print(page.checkout_url)  # A person saves the card there.
