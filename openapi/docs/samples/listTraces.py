from model_run_client import Client, format_money

with Client() as client:
    # Reads page after page, as far as the loop goes.
    for trace in client.traces.list(limit=20):
        print(trace.trace_id, trace.name, format_money(trace.totals.charged_amount, trace.totals))
