import json
import os
from urllib.request import urlopen

with urlopen(f"{os.environ['BASE_URL']}/livez") as response:
    print(json.load(response)["status"])
