import os
from urllib.request import urlopen

with urlopen(f"{os.environ['BASE_URL']}/client/model-run-client.tgz") as response:
    print(len(response.read()))
