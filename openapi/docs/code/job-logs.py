from model_run_client import Client

with Client() as client:
    created = client.compute_jobs.create(
        {"environment": "javascript", "timeout_seconds": 60, "source": "console.log('Hello')"}
    )
    # Ends when the job has ended. After a crash, go on from the `next` of the last part.
    for part in client.compute_jobs.logs(created.run.id):
        print(part.text, end="")  # => Hello
    job = client.compute_jobs.wait(created.run.id)
    print(job.state, job.result, job.exit_code)  # => completed exited 0
