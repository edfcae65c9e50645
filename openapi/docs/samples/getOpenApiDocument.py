import json
import os
from urllib.request import urlopen

with urlopen(f"{os.environ['BASE_URL']}/openapi.json") as response:
    print(json.load(response)["info"])
