from model_run_client import Client

with Client() as client:
    for saved in client.saved_exports.list():
        print(saved.id, saved.name, saved.dataset, saved.period)
