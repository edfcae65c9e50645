from model_run_client import Client

with Client() as client:
    for prompt in client.prompts.list():
        print(prompt.name, prompt.latest_version, prompt.labels)
