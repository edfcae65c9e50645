import os

from model_run_client import Client

with Client() as client, open("charges.csv", "wb") as copy:
    with client.saved_exports.file(os.environ["SAVED_EXPORT_ID"]) as file:
        for part in file:
            copy.write(part)
print("charges.csv")
