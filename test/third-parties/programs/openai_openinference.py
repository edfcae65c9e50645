"""The official OpenAI package under OpenInference."""

import os

from openai import OpenAI
from openinference.instrumentation.openai import OpenAIInstrumentor
from sending import Sending, chat

sending = Sending()
OpenAIInstrumentor().instrument(tracer_provider=sending.provider)
chat(OpenAI(base_url=os.environ["CHAT_URL"], api_key="none"))
sending.tell()
