"""Values as TOML has them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from decimal import Decimal


def plain_amount(amount: Decimal) -> str:
    """An amount without an exponent or idle zeros."""
    if amount.is_infinite():
        return "inf"
    text = f"{amount:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def toml_text(value: object) -> str:
    """A value: a truth, a number, a text in quotes, or an array of them."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Decimal):
        return plain_amount(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Sequence):
        return f"[{', '.join(toml_text(part) for part in value)}]"
    return str(value)
