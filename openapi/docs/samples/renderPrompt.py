from model_run_client import Client

with Client() as client:
    rendered = client.prompts.render(
        "invoice-summary",
        {"label": "production", "variables": {"audience": "the accountant", "number": 42}},
    )
    print(rendered.messages, rendered.attribution)
