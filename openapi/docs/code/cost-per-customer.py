from datetime import datetime, timedelta, timezone

from model_run_client import Client, format_money

now = datetime.now(timezone.utc)
with Client() as client:
    metrics = client.metrics(
        {
            "measures": ["charged", "count"],
            "dimensions": ["endUserId"],
            "from_": now - timedelta(days=30),
            "to": now + timedelta(days=1),
        }
    )
rows = [row for row in metrics.data if row.count]
for row in sorted(rows, key=lambda row: row.charged or 0, reverse=True):
    print(row.group.end_user_id or "nobody", row.count, format_money(row.charged or 0, metrics))
# => customer-118 2 0.000007876 USD
# => customer-119 1 0.000003938 USD
