"""The order in which phones have their turn, however many requests one of them sends."""

from __future__ import annotations

import asyncio
from unittest.mock import Mock

import pytest
import uvicorn
from uvicorn.server import ServerState

from pipeline.serve.limits import LimitedProtocol, Turns


async def order(requests: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The order in which requests (address, phone) that come while one is answered have their turn."""
    turns, done = Turns(), []

    async def ask(address: str, phone: str) -> None:
        async with turns.turn(address, phone):
            await asyncio.sleep(0)
            done.append((address, phone))

    await asyncio.gather(*(ask(*request) for request in requests))
    return done


def test_a_phone_waits_for_one_line_of_each_other_phone_at_most() -> None:
    flood = [("attacker", "a")] * 12
    done = asyncio.run(order([*flood, ("house", "banker"), ("house", "guest")]))
    assert sorted(done) == sorted([*flood, ("house", "banker"), ("house", "guest")])
    assert done.index(("house", "banker")) == 1
    assert done.index(("house", "guest")) <= 3


def test_many_cookies_of_one_address_get_the_share_of_one_address() -> None:
    flood = [("attacker", f"a{n}") for n in range(12)]
    done = asyncio.run(order([*flood, ("house", "banker"), ("house", "banker")]))
    assert [place for place, one in enumerate(done) if one[0] == "house"] == [1, 3]


def test_phones_at_one_address_share_it() -> None:
    done = asyncio.run(order([("nat", "a")] * 5 + [("nat", "b")] * 2))
    assert [place for place, one in enumerate(done) if one[1] == "b"] == [1, 3]


def test_a_request_that_is_cancelled_lets_the_next_one_in() -> None:
    async def scene() -> list[str]:
        turns, done = Turns(), []
        go_on = asyncio.Event()

        async def ask(phone: str) -> None:
            async with turns.turn("house", phone):
                await go_on.wait()
                done.append(phone)

        first, second, third = (asyncio.create_task(ask(phone)) for phone in "abc")
        await asyncio.sleep(0)
        second.cancel()
        first.cancel()
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(first, second, third, return_exceptions=True)
        return done

    assert asyncio.run(scene()) == ["c"]


@pytest.mark.parametrize("missing", ["", "cycle", "timeout_keep_alive_task"])
def test_headers_have_a_deadline_where_uvicorn_tells_what_it_waits_for(missing: str) -> None:
    async def open_deadline() -> bool:
        config = uvicorn.Config(Mock(), log_config=None)
        protocol = LimitedProtocol(config, ServerState(), {})
        if missing:
            delattr(protocol, missing)
        protocol.connection_made(Mock(spec=asyncio.Transport, get_extra_info=lambda name: None))
        deadline = protocol._deadline
        if deadline:
            deadline.cancel()
        return deadline is not None

    assert asyncio.run(open_deadline()) is not bool(missing)
