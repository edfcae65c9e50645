from typing import Any

import httpx
from model_run_client import Client
from model_run_client.openai import RunTransport, cause_of
from openai import BadRequestError, OpenAI

client = Client()
http_client: Any = httpx.Client(transport=RunTransport(client))
openai = OpenAI(base_url="http://model-run", api_key="in the client", max_retries=0, http_client=http_client)

try:
    openai.chat.completions.create(
        model="sandbox/refused", messages=[{"role": "user", "content": "Hello"}], max_completion_tokens=50
    )
except BadRequestError as error:
    cause = cause_of(error)
    if cause and cause.problem and cause.problem.code == "insufficient_credit":
        print(cause.problem.required_amount)
    if cause and cause.model_run and cause.model_run.error:
        print(cause.model_run.state, cause.model_run.error.code)  # => failed provider_refused
client.close()
