from pydantic import BaseModel, Field

from model_run_client import Client, Tool, ToolContext


class Place(BaseModel):
    city: str = Field(examples=["Lisbon"])


def get_weather(place: Place, context: ToolContext) -> object:
    return {"city": place.city, "celsius": 21}


weather = Tool("get_weather", "The weather in a city at this moment.", Place, get_weather)
with Client() as client:
    # Each turn is a run under a key of its own: begun again, the loop finds the runs that it has bought.
    conversation = client.converse(
        {
            "model": "sandbox/tool-caller",
            "messages": [{"role": "user", "content": "How warm is it in Lisbon?"}],
            "max_output_tokens": 1024,
        },
        tools=[weather],
        conversation_key="ticket-4711",
    )
    print(conversation.text)  # => The tools answered: get_weather said {"city":"Lisbon","celsius":21}
