from model_run_client import Client, format_money

with Client() as client:
    account = client.account()
    print(format_money(account.spendable_amount, account), "to spend")
    for limit in account.spending_limits:
        available = format_money(limit.available_amount, account)
        print(available, "left of the", limit.period, "until", limit.resets_at)
