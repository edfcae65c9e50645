import os
from urllib.request import urlopen

with urlopen(f"{os.environ['BASE_URL']}/docs") as response:
    print(len(response.read()))
