from model_run_client import Client

with Client() as client, open("runs.csv", "wb") as copy:
    with client.export(
        dataset="runs", format="csv", from_="2025-07-01T00:00:00Z", to="2025-08-01T00:00:00Z"
    ) as file:
        for part in file:
            copy.write(part)
print("runs.csv")
