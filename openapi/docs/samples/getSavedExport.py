import os

from model_run_client import Client

with Client() as client:
    saved = client.saved_exports.get(os.environ["SAVED_EXPORT_ID"])
    print(saved.name, saved.dataset, saved.period)
