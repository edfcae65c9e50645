"""Work under a name, through every kind of crash: one run and one charge."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import uuid
from pathlib import Path
from typing import Any

import pytest
from conftest import ECHO, KEY, SERVICE
from hostile import Hostile, Seen, drop, hand_on
from model_run_client import Client, FileRequestStore, SavedRequest, UsageError

PROGRAM = """
import sys
from model_run_client import Client, FileRequestStore
url, key, folder, text = sys.argv[1:]
client = Client(url, key, store=FileRequestStore(folder))
request = {"model": "sandbox/echo", "messages": [{"role": "user", "content": text}], "max_output_tokens": 100}
print(client.model_runs.once("invoice", request, wait_seconds=0).id)
"""


@pytest.mark.parametrize("point", ["before the service", "after the service", "while it waits"])
def test_a_process_that_is_killed_buys_one_run(tmp_path: Path, point: str) -> None:
    """The server kills the process when its request has come, and the service may have carried it out."""
    text, killed = f"Sum up {uuid.uuid4()}.", threading.Event()
    process: Any = None
    with Client(SERVICE, KEY) as client:
        balance_before = client.account().spendable_amount

    def kill(seen: Seen, handler: Any) -> None:
        process.send_signal(signal.SIGKILL)
        killed.set()
        drop(seen, handler)

    def carry_out_and_kill(seen: Seen, handler: Any) -> None:
        hand_on(SERVICE, keep=True)(seen, handler)
        process.send_signal(signal.SIGKILL)
        killed.set()

    acts = {
        "before the service": [kill],
        "after the service": [carry_out_and_kill],
        "while it waits": [hand_on(SERVICE), kill],
    }[point]
    hostile = Hostile(*acts)
    arguments = [sys.executable, "-c", PROGRAM, hostile.url, KEY, str(tmp_path), text]
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE)
    # A quick run may have ended before there is something to wait for.
    assert killed.wait(60) or (point == "while it waits" and process.wait(60) == 0)
    process.wait()
    process.stdout.close()
    sent = hostile.seen[0]
    hostile.close()

    with Client(SERVICE, KEY, store=FileRequestStore(tmp_path)) as client:
        request: Any = {**ECHO, "messages": [{"role": "user", "content": text}]}
        run = client.model_runs.once("invoice", request)
        same = client.model_runs.once("invoice")
        assert (run.text, same.id, run.idempotency_key) == (text, run.id, sent.headers["idempotency-key"])
        bought = list(client.model_runs.list(idempotency_key=run.idempotency_key))
        assert [each.id for each in bought] == [run.id]
        assert balance_before - client.account().spendable_amount == run.charged_amount
    [saved] = tmp_path.iterdir()
    document = json.loads(saved.read_text())
    assert document["key"] == run.idempotency_key and json.loads(document["body"]) == json.loads(sent.body)
    assert saved.stat().st_mode & 0o777 == 0o600


def test_processes_that_race_for_a_name_get_one_run(tmp_path: Path) -> None:
    arguments = [sys.executable, "-c", PROGRAM, SERVICE, KEY, str(tmp_path / "new" / "folder"), f"Race {uuid.uuid4()}"]
    racing = [subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    printed = {process.communicate(timeout=120)[0] for process in racing}
    assert len(printed) == 1 and printed.pop().startswith("run_")


def test_saves_before_it_sends_and_believes_no_damaged_file(tmp_path: Path) -> None:
    store = FileRequestStore(tmp_path)
    seen: list[SavedRequest | None] = []

    def note(_: Seen, handler: Any) -> None:
        seen.append(store.get("work"))
        hand_on(SERVICE)(_, handler)

    hostile = Hostile(note)
    with Client(hostile.url, KEY, store=store) as client:
        run = client.model_runs.once("work", ECHO)
    hostile.close()
    assert seen[0] is not None and seen[0].key == run.idempotency_key
    assert store.put("work", SavedRequest("other")) == seen[0]
    [path] = tmp_path.iterdir()
    path.write_text('{"name":"other","key":"k"}')
    with pytest.raises(UsageError, match="another name"):
        store.get("work")
    path.write_text('{"name":"work","ke')
    with pytest.raises(UsageError, match="damaged"):
        store.get("work")


def test_takes_the_files_of_the_typescript_client(tmp_path: Path) -> None:
    """They have no body, so that a restart has to give the request again."""
    store = FileRequestStore(tmp_path)
    store.put("from node", SavedRequest("key-of-node"))
    assert store.get("from node") == SavedRequest("key-of-node")
    with Client(SERVICE, KEY, store=store) as client, pytest.raises(UsageError, match="Only the request key"):
        client.model_runs.once("from node")


def test_the_typescript_client_shares_the_folder(tmp_path: Path) -> None:
    """Each of both finds the key that the other one saved, and saves none over it."""
    store = FileRequestStore(tmp_path)
    store.put("from python", SavedRequest("key-of-python", '{"a":1}'))
    program = f"""
        const {{ createFileRequestKeys }} = await import({json.dumps(os.environ["MODEL_RUN_CLIENT"])});
        const keys = createFileRequestKeys({json.dumps(str(tmp_path))});
        const found = [await keys.get('from python'), await keys.put('from python', 'another')];
        found.push(await keys.put('from node', 'key-of-node'));
        console.log(JSON.stringify(found));
    """
    node = [os.environ["MODEL_RUN_NODE"], "--input-type=module", "-e", program]
    printed = subprocess.run(node, check=True, capture_output=True, text=True).stdout
    assert json.loads(printed) == ["key-of-python", "key-of-python", "key-of-node"]
    assert store.put("from node", SavedRequest("another")) == SavedRequest("key-of-node")
