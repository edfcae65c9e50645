import asyncio
from typing import Any

import httpx
from model_run_client import AsyncClient
from model_run_client.openai import AsyncRunTransport
from openai import AsyncOpenAI
from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider


def get_weather(city: str) -> str:
    """The weather in a city at this moment."""
    return "21"


async def main() -> None:
    async with AsyncClient() as client:
        transport = AsyncRunTransport(client, max_output_tokens=200, conversation_key="ticket-4714-py")
        http_client: Any = httpx.AsyncClient(transport=transport)
        openai = AsyncOpenAI(
            base_url="http://model-run", api_key="in the client", max_retries=0, http_client=http_client
        )
        model = OpenAIChatModel("sandbox/tool-caller", provider=OpenAIProvider(openai_client=openai))
        result = await Agent(model, tools=[get_weather]).run("How warm is it in Lisbon?")
        print(result.output)  # => The tools answered: get_weather said 21


asyncio.run(main())
