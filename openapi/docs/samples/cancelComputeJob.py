import os

from model_run_client import Client

with Client() as client:
    # Asks for the end, which may come a moment later, or as it would have come anyway.
    asked = client.compute_jobs.cancel(os.environ["COMPUTE_JOB_ID"])
    job = client.compute_jobs.wait(asked.id, deadline_seconds=60)
    print(job.state, job.result or (job.error and job.error.code))
