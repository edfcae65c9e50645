from model_run_client import Client, format_money

with Client() as client:
    # Reads page after page, as far as the loop goes.
    for user in client.traces.list_end_users(limit=20):
        print(user.end_user_id, format_money(user.totals.charged_amount, user.totals))
