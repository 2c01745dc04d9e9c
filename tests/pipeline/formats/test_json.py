"""Peder's own format: all games and all sessions come in as they went out, or nothing of a file does."""

from __future__ import annotations

import gzip
import hashlib
import json
import random
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec
import polars as pl
import pytest

from engine.api import TRAINED, VARIANTS, Act, PederError, pack
from pipeline.formats.files import FileError
from pipeline.formats.json.lines import BankJson, HandJson, SeatPart, SessionJson, json_schema
from pipeline.formats.json.reader import import_json
from pipeline.formats.json.writer import export_json
from pipeline.simulation.runs import Run, simulate
from pipeline.store.people import Person, Registry
from pipeline.store.players import add_people
from pipeline.store.schemas import BANK, HANDS, SEATS, SESSIONS
from pipeline.store.store import Store
from tests.pipeline.formats.logs import SAMPLE
from tests.stores import few_models, peder

few = few_models("check_")


SCHEMA = Path(__file__).parents[3] / "docs" / "sessions.schema.json"
NIGHT = Path(__file__).parents[1] / "night" / "every_game.txt"


def everything(store: Store) -> dict[str, pl.DataFrame]:
    tables = {name: store.read(name) for name in ("sessions", "hands", "seats", "bank", "players")}
    return {name: rows.sort(rows.columns[:1], maintain_order=True) for name, rows in tables.items()}


def passed_on(store: Store, folder: Path) -> Store:
    """The store's sessions, written to a file and read into another store."""
    file = folder / "sessions.jsonl"
    export_json(store, [], file)
    other = Store(folder / "other")
    import_json(other, file)
    return other


def assert_same(one: Store, other: Store) -> None:
    for name, rows in everything(one).items():
        assert rows.equals(everything(other)[name]), name


# --- what goes out comes in


def test_the_schema_is_that_of_the_types() -> None:
    assert json.loads(SCHEMA.read_text()) == json_schema()


def test_every_column_of_the_store_has_its_field() -> None:
    def fields(kind: type[msgspec.Struct]) -> set[str]:
        return set(kind.__struct_fields__)

    assert fields(HandJson) - {"seats"} == set(HANDS)
    assert fields(SeatPart) | {"hand_no"} == set(SEATS)
    assert fields(SessionJson) - {"origin"} == set(SESSIONS)
    assert fields(BankJson) | {"session_id"} == set(BANK)


@pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.nightly)], ids=["eighth", "one"])
def test_hands_of_every_game_come_back_the_same(every: int, tmp_path: Path) -> None:
    """Their results alone, of every eighth game by day."""
    store = Store(tmp_path / "store")
    games = [*TRAINED.values()]
    for detail, some in (("cards", games), ("result", games[::every])):
        played = Run(variants=some, hands=3, players=5, seed=1, detail=detail)
        simulate(store, played, session_id=f"run-{detail}")
    other = passed_on(store, tmp_path)
    assert store.read("hands")["variant_id"].n_unique() == len(TRAINED)
    assert_same(store, other)


def test_a_night_comes_with_its_journal_and_an_import_with_its_origin(tmp_path: Path) -> None:
    store = tmp_path / "store"
    assert peder(store, "log", "n1", "--from", NIGHT).exit_code == 0
    assert peder(store, "import", "pokernow-log", SAMPLE).exit_code == 0
    file = tmp_path / "all.jsonl.gz"
    assert peder(store, "export", "json", "--all", "--out", file).exit_code == 0
    other = tmp_path / "other"
    result = peder(other, "import", "json", file, "--json")
    assert [row["result"] for row in json.loads(result.stdout)] == ["imported", "imported"]
    assert_same(Store(store), Store(other))
    assert (other / "journal" / "n1.jsonl").read_bytes() == (store / "journal" / "n1.jsonl").read_bytes()
    assert "is in the store already" in peder(other, "import", "pokernow-log", SAMPLE).stderr
    assert peder(other, "check").exit_code == 0
    again = json.loads(peder(other, "import", "json", file, "--json").stdout)
    assert [row["result"] for row in again] == ["there already", "there already"]
    assert peder(other, "log", "n1", "--from", "-", typed="; on").exit_code == 0  # the night can go on


def test_a_night_whose_journal_is_gone_is_exported_without_it(tmp_path: Path) -> None:
    store, other, file = tmp_path / "store", tmp_path / "other", tmp_path / "night.jsonl"
    assert peder(store, "log", "n1", "--from", NIGHT).exit_code == 0
    (store / "journal" / "n1.jsonl").unlink()
    exported = peder(store, "export", "json", "n1", "--out", file)
    assert exported.exit_code == 0
    assert "The journal of 'n1' is gone" in exported.stderr
    faults = peder(store, "store", "check").stdout
    assert "restore it from a backup; `peder export json 'n1'` still writes" in faults
    assert peder(other, "import", "json", file).exit_code == 0
    for table in ("hands", "seats", "bank"):
        assert Store(other).read(table, "n1").equals(Store(store).read(table, "n1"))
    assert peder(other, "store", "check").exit_code == 0


def test_a_night_whose_journal_was_cut_or_replaced_is_not_exported(tmp_path: Path) -> None:
    store, file = tmp_path / "store", tmp_path / "night.jsonl"
    assert peder(store, "log", "n1", "--from", NIGHT).exit_code == 0
    place = store / "journal" / "n1.jsonl"
    whole = place.read_bytes()
    place.write_bytes(whole[: len(whole) // 2])
    exported = peder(store, "export", "json", "--all", "--out", file)
    assert exported.exit_code == 1
    assert "was cut off, or an older copy took its place. `peder log 'n1' --repair`" in exported.stderr
    place.with_suffix(".last").unlink()
    exported = peder(store, "export", "json", "n1", "--out", file)
    assert "don't follow from its journal" in exported.stderr
    assert not file.exists()


def random_store(place: Path, draw: random.Random) -> Store:
    """Sessions of anything that the tables can hold."""
    store = Store(place)
    names = ["Anna", "Åse Ø", "=1+1", 'q"\\', "名前", "a" * 900, " b\tc", "\u2028"]
    people = [f"p{number}" for number in range(len(names))]
    add_people(store, [
        Person(player_id=one, name=name, aliases=tuple(draw.sample(names, 2)), hidden=draw.random() < 0.3)
        for one, name in zip(people, names, strict=True)
    ])  # fmt: skip

    def maybe(make: Callable[[], Any]) -> Any:
        return make() if draw.random() < 0.7 else None

    def number() -> int:
        return draw.choice([0, 1, draw.randint(-(10**6), 10**6), 2**60, -(2**60)])

    def time() -> datetime:
        return datetime(1990, 1, 1, tzinfo=UTC) + timedelta(microseconds=draw.randint(0, 3 * 10**15))

    def word() -> str:
        return draw.choice(["", "showdown", *names])

    for session in range(draw.randint(1, 3)):
        hands, seats, hand_no = [], [], 0
        for _ in range(draw.randint(0, 20)):
            hand_no += draw.randint(1, 5)
            hand: dict[str, Any] = {
                name: maybe(number if kind == pl.Int64 else time if kind == SESSIONS["started_at"] else word)
                for name, kind in HANDS.items()
            }
            hand |= {
                "hand_no": hand_no, "chain_no": hand_no, "deal_no": maybe(lambda: 1), "status": "draft",
                "evening_no": maybe(lambda: 1),
                "variant_id": draw.choice(list(VARIANTS)), "dealer_id": maybe(lambda: draw.choice(people)),
                "errors": maybe(lambda: [{"kind": maybe(word), "seat": None, "remedy": maybe(word)}]),
                "shares": maybe(lambda: [
                    {"pot_no": 0, "board_no": maybe(number), "half": maybe(word), "seat": 1,
                     "chips": number(), "meld": maybe(word), "score": None} for _ in range(draw.randint(0, 3))
                ]),
                "actions": maybe(lambda: [
                    pack(draw.choice(list(Act)), draw.randint(0, 15), draw.randint(0, 31),
                         draw.choice([0, 13, 29, 60, 10**6]))
                    for _ in range(draw.randint(0, 9))
                ]),
            }  # fmt: skip
            hands.append(hand)
            for seat in range(draw.randint(1, 4)):
                row: dict[str, Any] = {
                    name: maybe(
                        number if kind == pl.Int64 else (lambda: True) if kind == pl.Boolean else word
                    )
                    for name, kind in SEATS.items()
                }
                who = maybe(lambda: draw.choice(people))
                seats.append(row | {"hand_no": hand_no, "seat": seat, "player_id": who})
        bank = [
            {"entry_no": no, "player_id": draw.choice(people),
             "counterparty_id": maybe(lambda: draw.choice(people)), "kind": "payment",
             "chips": maybe(number), "money": maybe(lambda: Decimal(draw.randint(-10**8, 10**8)) / 100),
             "currency": maybe(word), "at": maybe(time)}
            for no in range(1, draw.randint(1, 5))
        ]  # fmt: skip
        row = {name: maybe(time if "at" in name[-3:] else word) for name in SESSIONS}
        row |= {
            "session_id": f"{draw.choice(['a/../b', '..', 'x'])} {session}",
            "kind": draw.choice(["night", "run", "import"]),
            "banker_id": maybe(lambda: draw.choice(people)), "seed": maybe(number),
            "chip_value": maybe(lambda: Decimal(draw.randint(0, 10**9)) / 10**6),
        }  # fmt: skip
        store.write_session(
            row,
            hands=pl.DataFrame(hands, schema=HANDS),
            seats=pl.DataFrame(seats, schema=SEATS),
            bank=pl.DataFrame(bank, schema=BANK).drop("session_id"),
        )
    return store


@pytest.mark.parametrize(
    "seed", [*range(8), *(pytest.param(seed, marks=pytest.mark.nightly) for seed in range(8, 40))]
)
def test_anything_that_the_tables_can_hold_comes_back_the_same(tmp_path: Path, seed: int) -> None:
    store = random_store(tmp_path / "store", random.Random(seed))
    assert_same(store, passed_on(store, tmp_path))


# --- bad files


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """A file of two small sessions, a night with its journal among them."""
    folder = tmp_path_factory.mktemp("own")
    store = folder / "store"
    night = folder / "n1.txt"
    night.write_text("\n".join(NIGHT.read_text().splitlines()[:8]))
    assert peder(store, "log", "n1", "--from", night).exit_code == 0
    played = Run(variants=[VARIANTS["texas-holdem"]], hands=2, players=3, seed=1, detail="cards")
    simulate(Store(store), played, session_id="r1")
    assert peder(store, "export", "json", "--all", "--out", folder / "all.jsonl").exit_code == 0
    return (folder / "all.jsonl").read_text().splitlines()


def summed(lines: list[str]) -> bytes:
    """The lines as a file whose last one says their checksum rightly."""
    end = json.loads(lines[-1])
    whole = "".join(f"{line}\n" for line in lines[:-1]).encode()
    end["sha256"] = hashlib.sha256(whole).hexdigest()
    return whole + json.dumps(end).encode() + b"\n"


def refused(tmp_path: Path, data: bytes) -> str:
    """The sentence for a file that is refused with nothing left behind."""
    file = tmp_path / "bad.jsonl"
    file.write_bytes(data)
    store = tmp_path / "store"
    result = peder(store, "import", "json", file)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1), result.output
    assert Store(store).session_ids() == [] == Store(store).unfinished()
    assert not list(store.rglob("*.jsonl"))
    return result.stderr


def changed(lines: list[str], kind: str, /, **fields: object) -> bytes:
    number = next(n for n, line in enumerate(lines) if json.loads(line)["type"] == kind)
    answer = json.loads(lines[number])
    new = json.dumps({name: value for name, value in (answer | fields).items() if value is not None})
    return summed([*lines[:number], new, *lines[number + 1 :]])


def test_what_isn_t_so_is_one_sentence(tmp_path: Path, lines: list[str]) -> None:
    hand = next(json.loads(line) for line in lines if '"hand"' in line and "texas" in line)
    cheated = [{**seat, "won": 10**6, "net": 10**6 - seat["paid"]} for seat in hand["seats"]]
    huge = "9" * 10_000
    for data, what in (
        (b"", "has no last line"),
        (b"{}\n", "line 1 isn't a line of peder's format"),
        (b"[" * 100_000 + b"\n", "line 1 isn't a line"),
        (lines[1].encode() + b"\n", "begins with a line of the type `peder`"),
        ("\n".join(lines[:-1]).encode(), "has no last line of the type `end`"),
        ("\n".join([*lines, lines[1]]).encode(), "it comes after the last line"),
        (changed(lines, "peder", version=2), "it is of version 2, and this peder reads 1"),
        (changed(lines, "peder", version=int(huge[:4000])), "isn't a line of peder's format"),
        (changed(lines, "session", kind="party"), "isn't a line of peder's format"),
        (changed(lines, "session", started_at="yesterday"), "isn't a line of peder's format"),
        (changed(lines, "session", chip_value="1e9999999"), "isn't a line of peder's format"),
        (changed(lines, "session", session_id=""), "can't name a session"),
        (changed(lines, "session", session_id="a" * 900), "is too long"),
        (changed(lines, "session", banker_id="nobody"), "no line names the player 'nobody'"),
        (changed(lines, "player", name="a" * 10_000), "isn't a line of peder's format"),
        (changed(lines, "hand", variant_id="snap"), "this version of peder doesn't know the game 'snap'"),
        (changed(lines, "hand", hand_no=int("9" * 30)), "isn't a line of peder's format"),
        (changed(lines, "hand", surprise=1), "isn't a line of peder's format"),
        (changed(lines, "hand", actions=[{"act": "fly"}]), "there is no act 'fly'"),
        (changed(lines, "hand", actions=[{"act": "deal_open", "card": "Zz"}]), "there is no card 'Zz'"),
        (changed(lines, "hand", seats=hand["seats"] * 2), "has a seat twice"),
        (changed(lines, "hand", seats=cheated), "paid and"),
        (changed(lines, "end", hands=1), "it counts 2 sessions, 1 hands"),
        ("\n".join(lines).replace('"chips":', '"chips": ', 1).encode(), "aren't those that were written"),
    ):  # fmt: skip
        assert what in refused(tmp_path, data), data[:300]


def test_a_file_cut_anywhere_is_refused_with_nothing_left(tmp_path: Path, lines: list[str]) -> None:
    data = "".join(f"{line}\n" for line in lines).encode()
    file, store = tmp_path / "cut.jsonl", Store(tmp_path / "store")
    draw = random.Random(1)
    ends = [*(draw.randrange(len(data)) for _ in range(60)), *range(len(data) - 20, len(data) - 1)]
    for cut in ends:
        file.write_bytes(data[:cut])
        with pytest.raises(PederError):
            import_json(store, file)
        assert not store.session_ids()
        assert not store.unfinished()


def test_lines_swapped_doubled_or_left_out_are_refused(tmp_path: Path, lines: list[str]) -> None:
    """Also where the file says no checksum, or a right one: what stands is whole, or one sentence."""
    file = tmp_path / "mixed.jsonl"
    draw = random.Random(2)
    for number in range(60):
        mixed = lines[:]
        one, two = draw.sample(range(len(lines)), 2)
        match number % 3:
            case 0:
                mixed[one], mixed[two] = mixed[two], mixed[one]
            case 1:
                mixed.insert(one, mixed[two])
            case _:
                del mixed[one]
        file.write_bytes("".join(f"{line}\n" for line in mixed).encode())
        store = Store(tmp_path / f"store{number}")
        with pytest.raises(PederError):
            import_json(store, file)
        if json.loads(mixed[-1])["type"] == "end":
            file.write_bytes(summed(mixed))
            try:
                import_json(store, file)
            except FileError:
                assert not store.session_ids()
            else:  # players, or sessions, in another order
                assert store.read("hands").height == json.loads(lines[-1])["hands"]


def test_other_encodings(tmp_path: Path, lines: list[str]) -> None:
    text = "".join(f"{line}\n" for line in lines)
    file = tmp_path / "a.jsonl"
    for number, data in enumerate(
        (
            text.encode("utf-8-sig"),
            text.encode("utf-16"),
            text.replace("\n", "\r\n").encode(),
            gzip.compress(text.encode()),
        )
    ):
        file.write_bytes(data)
        assert peder(tmp_path / f"store{number}", "import", "json", file).exit_code == 0
    assert "isn't UTF-8" in refused(tmp_path, text.replace("Anna", "Åse").encode("latin-1"))


def test_a_session_that_differs_isn_t_replaced_unless_say_written(tmp_path: Path, lines: list[str]) -> None:
    file, store = tmp_path / "a.jsonl", tmp_path / "store"
    file.write_bytes(summed(lines))
    assert peder(store, "import", "json", file).exit_code == 0
    before = everything(Store(store))
    file.write_bytes(changed(lines, "session", place="elsewhere"))
    result = peder(store, "import", "json", file)
    assert result.exit_code == 1
    assert "with other hands or settings: --replace imports it again" in result.stderr
    assert all(rows.equals(before[name]) for name, rows in everything(Store(store)).items())
    assert peder(store, "import", "json", file, "--replace").exit_code == 0
    assert "elsewhere" in Store(store).read("sessions")["place"].to_list()
    assert Registry.of(Store(store)).people.keys() == set(before["players"]["player_id"])


# --- another group's players


@pytest.fixture
def two_groups(tmp_path: Path) -> tuple[Path, Path]:
    """Our store, and a night that another group exported: both have an Anna and a Bo."""
    for name, winner, other in (("ours", "a", "Carl"), ("theirs", "b", "Dorte")):
        (tmp_path / "lines.txt").write_text(
            f"players Anna, Bo, {other}\nbanker b\nchip 1 kr\nseason s\n7s 14 +{winner}\nedit 1 7s 12 +{winner}\n"
            f"Frida joins\n7s 2 +{winner} ; said =a/anna\nbo paid 80 kr pizza\nend !\n"
        )
        peder(tmp_path / name, "log", f"night-{name}", "--from", tmp_path / "lines.txt", code=0)
    peder(tmp_path / "theirs", "export", "json", "--all", "--out", tmp_path / "theirs.jsonl", code=0)
    return tmp_path / "ours", tmp_path / "theirs.jsonl"


def balances(store: Path) -> dict[str, int]:
    rows = json.loads(peder(store, "settle", "--season", "s", "--json", code=0).stdout)
    return {row["player_id"]: int(row["balance"]) for row in rows if row["row"] == "account"}


@pytest.mark.danish
def test_another_group_s_players_are_kept_apart(two_groups: tuple[Path, Path]) -> None:
    store, file = two_groups
    before = balances(store)
    for result in ("imported", "there already"):
        done = peder(store, "import", "json", file, "--group", "Bo's club", "--json", code=0)
        assert [row["result"] for row in json.loads(done.stdout)] == [result]
    theirs = {"bo-s-club:anna": -34, "bo-s-club:bo": 90, "bo-s-club:dorte": -34, "bo-s-club:frida": -22}
    assert balances(store) == before | theirs
    peder(store, "check", "--deep", code=0)
    (store.parent / "more.txt").write_text("7s 2 +a\n")
    peder(store, "log", "night-theirs", "--from", store.parent / "more.txt", code=0)
    assert balances(store)["bo-s-club:anna"] == -34 + 6
    peder(store, "check", "--deep", code=0)
    peder(store, "players", "merge", "bo-s-club:bo", "bo", code=0)
    assert balances(store)["bo"] != before["bo"]


@pytest.mark.danish
def test_who_counts_as_a_player_of_ours_is_said(two_groups: tuple[Path, Path]) -> None:
    store, file = two_groups
    said = peder(store, "import", "json", file, code=0).stderr
    assert all(part in said for part in ("Anna (anna)", "Bo (bo)", "--group"))
    assert "Dorte" not in said
    assert "--group" not in peder(store, "import", "json", file, code=0).stderr  # it has the session by now
    assert "--group" not in peder(store.parent / "new", "import", "json", file, code=0).stderr
    peder(store, "import", "json", file, "--group", "club", "--replace", code=0)
    assert balances(store)["club:anna"] == -34


def test_at_a_terminal_it_is_asked_who_they_are(
    two_groups: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    store, file = two_groups

    def declined(people: Sequence[Person]) -> None:
        assert [one.name for one in people] == ["Anna", "Bo", "Frida"]
        raise FileError("no")

    with pytest.raises(FileError):
        import_json(Store(store), file, check=declined)
    assert not Store(store).has("night-theirs")
    assert "bo-s-club:anna" not in Registry.of(Store(store)).people
    monkeypatch.setattr("pipeline.commands.namesakes.can_ask", lambda: True)
    for answer, code in (("n\n", 1), ("y\n", 0)):
        said = peder(store, "import", "json", file, code=code, typed=answer).stderr
        assert "are Anna (anna), Bo (bo) and Frida (frida) the players here" in said
        assert Store(store).has("night-theirs") == (answer == "y\n")


def test_the_players_of_a_night_without_hands_are_counted(tmp_path: Path) -> None:
    sheet, file = tmp_path / "sheet.csv", tmp_path / "all.jsonl"
    sheet.write_text("date,Anna,Bo,Carl\n2025-03-14,10,-4,-6\n2025-03-21,5,-5,\n")
    peder(tmp_path / "one", "import", "csv", sheet, code=0)
    peder(tmp_path / "one", "export", "json", "--all", "--out", file, code=0)
    imported = peder(tmp_path / "other", "import", "json", file, "--json", code=0).stdout
    counted = [(row["players"], row["new_players"]) for row in json.loads(imported)]
    assert counted == [(3, 3), (2, 2)]
