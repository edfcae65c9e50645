from model_run_client import Client

with Client() as client:
    # Reads page after page, as far as the loop goes.
    for score in client.scores.list(name="solved", limit=20):
        print(score.id, score.value, score.source)
