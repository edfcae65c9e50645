from model_run_client import Client, format_money

with Client() as client:
    customer = client.customers.get("customer-204")
    print(customer.state, format_money(customer.month_spent_amount, customer))
    for budget in customer.budgets:
        print(format_money(budget.available_amount, customer), "left of the", budget.period)
