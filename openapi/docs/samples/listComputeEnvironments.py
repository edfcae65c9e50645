from model_run_client import Client

with Client() as client:
    for environment in client.compute_jobs.environments():
        print(environment.id, environment.isolation, environment.pricing.per_cpu_second)
