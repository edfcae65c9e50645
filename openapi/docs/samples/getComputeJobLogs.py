import os

from model_run_client import Client

with Client() as client:
    # Follows what the code writes, until the job has ended.
    for part in client.compute_jobs.logs(os.environ["COMPUTE_JOB_ID"]):
        print(part.text, part.next)
