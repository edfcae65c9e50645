import os

from model_run_client import Client

with Client() as client:
    with client.compute_jobs.artifact(os.environ["COMPUTE_JOB_ID"], "result.json") as file:
        print(file.read().decode())
