from model_run_client import Client, JobTool
from model_run_client.models import CreateComputeJobDict
from pydantic import BaseModel, Field


class Script(BaseModel):
    code: str = Field(examples=["console.log(6 * 7)"])


def job_of(script: Script) -> CreateComputeJobDict:
    return {"environment": "javascript", "timeout_seconds": 5, "source": script.code}


run_code = JobTool("run_code", "Runs JavaScript and returns what it prints by console.log.", Script, job_of)

with Client() as client:
    conversation = client.converse(
        {
            "model": "sandbox/tool-caller",
            "messages": [{"role": "user", "content": "What is six times seven?"}],
            "max_output_tokens": 1024,
        },
        tools=[run_code],
        conversation_key="order-4711-code",
    )
    print(str(conversation.text).strip())  # => The tools answered: run_code said 42
    print(len(conversation.runs), len(conversation.compute_jobs))  # => 2 1
