import time

from model_run_client import Client

times: list[float] = []
with Client() as client:
    for i in range(20):
        began = time.perf_counter()
        client.model_runs.create_and_wait(
            {
                "model": "sandbox/echo",
                "messages": [{"role": "user", "content": f"Number {i}"}],
                "max_output_tokens": 100,
            }
        )
        times.append(1000 * (time.perf_counter() - began))
times.sort()
print(f"p50 {times[9]:.0f} ms, slowest {times[19]:.0f} ms")
# => p50 9 ms, slowest 34 ms
