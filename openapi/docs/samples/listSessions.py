from model_run_client import Client, format_money

with Client() as client:
    # Reads page after page, as far as the loop goes.
    for session in client.traces.list_sessions(limit=20):
        print(session.session_id, format_money(session.totals.charged_amount, session.totals))
