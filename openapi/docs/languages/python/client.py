from model_run_client import Client, FileRequestStore, expect_completed, format_money
from model_run_client.errors import InsufficientCreditError
from model_run_client.models import CreateModelRunDict

request: CreateModelRunDict = {
    "model": "sandbox/echo",
    "messages": [{"role": "user", "content": "Summarise invoice 42 in one sentence."}],
    "max_output_tokens": 1024,
}

with Client(store=FileRequestStore("requests")) as client:
    try:
        # The name is saved with a request key first: a program that was killed finds its run.
        run = expect_completed(client.model_runs.once("invoice-42", request))
    except InsufficientCreditError as error:
        raise SystemExit(error.detail) from None
    print(run.text)  # => Summarise invoice 42 in one sentence.
    if run.charged_amount is not None:
        print(format_money(run.charged_amount, run))  # => 0.000008663 USD
