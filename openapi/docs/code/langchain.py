from typing import Any

import httpx
from langchain_openai import ChatOpenAI
from model_run_client import Client
from model_run_client.openai import RunTransport
from pydantic import SecretStr

client = Client()
model = ChatOpenAI(
    model="sandbox/echo",
    max_completion_tokens=200,
    max_retries=0,
    base_url="http://model-run",
    api_key=SecretStr("in the client"),
    # For `ainvoke`, give an httpx.AsyncClient with an AsyncRunTransport as http_async_client.
    http_client=httpx.Client(transport=RunTransport(client, conversation_key="ticket-4713-py")),
)
answer: Any = model.invoke("Hello, ledger!")
print(answer.content)  # => Hello, ledger!
client.close()
