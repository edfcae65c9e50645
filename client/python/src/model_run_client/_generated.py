# Generated from the contract by scripts/python-client.ts. Never edit it.

VERSION = "1.0.0"

SNAKE_NAMES = frozenset(
    {
        "cache_control",
        "file_data",
        "image_url",
        "input_audio",
        "json_schema",
        "parallel_tool_calls",
        "reasoning_details",
        "response_format",
        "tool_call_id",
        "tool_calls",
        "tool_choice",
        "top_p",
    }
)
