import os
from urllib.request import urlopen

# Follows the redirect to the page; the section is in the fragment.
with urlopen(f"{os.environ['BASE_URL']}/problems/insufficient_credit") as response:
    print(response.url)
