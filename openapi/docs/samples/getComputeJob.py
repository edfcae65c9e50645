import os

from model_run_client import Client

with Client() as client:
    # Reads until the job is completed or failed, and creates nothing.
    job = client.compute_jobs.wait(os.environ["COMPUTE_JOB_ID"], deadline_seconds=60)
    print(job.state, job.result or job.error)
