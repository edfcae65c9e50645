"""Whether two wheels install the same: `python same_wheel.py ONE OTHER`. Prints what differs."""

from __future__ import annotations

import sys
from email.message import Message
from email.parser import Parser
from zipfile import ZipFile

from packaging.requirements import Requirement

# Each maker names itself, and the backend may write a later version of the form.
OWN = {"Metadata-Version"}


def contents(path: str) -> tuple[dict[str, bytes], Message]:
    with ZipFile(path) as wheel:
        assert wheel.testzip() is None
        files = {name: wheel.read(name) for name in wheel.namelist()}
    [metadata] = [name for name in files if name.endswith(".dist-info/METADATA")]
    return files, Parser().parsestr(files[metadata].decode())


def facts(message: Message) -> list[tuple[str, str]]:
    shown = [(name, str(Requirement(value)) if name == "Requires-Dist" else value) for name, value in message.items()]
    return sorted((name, value) for name, value in shown if name not in OWN)


def main() -> None:
    (files, metadata), (other_files, other_metadata) = contents(sys.argv[1]), contents(sys.argv[2])
    differing = [name for name in sorted({*files, *other_files}) if files.get(name) != other_files.get(name)]
    told = [
        name
        for name in differing
        if not name.endswith((".dist-info/METADATA", ".dist-info/WHEEL", ".dist-info/RECORD"))
    ]
    if facts(metadata) != facts(other_metadata):
        told.append(f"{facts(metadata)} and {facts(other_metadata)}")
    if metadata.get_payload() != other_metadata.get_payload():
        told.append("the description")
    if told:
        sys.exit("\n".join(["These differ:", *told]))


main()
