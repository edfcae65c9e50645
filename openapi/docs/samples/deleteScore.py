import os

from model_run_client import Client

with Client() as client:
    client.scores.delete(os.environ["SCORE_ID"])
    print("deleted")
