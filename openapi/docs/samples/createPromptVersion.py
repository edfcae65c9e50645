from model_run_client import Client

with Client() as client:
    # Save the key first: a repeat with it saves nothing twice.
    saved = client.prompts.save(
        {
            "name": "invoice-summary",
            "text": "Summarise invoice {{number}} for {{audience}} in one sentence.",
            "labels": ["production"],
            "comment": "Name the reader.",
        },
        idempotency_key="invoice-summary-reader",
    )
    print(saved.version.version, saved.version.labels, saved.version.variable_names)
