"""Translates a hand in spoken words to the log's notation: ``follow the queen 20, queen then 7, dorte wins`` is
``follow-the-queen 20 +d ; queen then 7``.

The sentence is a game and parts in any order; `spoken_parts` tries every part at each word. Words that match no part become
a note if they stand alone between commas and name no player; otherwise the sentence isn't understood. A missing part makes
a `Question`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.api import Catalogue
from language import tr
from pipeline.bank.money import parse_chips
from pipeline.night.parser.hands import check_name_of_one, exact_game
from pipeline.night.parser.lines import LogError
from pipeline.night.parser.marking import Players
from pipeline.night.parser.spoken_facts import HandFacts, did_win_too
from pipeline.night.parser.spoken_game import game_words, names_other_game, take_call, with_additions
from pipeline.night.parser.spoken_parts import between_commas, take_part, take_parts
from pipeline.night.parser.spoken_questions import Missing, Question
from pipeline.night.parser.spoken_words import VERB


def unknown_in_hand(plain: str, games: Catalogue, players: Players) -> str:
    """Return the words of a spoken hand that aren't understood; "" if it isn't a hand, or if they can't be determined."""
    call, rest = take_call(plain, games)
    if not call or call[0] == "?":
        return ""
    facts, unread = HandFacts(players), ""
    for part in between_commas(rest):
        bare = facts.bare
        unknown = take_part(facts, part)
        if not unread and (unknown or facts.bare != bare):
            unread = unknown if len(unknown.split()) > 1 else part
    return unread if "," in rest or VERB.search(rest) else ""


def read_hand(
    text: str, plain: str, players: Players, usual: str, games: Catalogue, carried: int
) -> str | Question | None:
    """Return a hand's line from the sentence `text`, or a question if something is missing.

    `plain` is the sentence with its players marked, `usual` the dealer's usual call ("" for none), `carried` the chips that
    lie in the pot from the hands before. Returns None if the sentence isn't a hand, or isn't understood.
    """
    call, rest = take_call(plain, games)
    facts = HandFacts(players, carried=carried)
    game = exact_game(game_words(call.split()), games)
    if game is not None:
        facts.is_in_or_out = game[0].in_or_out
        facts.matches_pot = game[0].matches_pot
        facts.has_halves = game[0].share.value != "high" or "hilo" in call.split()
        facts.has_side_pots = game[0].all_in
    if not take_parts(facts, rest):
        return None
    if game is not None and names_other_game(plain, call, game, facts.remarks, games):
        return None
    if not call or call[0] == "?":
        first = game_words(plain.split())
        for count in range(len(first), 0, -1):
            check_name_of_one(first[:count])
        if not ((facts.wins or facts.ending) and facts.parts):
            return None
        if call or not usual or facts.remarks:  # the unknown words may be a game's name
            return Question(Missing.GAME, text)
        call = usual
    elif not (facts.parts or facts.wins or facts.level or facts.bare or facts.amounts):
        return None
    whole = with_additions(facts, call, games)
    return None if whole is None else _line(facts, whole, text)


_NO_LOW = frozenset({"lo", "low", "lows", "lav", "lave", "lavt"})
"""Words of a note that says there was no low hand."""


def _settle(facts: HandFacts) -> None:
    """Combine the parts: the winner if only a meld or a loser is named, and the chips of the others."""
    if not facts.wins and not facts.ending:
        with_meld = set(facts.shown) | {facts.bare} - {""}
        stayed = [one for one, stake in facts.stakes.items() if stake != "-" and one not in facts.lost]
        if facts.is_in_or_out and facts.lost and len(stayed) == 1:
            facts.win(f"<{stayed[0]}>")
        elif (
            len(with_meld) == 1
            and not facts.is_in_or_out
            and with_meld.isdisjoint({*facts.lost, *facts.open})
        ):
            facts.win(f"<{with_meld.pop()}>")
    _share_boards(facts)
    if facts.main and not any(win[4] for win in facts.wins):
        for win in facts.wins:
            win[4] = "" if win[0] in facts.main else "side"  # `bo wins, anna main`
    for win in facts.wins:
        win[3] = win[3] or facts.shown.pop(win[0], "")
    if facts.rest and facts.level is None:
        facts.level, facts.rest = facts.rest, ""
    facts.others = facts.rest or facts.others
    if len(facts.wins) == 1 and facts.has_halves and not facts.wins[0][2]:
        if facts.takes_all:
            facts.wins[0][2] = "both"
        elif any(_NO_LOW.intersection(note.split()) for note in facts.notes):
            facts.wins[0][2] = "high"
    winners = [win[0] for win in facts.wins]
    in_hand = {*winners, *facts.acted}
    if facts.others is None:
        unnamed = [one for one in facts.dealt_in if one not in facts.stakes and one not in in_hand]
        is_called = bool(facts.callers) and len(in_hand) > 1 and not facts.is_in_or_out
        is_between = facts.is_between_two or facts.some_in or is_called
        facts.open += [one for one in unnamed if is_between and one not in facts.open]
        return
    chips = facts.others or (facts.level if facts.is_of_each else "")
    for handle in facts.dealt_in:
        if handle in facts.stakes or handle in winners:
            continue
        if handle not in in_hand:
            facts.fold(f"<{handle}>", chips or None)
        elif not facts.callers:  # `anna bets, bo raises, the rest folded at 8`
            facts.fold(f"<{handle}>", None)


def _put_in(facts: HandFacts) -> bool:
    """Take chips after names as what these players put in. Returns False if they may be something else, such as shares of
    the pot. Raises LogError for more than the level.
    """
    winners = {win[0] for win in facts.wins}
    level = facts.level and parse_chips(facts.level)
    if winners and level and winners.isdisjoint(facts.amounts) and not facts.pot:  # 7s 14, bo 3, dorte wins
        for handle, chips in facts.amounts.items():
            if (put_in := parse_chips(chips)) > level:
                raise LogError(
                    tr(
                        "{name} put in {chips}, more than the {level} of each who stayed: write the right number.",
                        name=facts.players[handle].name,
                        chips=put_in,
                        level=level,
                    )
                )
            facts.stake(f"<{handle}>", "" if put_in == level else chips)
        return True
    if not winners or not winners <= set(facts.amounts) or facts.pot:
        return False
    if len(facts.amounts) == 1:  # bo 300, winner bo: the pot
        facts.pot = facts.amounts[winners.pop()]
        return True
    if facts.level:
        return False
    facts.level = max(facts.amounts.values(), key=parse_chips)
    named = {*facts.amounts, *facts.stakes, *facts.open}
    facts.open += [
        handle for handle in facts.dealt_in if handle not in named and facts.others is None and not facts.rest
    ]
    for handle, chips in facts.amounts.items():
        facts.stake(f"<{handle}>", "" if parse_chips(chips) == parse_chips(facts.level) else f"={chips}")
    return True


def _share_by_quarters(facts: HandFacts) -> bool:
    """Set the winners from quarters of the pot: the high hand wins a half, and the low half is shared. Returns False if the
    quarters don't add up to the pot. Raises LogError for a game without halves, whose shares must be given in chips.
    """
    if facts.wins and [*facts.quarters.values()] == [2] and len(facts.wins) == 1:  # and the other half
        facts.win(f"<{next(iter(facts.quarters))}>")
        return True
    rest = [one for one, number in facts.quarters.items() if not number]
    left = 4 - sum(facts.quarters.values())
    if len(rest) > 1 or (left > 0) != bool(rest) or left < 0 or facts.wins:
        return False
    quarters = facts.quarters | dict.fromkeys(rest, left)
    if len(set(quarters.values())) == 1 and len(quarters) > 1:
        facts.win(" ".join(f"<{one}>" for one in quarters))
        return True
    high = [one for one, number in quarters.items() if number >= 2]
    if not facts.has_halves or len(high) != 1:
        raise LogError(tr("Write what each won in chips, such as 7s 10 +a38 +b12."))
    facts.win(f"<{high[0]}>", "", "high")
    for one, number in {high[0]: quarters.pop(high[0]) - 2, **quarters}.items():
        if number:
            facts.win(f"<{one}>", "", "low")
    return True


def _share_side_pot(facts: HandFacts) -> bool:
    """Compute the chips of main pot and side pot in a game whose rules have no side pots, if a player was in for less.
    Returns False if they can't be determined.
    """
    short = {stake[1:] for stake in facts.stakes.values() if stake.startswith("=")}
    folded = [stake for stake in facts.stakes.values() if stake[:1].isdigit()]
    if facts.level is None or len(short) != 1 or facts.open or facts.pot or any(win[1] for win in facts.wins):
        return False
    least, level = parse_chips(short.pop()), parse_chips(facts.level)
    stayed = [one for one in facts.dealt_in if facts.stakes.get(one, "") == ""]
    put_in = [
        *(level for _ in stayed),
        *(least for stake in facts.stakes.values() if stake.startswith("=")),
        *map(parse_chips, folded),
    ]
    pots = {
        "": sum(min(chips, least) for chips in put_in),
        "side": sum(max(chips - least, 0) for chips in put_in),
    }
    if sorted(win[4] for win in facts.wins) != ["", "side"]:
        return False
    for win in facts.wins:
        win[1], win[4] = str(pots[win[4]]), ""
    return True


def _share_boards(facts: HandFacts) -> None:
    """Give each board of a hand that was run twice to who won it. Raises LogError if that isn't said."""
    if not facts.is_twice or not facts.wins:
        return
    if not any(win[4] == "again" for win in facts.wins):
        (*first, last) = facts.wins
        if first:
            last[4] = "again"
        elif last[2] == "both":
            last[2] = ""
            facts.wins.append([last[0], "", "", "", "again"])
    boards = [[win[0] for win in facts.wins if (win[4] == "again") is again] for again in (False, True)]
    if not all(boards):
        raise LogError(tr("Who won each board? Write such as anna wins the first, bo the second."))


def _line(facts: HandFacts, call: str, text: str) -> str | Question | None:
    """Return the hand's line, or a question on what is missing; None if a player is named without an action."""
    if facts.level_or_pot:
        raise LogError(
            tr(
                "Did each put in {chips}, or was that the pot? Write {chips} each, or pot {chips}.",
                chips=facts.level_or_pot,
            )
        )
    if facts.quarters and not _share_by_quarters(facts):
        return None
    if facts.amounts and not _put_in(facts):
        is_all = len(facts.amounts) == 1 and not (facts.wins or facts.ending or facts.bare or facts.pot)
        return Question(Missing.WINNER, text) if is_all else None
    _settle(facts)
    if facts.is_heads_up and len(_stayed(facts)) != 2:
        raise LogError(
            tr(
                "Who was heads up? Name both, and what the others put in: anna beats bo, the others folded at 3."
            )
        )
    if any(win[4] == "side" for win in facts.wins) and not facts.has_side_pots and not _share_side_pot(facts):
        return None
    _require_called(facts)
    _require_one_result(facts)
    winners = {win[0] for win in facts.wins}
    if facts.bare and facts.bare not in winners | set(facts.shown) | {facts.dealer}:
        if len(winners) == 1:
            raise did_win_too(facts.bare, winners.pop(), facts.players)
        return None
    if not facts.wins and not facts.ending:
        return Question(Missing.WINNER, text, in_words=bool(facts.parts))
    if len(facts.wins) == 1 and facts.wins[0][1] and facts.pot is None:
        facts.pot, facts.wins[0][1] = facts.wins[0][1], ""
    _require_other_half(facts)
    exact = all(win[1] for win in facts.wins) and bool(facts.wins)
    if facts.level is None and facts.pot is None and exact:
        facts.pot = str(sum(parse_chips(win[1]) for win in facts.wins))
    put_in = {handle for handle, stake in facts.stakes.items() if stake.startswith("=")}
    if facts.level is None and facts.pot is None:
        if not facts.all_in and all(one in facts.stakes for one in facts.dealt_in):
            stays = {facts.stakes[one][1:] for one in put_in}
            facts.all_in = (
                stays.pop() if len(stays) == 1 else ""
            )  # `anna and bo in for 16, the rest folded at 1`
        if not (facts.all_in and winners <= put_in):
            return Question(Missing.LEVEL, text)
        facts.level = facts.all_in
        rest = [
            handle for handle in facts.dealt_in if handle not in facts.stakes and handle not in facts.open
        ]
        if facts.big_blind:
            facts.stakes |= dict.fromkeys(rest, "0")
        else:
            facts.open += rest
    if both := winners.intersection(facts.open):
        name = facts.players[both.pop()].name
        raise LogError(tr("{name} can't have folded and won: write one of them.", name=name))
    if open_ := tuple(handle for handle in facts.open if handle not in winners):
        return Question(Missing.STAKE, text, open_)
    if _is_below_blind(facts):
        return Question(Missing.FOLDED, text)
    head = [f"{facts.dealer}:{call}" if facts.dealer else call, facts.level or f"={facts.pot}"]
    main = [win for win in facts.wins if not win[4]]
    side = [win for win in facts.wins if win[4] == "side"]
    again = [win for win in facts.wins if win[4] == "again"]
    if side and not main:
        return Question(Missing.WINNER, text)
    won = [*map(_win_text(facts), main), *(["side"] if side else []), *map(_win_text(facts), side)]
    won += [*(["again"] if again else []), *map(_win_text(facts), again)]
    words = [*head, *_clauses(facts, winners), *won, facts.ending]
    if facts.level and facts.pot:
        words.append(f"={facts.pot}")
    if facts.notes:
        words.append("; " + ", ".join(facts.notes))
    return " ".join(filter(None, words))


def _is_below_blind(facts: HandFacts) -> bool:
    """Whether a pot is too small for all who may have stayed to have called the big blind: some folded."""
    if facts.big_blind is None or facts.level is not None or facts.pot is None:
        return False
    known = [stake.removeprefix("=") for stake in facts.stakes.values() if stake]
    stayed = [one for one in facts.dealt_in if not facts.stakes.get(one)]
    put_in = parse_chips(facts.pot) - facts.carried
    rest = put_in - sum(parse_chips(stake) for stake in known if stake[:1].isdigit())
    return bool(stayed) and rest < facts.big_blind * len(stayed)


def _require_other_half(facts: HandFacts) -> None:
    """Raise LogError if all that was won is the low half or the spades' though others stayed: the best hand has won the other half."""
    winners = {win[0] for win in facts.wins}
    others = [
        one
        for one in facts.dealt_in
        if one not in winners and not facts.stakes.get(one) and one not in facts.open
    ]
    if others and facts.wins and all(re.search("lo|lav|spa", win[2]) for win in facts.wins):
        raise LogError(
            tr("Who won the other half? Name its winner too, such as bo high; or say who wins it all.")
        )


def _require_one_result(facts: HandFacts) -> None:
    """Raise LogError for a pot that one player won, and in which another beat a player: ``bo wins, anna beats carl``."""
    winners = {win[0] for win in facts.wins}
    is_shared = any(chips or half or pot for _, chips, half, _, pot in facts.wins)
    if is_shared or not facts.winners_over:
        return
    if doubtful := (winners - {*facts.winners_over}) | (winners & {*facts.losers_to}):
        names = [facts.players[one].name for one in facts.dealt_in if one in winners | doubtful]
        raise LogError(
            tr(
                "Who won, {names}? Name one winner, or write that they split.",
                names=tr(" or ").join(names),
            )
        )


def _require_called(facts: HandFacts) -> None:
    """Raise LogError if a player called and all others folded: the line lacks the player whose bet was called."""
    stayed = _stayed(facts)
    if facts.callers and len(stayed) == 1 and stayed[0] in facts.callers:
        name = facts.players[stayed[0]].name
        raise LogError(
            tr("Whose bet did {name} call? Name who else was in, such as bo all in 30.", name=name)
        )


def _stayed(facts: HandFacts) -> list[str]:
    """Return the players who didn't fold or sit out, as far as that is said."""
    return [one for one in facts.dealt_in if not re.match(r"\d|-", facts.stakes.get(one, ""))]


def _clauses(facts: HandFacts, winners: set[str]) -> list[str]:
    """Return the actions of the other players, and the chips of the winners."""
    clauses = []
    for handle in facts.players:
        stake = facts.stakes.get(handle)
        if handle in facts.cards and facts.level and not stake:
            stake = f"={parse_chips(facts.level) + facts.cards[handle]}"
        marks = "*" if handle in facts.pedere and handle not in winners else ""
        is_loser = facts.matches_pot and bool(winners) and stake == "" and handle not in winners
        if handle in facts.matched or is_loser:
            stake, marks = "", f"!{facts.matched.get(handle, '')}{marks}"
        both = " both" if handle in facts.both else ""
        if handle in facts.shown and handle not in winners:
            both = f"{both} {facts.shown[handle]}"
        if (stake is None or (stake == "" and handle in winners)) and not marks and not both:
            continue
        clauses.append(f"{handle}{stake or ''}{marks}{both}")
    return sorted(clauses, key=str.isalpha)  # a bare handle last would be read as the winner


def _win_text(facts: HandFacts) -> Callable[[list[str]], str]:
    def text(win: list[str]) -> str:
        handle, chips, half, meld, _ = win
        marks = "*" if handle in facts.pedere else ""
        return " ".join(filter(None, [f"+{handle}{chips}{marks}", "spade" if "spa" in half else half, meld]))

    return text
