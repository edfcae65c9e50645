"""Receives webhooks: a message is accepted only if the endpoint's secret signed it, and if it is recent."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any, TypeAlias

from pydantic import ValidationError

from ._model import ContractModel
from .errors import UsageError, WebhookVerificationError
from .models import (
    BudgetReachedEvent,
    CreditEvent,
    CustomerBlockedEvent,
    FailureRateEvent,
    KeyLimitEvent,
    RechargeOffEvent,
    RunEvent,
)


class UnknownEvent(ContractModel):
    """An event that this version does not know, by its type or by what it has: ignore it."""

    type: str
    data: Any = None


WebhookEvent: TypeAlias = (
    RunEvent
    | CreditEvent
    | KeyLimitEvent
    | FailureRateEvent
    | RechargeOffEvent
    | BudgetReachedEvent
    | CustomerBlockedEvent
    | UnknownEvent
)

_EVENTS: Mapping[str, type[WebhookEvent]] = {
    "credit.low": CreditEvent,
    "key.limit_near": KeyLimitEvent,
    "runs.failure_rate_high": FailureRateEvent,
    "recharge.off": RechargeOffEvent,
    "budget.reached": BudgetReachedEvent,
    "customer.blocked": CustomerBlockedEvent,
}
_TOLERANCE_SECONDS = 300


def verify_webhook(secret: str, headers: Mapping[str, str], body: str | bytes) -> WebhookEvent:
    """
    Returns the event of a genuine message, which is signed as the Standard Webhooks specification says; otherwise
    raises a `WebhookVerificationError`. `body` is what was received, never parsed and serialized again.
    """
    if not secret:
        raise UsageError("Give the secret of the endpoint, whsec_...")
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (binascii.Error, ValueError):
        raise UsageError("The secret is no secret of an endpoint, whsec_...: copy it again.") from None
    payload = body.encode() if isinstance(body, str) else bytes(body)
    named = {name.lower(): value for name, value in headers.items()}
    try:
        identifier, stamp = named["webhook-id"], named["webhook-timestamp"]
        signatures = named["webhook-signature"].split()
        sent_at = int(stamp)
    except (KeyError, ValueError):
        raise WebhookVerificationError("The message is not believed: a header is missing or invalid.") from None
    if abs(time.time() - sent_at) > _TOLERANCE_SECONDS:
        raise WebhookVerificationError("The message is not believed: it is too old, or from the future.")
    signed = f"{identifier}.{stamp}.".encode() + payload
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    if not any(hmac.compare_digest(each.encode(), expected) for each in signatures):
        raise WebhookVerificationError("The message is not believed: no signature matches.")
    try:
        document: Any = json.loads(payload)
        kind = str(document["type"])
    except (ValueError, LookupError, TypeError) as error:
        raise WebhookVerificationError("The message is signed, but it is not an event.", cause=error) from error
    named_event = RunEvent if kind.startswith("run.") else _EVENTS.get(kind, UnknownEvent)
    try:
        return named_event.model_validate(document)
    except ValidationError:
        # A genuine message is not lost because a later service writes it in another way.
        return UnknownEvent.model_validate(document)
