"""Parses what a later service may answer, with nothing but the generated models."""

import sys
from pathlib import Path

from model_runs import ModelRun, Problem

run = ModelRun.model_validate_json(Path(sys.argv[2]).read_text())
problem = Problem.model_validate_json(Path(sys.argv[3]).read_text())
print(run.state.root, run.reservedAmount, problem.code.root, problem.requiredAmount)
