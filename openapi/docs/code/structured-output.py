import json

from model_run_client import Client, expect_completed
from model_run_client.models import ResponseFormatDict

INVOICE: ResponseFormatDict = {
    "type": "json_schema",
    "json_schema": {
        "name": "invoice",
        "strict": True,
        "schema_": {
            "type": "object",
            "properties": {
                "number": {"type": "integer", "minimum": 42},
                "paid": {"type": "boolean"},
            },
            "required": ["number", "paid"],
            "additionalProperties": False,
        },
    },
}

with Client() as client:
    run = expect_completed(
        client.model_runs.create_and_wait(
            {
                "model": "sandbox/echo",
                "messages": [
                    {"role": "user", "content": "Invoice 42: three chairs, 240 dollars in all."}
                ],
                "max_output_tokens": 1024,
                "response_format": INVOICE,
            },
            idempotency_key="invoice-42-facts",
        )
    )
if run.finish_reason != "stop":
    raise SystemExit(f"the answer ended with {run.finish_reason}")
invoice = json.loads(run.text or "")
print(invoice["number"], invoice["paid"])  # => 42 True
