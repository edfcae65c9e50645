from model_run_client import Client, ProblemError
from model_run_client.errors import InsufficientCreditError

with Client() as client:
    try:
        client.model_runs.create(
            {
                "model": "sandbox/nobody",
                "messages": [{"role": "user", "content": "Hello"}],
                "max_output_tokens": 100,
            }
        )
    except ProblemError as error:
        # Each code has a class of its own, with its figures.
        if isinstance(error, InsufficientCreditError) and error.problem:
            print(error.problem.affordable_max_output_tokens)
        print(error.status, error.code, error.errors[0].pointer)  # => 422 unknown_model #/model
