import json
from typing import Any

import httpx
from model_run_client import Client
from model_run_client.openai import RunTransport
from openai import OpenAI

client = Client()
# Version 3 of the openai package has types only for httpx2, and takes a client of httpx as well.
http_client: Any = httpx.Client(transport=RunTransport(client, conversation_key="ticket-4711-py"))
openai = OpenAI(base_url="http://model-run", api_key="in the client", max_retries=0, http_client=http_client)

messages: list[Any] = [{"role": "user", "content": "How warm is it in Lisbon?"}]
parameters = {"type": "object", "properties": {"city": {"type": "string", "examples": ["Lisbon"]}}}
description = "The weather in a city at this moment."
tools: list[Any] = [
    {"type": "function", "function": {"name": "get_weather", "description": description, "parameters": parameters}}
]
while True:
    answer = openai.chat.completions.create(
        model="sandbox/tool-caller", messages=messages, tools=tools, max_completion_tokens=200
    )
    message = answer.choices[0].message
    messages.append(message)
    if not message.tool_calls:
        break
    for call in message.tool_calls:
        if call.type == "function":
            weather = {**json.loads(call.function.arguments), "celsius": 21}
            messages.append({"role": "tool", "tool_call_id": call.id, "content": json.dumps(weather)})
print(message.content)
# => The tools answered: get_weather said {"city": "Lisbon", "celsius": 21}
client.close()
