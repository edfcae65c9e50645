import os

from model_run_client import Client, format_money

with Client() as client:
    trace = client.traces.get(os.environ["TRACE_ID"])
    for span in trace.spans:
        cost = ""
        if span.run and span.run.charged_amount is not None:
            cost = format_money(span.run.charged_amount, span.run)
        print("  " * span.depth + span.name, span.duration_ms, cost)
    print(format_money(trace.totals.charged_amount, trace.totals))
