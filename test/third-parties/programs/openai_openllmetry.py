"""The official OpenAI package under OpenLLMetry."""

import os

from openai import OpenAI
from opentelemetry.instrumentation.openai import OpenAIInstrumentor
from sending import Sending, chat

sending = Sending()
OpenAIInstrumentor().instrument(tracer_provider=sending.provider)
chat(OpenAI(base_url=os.environ["CHAT_URL"], api_key="none"))
sending.tell()
