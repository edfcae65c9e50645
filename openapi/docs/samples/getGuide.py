import os
from urllib.request import urlopen

with urlopen(f"{os.environ['BASE_URL']}/docs/guides/money.md") as response:
    print(response.read().decode())
