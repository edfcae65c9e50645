import base64
from pathlib import Path

from model_run_client import Client

# A picture of one dot, so that the program needs no other file. Read yours in its place.
Path("dot.gif").write_bytes(base64.b64decode("R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs="))
picture = base64.b64encode(Path("dot.gif").read_bytes()).decode()

with Client() as client:
    run = client.model_runs.create_and_wait(
        {
            "model": "sandbox/echo",
            "messages": [
                {
                    "role": "user",
                    "content": [
                        {"type": "text", "text": "What is this?"},
                        {
                            "type": "image_url",
                            "image_url": {"url": f"data:image/gif;base64,{picture}"},
                        },
                    ],
                }
            ],
            "max_output_tokens": 100,
        },
        idempotency_key="picture-1",
    )
    print(run.text)
