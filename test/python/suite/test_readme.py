"""Every sample of the README runs, and prints what it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(os.environ["MODEL_RUN_README"]).read_text()
GUIDES = [Path(file) for file in os.environ["MODEL_RUN_GUIDES"].split(os.pathsep)]
SAMPLES = re.findall(r"^## ([^\n]+)\n(?:(?!^## ).)*?^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_every_sample_is_under_a_title_of_its_own() -> None:
    assert len(SAMPLES) == README.count("\n```python\n")


@pytest.mark.parametrize("guide", GUIDES, ids=[guide.name for guide in GUIDES])
def test_the_program_of_a_guide_prints_what_it_says_and_buys_nothing_twice(guide: Path, tmp_path: Path) -> None:
    # Packages of others warn of each other.
    own = ["-W", "error"] if "litellm" not in guide.read_text() else []
    printed = {
        subprocess.check_output([sys.executable, *own, str(guide)], cwd=tmp_path, timeout=120, text=True)
        for _ in range(2)
    }
    assert printed == {"".join(f"{line}\n" for line in re.findall(r"# => (.*)$", guide.read_text(), re.MULTILINE))}


@pytest.mark.parametrize(("title", "code"), SAMPLES, ids=[title for title, _ in SAMPLES])
def test_the_sample_prints_what_it_says(title: str, code: str, tmp_path: Path) -> None:
    program = tmp_path / "sample.py"
    program.write_text(code.replace("http://localhost:8080", os.environ["MODEL_RUN_BASE_URL"]))
    arguments = [sys.executable, "-W", "error", str(program)]
    ended = subprocess.run(arguments, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert ended.stderr == ""
    assert ended.stdout.splitlines() == re.findall(r"# => (.*)$", code, re.MULTILINE)
