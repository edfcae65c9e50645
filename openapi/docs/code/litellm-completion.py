from typing import Any

import httpx
from litellm.main import completion
from model_run_client import Client
from model_run_client.openai import RunTransport
from openai import OpenAI

client = Client()
http_client: Any = httpx.Client(transport=RunTransport(client, conversation_key="ticket-4715-py"))
openai = OpenAI(base_url="http://model-run", api_key="in the client", max_retries=0, http_client=http_client)
answer: Any = completion(
    model="openai/sandbox/echo",
    messages=[{"role": "user", "content": "Hello, ledger!"}],
    max_tokens=200,
    client=openai,
)
print(answer.choices[0].message.content)  # => Hello, ledger!
client.close()
