import os
from urllib.request import urlopen

# What a coding agent reads first: every guide with its address.
with urlopen(f"{os.environ['BASE_URL']}/llms.txt") as response:
    print(response.read().decode())
