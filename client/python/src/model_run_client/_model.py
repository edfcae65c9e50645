"""The base of all models: members have Python's names, on the wire the contract's, and unknown ones are kept."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timezone
from typing import Annotated, Any, TypeAlias

from pydantic import BaseModel, ConfigDict, PlainSerializer

from ._generated import SNAKE_NAMES


def wire_name(name: str) -> str:
    """The contract's name of a member: `max_output_tokens` is `maxOutputTokens` there."""
    if name in SNAKE_NAMES:
        return name
    first, *others = name.rstrip("_").split("_")
    return first + "".join(other[:1].upper() + other[1:] for other in others)


def write_moment(moment: datetime) -> str:
    """As the service writes it. A moment without a zone is one of this machine's clock, as everywhere in Python."""
    precision = "microseconds" if moment.microsecond % 1_000 else "milliseconds"
    return moment.astimezone(timezone.utc).isoformat(timespec=precision).replace("+00:00", "Z")


Moment: TypeAlias = Annotated[datetime, PlainSerializer(write_moment, when_used="json")]


class ContractModel(BaseModel):
    """An object of the contract. `model_dump_json(exclude_unset=True)` is the JSON that the service sent."""

    model_config = ConfigDict(
        alias_generator=wire_name,
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
        extra="allow",
        protected_namespaces=(),
        defer_build=True,
        hide_input_in_errors=True,
    )

    def __repr_args__(self) -> Iterable[tuple[str | None, Any]]:
        """Only what is there: most members of a run are not."""
        return ((name, value) for name, value in super().__repr_args__() if name not in self._left_out())

    def _left_out(self) -> set[str]:
        return type(self).model_fields.keys() - self.model_fields_set

    def member(self, name: str, default: Any = None) -> Any:
        """A member that this version does not know, by the name that it has in the contract."""
        return (self.model_extra or {}).get(name, default)
