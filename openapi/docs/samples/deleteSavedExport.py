import os

from model_run_client import Client

with Client() as client:
    client.saved_exports.delete(os.environ["SAVED_EXPORT_ID"])
    print("deleted")
