"""What a call costs beside the same exchange with bare httpx, in alternation, against the service."""

from __future__ import annotations

import json
import os
import statistics
import time
from typing import Any

import httpx
from model_run_client import Client

URL, KEY = os.environ["MODEL_RUN_BASE_URL"], os.environ["MODEL_RUN_KEY"]
ECHO: Any = {"model": "sandbox/echo", "messages": [{"role": "user", "content": "Hello"}], "max_output_tokens": 100}
ROUNDS = 300


def main() -> None:
    payload = httpx.get(f"{URL}/v1/developer/model-runs/limits", headers={"Authorization": f"Bearer {KEY}"}).content
    with Client(URL, KEY) as client:
        run = client.model_runs.create_and_wait(ECHO)
        path = f"/v1/developer/model-runs/{run.id}"
        payload = client.request("GET", path).content

        # Without a network: what both make of the same bytes, on one processor.
        transport = httpx.MockTransport(lambda _: httpx.Response(200, content=payload))
        with (
            httpx.Client(transport=transport) as bare,
            Client(URL, KEY, http_client=httpx.Client(transport=transport)) as ours,
        ):
            headers = {"Authorization": f"Bearer {KEY}"}
            url = f"{URL}{path}"
            both = {
                "bare httpx, JSON read": lambda: json.loads(bare.get(url, headers=headers).content),
                "the client": lambda: ours.model_runs.get(run.id),
            }
            times: dict[str, list[float]] = {name: [] for name in both}
            for _ in range(ROUNDS):
                for name, call in both.items():
                    began = time.process_time()
                    call()
                    times[name].append((time.process_time() - began) * 1_000)
            for name, each in times.items():
                print(f"{name}: {statistics.median(each):.3f} ms of processor time")


main()
