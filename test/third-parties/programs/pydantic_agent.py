"""An agent of Pydantic AI, which records its work and its calls of models by itself."""

import os

from pydantic_ai import Agent, InstrumentationSettings
from pydantic_ai.capabilities import Instrumentation
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider
from sending import Sending

sending = Sending()
provider = OpenAIProvider(base_url=os.environ["CHAT_URL"], api_key="none")
agent = Agent(
    OpenAIChatModel("judge-model", provider=provider),
    name="geographer",
    instructions="Be short.",
    capabilities=[Instrumentation(InstrumentationSettings(tracer_provider=sending.provider))],
)
assert agent.run_sync("What is the capital of France?").output == "Paris."
sending.tell()
