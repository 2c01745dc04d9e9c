"""Who sits at the table, by which handle, with what of the bank's."""

from __future__ import annotations

from pathlib import Path

from pipeline.night.prompt.views import bank_text, settle_text
from pipeline.night.service import NightService
from pipeline.store.store import Store
from tests.pipeline.night.helpers import draft, kept, refused


def test_players_come_and_go(service: NightService) -> None:
    kept(service, "7s 9 +a", "går b", ". 9 +a")
    assert len(service.night.hands[-1].seats) == 5
    kept(service, "kommer Frida efter c")
    assert [player.handle for player in service.night.players] == ["a", "b", "c", "f", "d", "e", "es"]
    kept(service, "kommer Bo")
    assert service.night.players[-1].name == "Bo"
    refused(service, "kommer Bo", "sits at the table already")
    refused(service, "kommer Britta=b", "The handle 'b' is taken")
    refused(service, "kommer Hi=hi", "is a word of the log")
    kept(service, "kommer Hilda")
    assert service.night.players[-1].handle == "h"
    draft(service, "7s 9 b2 +x", "Nobody here is 'x'")
    kept(service, "pause h")
    draft(service, "7s 9 h2 +a", "'h' isn't dealt in")


def test_handles_avoid_each_other_and_the_words_of_the_log(tmp_path: Path) -> None:
    with NightService(tmp_path, "n1") as service:
        service.enter("players Hi, Hilda, Fl, Erik, Es, Essie, Ålis, Li Bo, Li Ba, Tove, Tore")
        handles = {player.name: player.handle for player in service.night.players}
    assert len(set(handles.values())) == len(handles)
    assert handles["Hi"] == "hia"  # Hilda may be called Hi too
    assert handles["Hilda"] == "hl"
    assert (handles["Erik"], handles["Es"], handles["Ålis"]) == ("e", "esa", "å")  # Essie begins with es
    assert handles["Tore"] == "tr"  # to is a word


def test_an_alias_leads_to_the_same_player_over_the_nights(tmp_path: Path) -> None:
    from pipeline.night.parser.words import is_reserved
    from pipeline.store.players import change_players

    with NightService(tmp_path, "n1") as service:
        service.enter("players Anna Ø, Bo, Carl")
    change_players(
        Store(tmp_path), lambda people: people.rename("anna-o", "Annie").set_handle("bo", "bob", is_reserved)
    )
    with NightService(tmp_path, "n2") as service:
        service.enter("players anna ø, BO, carl")
        assert [(p.player_id, p.name, p.handle) for p in service.night.players] == [
            ("anna-o", "Annie", "a"), ("bo", "Bo", "bob"), ("carl", "Carl", "c"),
        ]  # fmt: skip


def test_who_sits_at_the_table_keeps_the_handle_of_the_night(tmp_path: Path) -> None:
    from pipeline.night.parser.words import is_reserved
    from pipeline.store.players import change_players

    with NightService(tmp_path, "n0") as service:
        service.enter("players Bodil, Anna, Carl")
        assert service.night.players[0].handle == "b"
    change_players(Store(tmp_path), lambda people: people.set_handle("bodil", "b", is_reserved))
    with NightService(tmp_path, "n1") as service:
        kept(service, "players Bo, Bodil, Carl")
        handles = {player.name: player.handle for player in service.night.players}
        kept(service, "players Bodil, Carl, Bo", "leaves c", "players Bo, Bodil, Carl=q")
        assert {player.name: player.handle for player in service.night.players} == handles | {"Carl": "q"}


def test_the_bank_s_book(service: NightService) -> None:
    kept(service, "køb a 1p", "køb b 1p kontant", "retur d 100", "retur e 10 kontant", "betal a b 12,50 kr")
    accounts = service.night.accounts
    assert (accounts["anna"].bought, accounts["dorte"].returned) == (50, 100)
    received = {name: float(account.received) for name, account in accounts.items() if account.received}
    assert received == {"anna": -12.5, "carl": 10, "erik": 2.5}
    refused(service, "betal a b 12 EUR", "can't be booked")
    assert "Anna: lent 150, bought 50" in bank_text(service.night)
    assert "pays" in settle_text(service)


def test_the_bank_lends_to_all_but_the_banker(tmp_path: Path) -> None:
    with NightService(tmp_path, "n1") as service:
        service.enter("players Anna, Bo, Carl")
        refused(service, "lån 2p", "Who keeps the bank?")
        refused(service, "køb a 10 kontant", "Who keeps the bank?")
        kept_before = service.enter("bankør b")
        assert kept_before.status == "kept"
        service.enter("lån 2p")
        assert service.journal.entries[-1].line == "loan a,c 100"
