from model_run_client import Client

with Client() as client:
    metrics = client.metrics(
        {
            "measures": ["charged", "count", "tokens", "latency", "errorRate"],
            "dimensions": ["kind", "model"],
            "filters": [{"dimension": "promptId", "values": ["invoice-summary"]}],
            "from_": "2025-07-01T00:00:00.000Z",
            "to": "2025-07-04T00:00:00.000Z",
            "interval": "day",
        }
    )
    print(metrics.currency, metrics.scale)
    for row in metrics.data:
        print(row.start, row.group, row.charged, row.latency)
