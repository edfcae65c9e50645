from model_run_client import Client

with Client() as client:
    limits = client.limits()
    print(f"{limits.max_prompt_chars} characters in, {limits.max_output_tokens} tokens out")
