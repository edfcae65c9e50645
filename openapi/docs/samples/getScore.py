import os

from model_run_client import Client

with Client() as client:
    score = client.scores.get(os.environ["SCORE_ID"])
    print(score.name, score.value, score.comment)
