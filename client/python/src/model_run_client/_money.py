"""Formats amounts for people, exact to the last unit: from digits, never through a float."""

from __future__ import annotations

from typing import Protocol

from .errors import UsageError, kind_of


class MoneyUnit(Protocol):
    """What every run, estimate and account has: the last `scale` digits of an amount come after the decimal point."""

    @property
    def scale(self) -> int: ...
    @property
    def currency(self) -> str: ...


def format_money(amount: int, unit: MoneyUnit) -> str:
    """`format_money(3938, run)` is `0.000003938 USD`."""
    if not isinstance(amount, int) or isinstance(amount, bool):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise UsageError(f"The amount is {kind_of(amount)}: amounts are whole numbers.")
    scale = unit.scale
    digits = str(abs(amount)).rjust(scale + 1, "0")
    whole, rest = digits[: len(digits) - scale], digits[len(digits) - scale :]
    cents = rest.rstrip("0").ljust(min(2, scale), "0")
    return f"{'-' if amount < 0 else ''}{whole}{'.' + cents if cents else ''} {unit.currency}"
