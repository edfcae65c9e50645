from model_run_client import Client

with Client() as client:
    # Reads page after page, as far as the loop goes.
    for job in client.compute_jobs.list(state="completed", limit=20):
        print(job.id, job.result, job.charged_amount)
