from model_run_client import Client

with Client() as client:
    for version in client.prompts.versions("invoice-summary"):
        print(version.version, version.labels, version.comment)
