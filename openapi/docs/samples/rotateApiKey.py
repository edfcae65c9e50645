import os

from model_run_client import Client

with Client() as client:
    # The old key works for another day.
    rotated = client.keys.rotate(os.environ["KEY_ID"], overlap_seconds=86_400)
    print(rotated.key.id, len(rotated.secret), rotated.old_works_until)
