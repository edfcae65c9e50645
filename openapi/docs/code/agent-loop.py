from model_run_client import Client

# Save the key, the messages and the tools first: a repeat has to send the same.
CONVERSATION_KEY = "order-4711-agent"

with Client() as client:
    conversation = client.converse(
        {
            "model": "sandbox/tool-caller",
            "messages": [{"role": "user", "content": "Say hello."}],
            "max_output_tokens": 1024,
        },
        tools=[client.tools.get("sandbox/echo")],
        conversation_key=CONVERSATION_KEY,
        max_turns=8,
    )
    print(conversation.text, len(conversation.runs), len(conversation.tool_runs))
