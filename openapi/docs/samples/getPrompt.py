from model_run_client import Client

with Client() as client:
    prompt = client.prompts.get("invoice-summary", label="production")
    print(prompt.version, prompt.text or prompt.messages, prompt.variable_names)
