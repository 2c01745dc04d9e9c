"""Who is meant by a name: typed by a person, or written in a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from pipeline.store.people import NAMESAKES, Person, PlayerError, Registry
from pipeline.store.player_names import fold_similar, is_printable, replace_unprintable, same_name
from pipeline.store.players import add_people, merge_pairs
from pipeline.store.store import Store

KNOWN = Registry(
    [
        Person(player_id="jose", name="José", aliases=("Pepe",)),
        Person(player_id="mr", name="Mr 🍇"),
        Person(player_id="mr-2", name="Mr 🍕"),
        Person(player_id="anna", name="Anna"),
        Person(player_id="pokernow:1", name="Anna", merged_into="anna"),
    ]
)


@pytest.mark.parametrize(
    ("text", "found", "matched"),
    [
        ("José", "jose", "jose"),
        ("JOSE\u0301 ", "jose", "jose"),
        ("jose", "jose", "jose"),  # the id
        ("Jose", "jose", None),
        ("pepe", "jose", "jose"),
        ("Pepe!", "jose", None),
        ("Mr 🍕", "mr-2", "mr-2"),
        ("mr 🍕\ufe0f", "mr", "mr-2"),
        ("Mr 🍔", "mr", None),
        ("ANNA", "anna", "anna"),
        ("\u0410nna", None, None),
        ("pokernow:1", "anna", "anna"),
        ("", None, None),
    ],
)
def test_a_person_is_forgiven_and_a_file_is_not(text: str, found: str | None, matched: str | None) -> None:
    ids = [person.player_id if person else None for person in (KNOWN.find(text), KNOWN.match(text))]
    assert ids == [found, matched]


def test_names_that_look_alike_are_shown_as_such() -> None:
    for other in ("Jose", "JOSÉ!", "J\u043es\u0435", "jose \U0001f355"):
        assert [person.player_id for person in KNOWN.with_similar_name(other)] == ["jose"]
    assert [person.player_id for person in KNOWN.with_similar_name("\u0410nn\u0430")] == ["anna"]


@given(st.lists(st.sampled_from(["Mr 🍇", "Mr 🍕", "Mr!", "mr", "Bo", "🍕"]), unique=True))
def test_new_ids_are_free_and_each_once(names: list[str]) -> None:
    ids = KNOWN.new_ids(names)
    assert list(ids) == names
    assert len({*ids.values(), *KNOWN.people}) == len(ids) + len(KNOWN.people)


@given(st.text(max_size=20), st.text(max_size=20))
def test_names_that_are_the_same_look_alike(one: str, other: str) -> None:
    if same_name(one) == same_name(other):
        assert fold_similar(one) == fold_similar(other)
    assert same_name(one.upper().lower()) == same_name(one.casefold().upper().lower())


@pytest.mark.parametrize(
    "emoji",
    [
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",  # a family
        "\U0001f3f4\u200d\u2620\ufe0f",  # a pirate's flag
        "\u2764\ufe0f\u200d\U0001f525",  # a heart on fire
        "\U0001f469\U0001f3fd\u200d\U0001f680",  # an astronaut, with the colour of her skin
        "\U0001f642\u200d\u2194\ufe0f",  # a head that shakes
    ],
)
def test_a_name_may_have_an_emoji_of_several_pictures(emoji: str) -> None:
    assert KNOWN.rename("jose", f"Bo {emoji}").people["jose"].name == f"Bo {emoji}"


def test_no_name_has_a_character_that_is_not_seen() -> None:
    family = "\U0001f468\u200d\U0001f467"
    hidden = ("B\u200do", f"Bo{family}\u200d", f"Bo\u200d{family}", "Bo\U0001f468\u200d\u200d\U0001f467")
    for name in (*hidden, "Bo\u200b", "Bo\U0001f468\u200c\U0001f467", "Bo\u202e"):
        with pytest.raises(PlayerError):
            KNOWN.rename("jose", name)
    assert same_name(f"Bo{family}") == same_name(f"Bo{family}".replace("\u200d", ""))


@given(st.text(st.sampled_from("a \t\u200b\u200c\u200d\u202e\ufe0f\u2764\U0001f3fd\U0001f468\U0001faff")))
def test_what_does_not_print_is_replaced_once(text: str) -> None:
    shown = replace_unprintable(text)
    assert is_printable(shown)
    assert len(shown) == len(text)
    assert replace_unprintable(shown) == shown
    assert shown == text or not is_printable(text)


def test_of_many_namesakes_the_same_names_come_first_and_no_more_than_a_screenful() -> None:
    crowd = [Person(player_id=f"x{n}", name="Bo" + "!" * (n + 1)) for n in range(100)]
    known = Registry([*crowd, Person(player_id="bo", name="Bo"), Person(player_id="site:bo", name="bo")])
    others = known.namesakes("site:bo")
    assert others[0].player_id == "bo"
    assert len(others) == NAMESAKES


def test_pairs_are_merged_in_one_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each pair as `merge_players` would: chains, what can't be, and the table is written once."""
    store = Store(tmp_path)
    add_people(store, [Person(player_id=name, name=name.title()) for name in ("a", "b", "c", "d")])
    written: list[int] = []
    put = Store._put_reference
    monkeypatch.setattr(Store, "_put_reference", lambda *args: (written.append(1), put(*args)))
    errors = merge_pairs(store, [("a", "b"), ("c", "a"), ("b", "b"), ("a", "d"), ("x", "d"), ("b", "d")])
    assert [str(error) if error else "" for error in errors] == [
        "",
        "",
        "'b' and 'b' are the same player already.",
        "'a' was merged into B before: merge B, or `peder players split a` first.",
        "There is no player 'x', or more than one: the players are B, D.",
        "",
    ]
    assert (len(written), {id_: one.merged_into for id_, one in Registry.of(store).people.items()}) == (
        1,
        {"a": "b", "b": "d", "c": "b", "d": None},
    )
    assert set(Registry.of(store).people["d"].aliases) == {"A", "B", "C"}


def test_a_split_takes_back_all_that_a_chain_of_merges_gave() -> None:
    people = [
        Person(player_id="anna", name="Anna", aliases=("Annie",), pay_to="12345678"),
        Person(player_id="bo", name="Bo"),
        Person(player_id="carl", name="Carl", aliases=("Kalle",)),
    ]
    before = Registry(people)
    known = before.merge("anna", "bo").merge("bo", "carl")
    assert known.pay_to("carl") == "12345678"
    known = known.split("anna")
    assert (known.pay_to("anna"), known.pay_to("bo"), known.pay_to("carl")) == ("12345678", "", "")
    assert (known.people["carl"].aliases, known.people["bo"].aliases) == (("Kalle", "Bo"), ())
    assert known.split("bo").people == before.people
    own = Registry([people[0], Person(player_id="bo", name="Bo", pay_to="87654321")])
    assert own.merge("anna", "bo").split("anna").people == own.people


@pytest.mark.parametrize(
    ("people", "names"),
    [
        ([("bo", None), ("pokernow:x", None)], ["Bo", "Bo (PokerNow)"]),
        ([("pokernow:x", None), ("phh:bo", None)], ["Bo (PokerNow)", "Bo (PHH)"]),
        ([("pokernow:x", None), ("pokernow:y", None)], ["Bo (PokerNow x)", "Bo (PokerNow y)"]),
        ([("bo", "b"), ("bo-2", "q")], ["Bo", "Bo (q)"]),
        ([("a", None), ("b", None)], ["Bo (a)", "Bo (b)"]),
        ([("robert", "r"), ("pokernow:x", None)], ["Bo (r)", "Bo (PokerNow)"]),
        ([("a", "ohh"), ("ohh:x", None)], ["Bo (a)", "Bo (OHH x)"]),
    ],
)
def test_a_namesake_is_found_by_what_is_shown(people: list[tuple[str, str | None]], names: list[str]) -> None:
    known = Registry([Person(player_id=one, name="Bo", handle=handle) for one, handle in people])
    ids = [player_id for player_id, _ in people]
    shown = known.told_apart(ids)
    assert [shown.name_of(player_id) for player_id in ids] == names
    assert [known.get(name).player_id for name in names] == ids
    assert [known.get(name.upper()).player_id for name in names] == ids
    assert known.find("Bo (other)") is known.find("Carl (PokerNow)") is known.find("(PokerNow)") is None
