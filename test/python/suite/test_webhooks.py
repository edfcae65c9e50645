"""The messages that the TypeScript tests sign: `main.ts` makes them with the signer that they use."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest
from model_run_client import UsageError, WebhookVerificationError, verify_webhook
from model_run_client.models import CreditEvent, RunEvent
from model_run_client.webhooks import UnknownEvent

VECTORS: Any = json.loads(os.environ["MODEL_RUN_WEBHOOKS"])


@pytest.fixture(autouse=True)
def _soon_after(monkeypatch: pytest.MonkeyPatch) -> None:
    """The suite may take longer than a message is believed."""
    [moment] = {int(each["headers"]["webhook-timestamp"]) for each in VECTORS if each["name"] == "simple"}
    monkeypatch.setattr("model_run_client.webhooks.time.time", lambda: moment + 60)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_believes_what_the_service_signed_and_nothing_else(vector: Any) -> None:
    headers = {name.title(): value for name, value in vector["headers"].items()}
    for body in (vector["body"], vector["body"].encode()):
        if vector["isGenuine"]:
            event = verify_webhook(vector["secret"], headers, body)
            assert event.type == json.loads(vector["body"])["type"]
        else:
            with pytest.raises(WebhookVerificationError):
                verify_webhook(vector["secret"], headers, body)


def test_reads_each_event_and_keeps_those_of_later_services() -> None:
    events = {v["name"]: verify_webhook(v["secret"], v["headers"], v["body"]) for v in VECTORS if v["isGenuine"]}
    unknown = [name for name, event in events.items() if isinstance(event, UnknownEvent)]
    assert unknown == ["simple", "two signatures", "a later event"]
    run, credit = events["event-run-completed"], events["event-credit-low"]
    assert isinstance(run, RunEvent) and run.data.charged_amount == 9923
    assert isinstance(credit, CreditEvent) and credit.data.low_balance_amount == 50000000
    with pytest.raises(UsageError):
        verify_webhook("", {}, "")
