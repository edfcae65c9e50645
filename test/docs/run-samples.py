"""
Runs programs one after the other, each in a child process with an environment of its own, which has loaded what
programs load. Answers as `support/commands.ts` asks: the output, a mark behind it, and the exit code.
"""
import json
import os
import runpy
import sys

import model_run_client  # noqa: F401


def run(file: str, environment: dict[str, str]) -> None:
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = [file]
    runpy.run_path(file, run_name="__main__")


while line := sys.stdin.readline():
    asked = json.loads(line)
    child = os.fork()
    if child == 0:
        run(asked["args"][0], asked["environment"])
        sys.exit()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    sys.stdout.write(asked["mark"])
    sys.stderr.write(f"{asked['mark']}{code}\n")
    sys.stdout.flush()
    sys.stderr.flush()
