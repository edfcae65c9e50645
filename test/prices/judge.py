"""What Python's genai-prices says that recorded answers cost: reads them from stdin, and prints a line for each."""

import json
import sys
from datetime import datetime

from genai_prices import calc_price, extract_usage

for each in json.load(sys.stdin):
    try:
        found = extract_usage(
            each['answer'], provider_id=each['provider'], api_flavor=each['flavor']
        )
        price = calc_price(
            found.usage,
            each['model'],
            provider_id=each['provider'],
            genai_request_timestamp=datetime.fromisoformat(each['at']),
        )
        said = {'total': format(price.total_price, 'f'), 'usage': str(found.usage)}
    except (LookupError, ValueError) as error:
        said = {'reason': str(error)}
    print(json.dumps(said))
