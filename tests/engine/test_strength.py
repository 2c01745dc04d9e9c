"""What hands hold at each street."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine.catalogue import VARIANTS
from engine.kernel.record import empty_record
from engine.players.training import quantiles as strength
from engine.players.training.quantiles import quantiles_of


def test_quantiles_come_of_the_hands_alone_and_not_of_room_left_over(monkeypatch: pytest.MonkeyPatch) -> None:
    game = VARIANTS.find("omaha-high-low")
    quantiles = quantiles_of(game)

    def dirty(*room: Any, **rooms: Any) -> Any:
        record = empty_record(*room, **rooms)
        record.hand[:] = record.seat[:] = 12345
        return record

    monkeypatch.setattr(strength, "empty_record", dirty)
    assert np.array_equal(quantiles_of.__wrapped__(game), quantiles)
