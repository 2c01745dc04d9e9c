"""Copies of frozen records with some fields changed: a night's state changes thousands of times."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import replace
else:

    def replace(record: Any, /, **changes: Any) -> Any:
        """Do what `dataclasses.replace` does, several times as fast, for a dataclass without slots and
        `__post_init__`. Other attributes (values computed from fields) aren't copied.
        """
        fields = record.__dataclass_fields__
        state = record.__dict__ | changes
        if len(state) != len(fields):
            if unknown := changes.keys() - fields.keys():
                raise TypeError(f"{type(record).__name__} has no field {min(unknown)!r}")
            state = {name: state[name] for name in fields}
        changed = object.__new__(type(record))
        changed.__dict__.update(state)
        return changed


__all__ = ["replace"]
