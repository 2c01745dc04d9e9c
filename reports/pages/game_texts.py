"""The texts of the script of the page of games (`assets/games/`), which fills in their places."""

from __future__ import annotations

from language import mark

TEXTS = {
    # amounts
    "chips": mark("{n} chips"),
    "either": mark("±{amount}"),
    "in_chips": mark("chips"),
    "share": mark("{n} %"),
    "fewer": mark("< {n} %"),
    "more": mark("> {n} %"),
    "ends": mark("{low} to {high}"),
    "minutes": mark("{n} min"),
    "hours": mark("{n} h"),
    "about": mark("about {amount}"),
    # what the figures assume, and which games are left
    "reckoned": mark("For a stack of {stack} and evenings of {hours}."),
    "worth": mark("For a stack of {stack}, which is {money}, and evenings of {hours}."),
    "left": mark("{n} of {all} games"),
    "none": mark("No game is left: widen the choice."),
    # a dot, a card
    "dot": mark("{usual} on two evenings of three"),
    "dot_gone": mark("{gone} lose {stack}"),
    "dot_pace": mark("{minutes} until a pot is won"),
    "guessed": mark("estimated from {n} hands"),
    "evening": mark(
        "{gone} of players lose a stack of {stack} in an evening of {game}. Two evenings of three end within "
        "{usual}, one in twenty above {high}, one in twenty below {low}; {ahead} go home ahead."
    ),
    "rough": mark(
        "Too few hands of {game} are known to see whole evenings of {hours}. From how much an hour varies, "
        "two of three would end within about {usual}."
    ),
    "nothing": mark("Too few hands of {game} are known to tell what an evening of it brings."),
    "usual": mark("Two evenings of three within"),
    "usual_note": mark("{low} to {high}, from {n} evenings of {players} players ({lineup})"),
    "gone": mark("Lose the stack"),
    "gone_note": mark("95 % interval {low} to {high}"),
    "ahead": mark("Go home ahead"),
    "drawdown": mark("Deepest drawdown"),
    "drawdown_note": mark("the median; one evening in twenty falls {high} or more"),
    "pot": mark("The middle pot"),
    "pot_note": mark("half lie between {low} and {high}, one in ten above {top}"),
    "peder": mark("Hands that cost a peder or more"),
    "peder_note": mark("the worst one in twenty cost {mean} on average"),
    "pace": mark("Until a pot is won"),
    "pace_note": mark("{n} hands an evening; the pace is assumed"),
    "pace_known": mark("{n} hands an evening; the pace is measured on this group's nights"),
    "typical": mark("Typical of the games here: {amount}."),
    "showdown": mark("Hands that come to a showdown"),
    "carried_note": mark("in {share} the pot goes on to the next hand"),
    "fan": mark(
        "{n} evenings as they were played, in {unit}. Nine of ten stay within the light grey, half within the "
        "darker grey. The dashed line is the stack: an evening that touches it has lost it, and is orange."
    ),
    "curve": mark(
        "The share of a player's hands that bring this much or less, in {unit}. {none} lose no more than the "
        "ante, {win} win something; the middle half lies between {low} and {high}."
    ),
    "curve_even": mark(
        "The share of a player's hands that bring this much or less, in {unit}. {none} lose no more than the "
        "ante, {win} win something; half or more bring {low}."
    ),
    "curve_point": mark("{share} bring at most {amount}"),
    "fan_point": mark("{amount} after {hours}"),
    "drawdowns_lead": mark(
        "Over {hours} h ({n} evenings) of {game}, half of all players fall {middle} or more from their best, "
        "and one in twenty {deep} or more, however well they play."
    ),
    "drawdowns": mark(
        "The deepest drawdown in {unit} by hours played: the line is the median player; the darker area "
        "covers six players of ten, the lighter one nine. The dashed lines are one, two and four stacks. "
        "From {n} evenings of {players} players ({lineup}), drawn at random."
    ),
    "drawdowns_line": mark("a stack"),
    "drawdowns_lines": mark("{n} stacks"),
    "drawdowns_hours": mark("{hours} h, {n} evenings"),
    "drawdowns_one": mark("{hours} h, about one evening"),
    "drawdowns_middle": mark("the median player: {amount}"),
    "drawdowns_deep": mark("one in twenty: {amount} or more"),
    "drawdowns_stacks": mark("{n} stacks or more: {share}"),
    "drawdowns_stack": mark("a stack or more: {share}"),
    "melds_none": mark("No known hand came to a showdown."),
    "melds": mark(
        "Half of the winners have {meld} or better. At the showdown, {half} or better wins at least half the time."
    ),
    "melds_of_winners": mark(
        "Half of the winners have {meld} or better. How often a meld wins isn't known: the melds of players who lost weren't logged."
    ),
    "meld": mark("Meld"),
    "meld_won": mark("Share of winners"),
    "meld_rate": mark("Wins when shown"),
    "skill": mark(
        "Between the profiles {profile} and {other}, skill is worth {edge} per hundred hands. It weighs as much as "
        "luck after {n} hands ({low} to {high}), and makes up {share} of what separates the two in an "
        "evening."
    ),
    "skill_even": mark(
        "{deals} deals, each played in every seating, don't separate the profiles {profile} and {other}: skill "
        "matters too little here to be seen."
    ),
    "skill_open": mark("no end known"),
    "skill_none": mark("What skill is worth here has not been measured."),
    "who": mark("Who plays"),
    "who_hour": mark("Spread of an hour"),
    "who_few": mark("too few hands: play about {needed}"),
    "who_sample": mark("Effective sample"),
    "who_one": mark(
        "Only one kind of player has played it ({lineup}), so how much depends on who plays is not known."
    ),
    "who_many": mark(
        "Who plays changes how much an hour varies: {times} times, from {low} to {high}. The figures of "
        "hands and pots are for all of them together."
    ),
    # side by side
    "together": mark("{who} together"),
    "compared_lineups": mark("How much an hour varies with each of the {n} line-ups that played them."),
    "compared_by_one": mark(
        "Only one kind of player has played these ({lineup}), so whether the answer depends on who plays is not "
        "known."
    ),
    "compared_times": mark("{a} against {b}"),
    "compared_each": mark("The games side by side, an evening of each"),
    "compared_of": mark("The games side by side, an evening of each ({lineup})"),
    "choose": mark("Choose two games, or three."),
    "wilder": mark(
        "{a} is wilder than {b}: what a player wins or loses in an hour varies {times} times as much."
    ),
    "wilder_hand": mark(
        "{a} is wilder than {b}: what a player wins or loses in as many hands varies {times} times as much."
    ),
    "sure": mark("Certain for each of the {lineups} line-ups: {low} to {high} times."),
    "sure_one": mark("Certain for these players ({who}): {low} to {high} times."),
    "seems": mark(
        "{a} seems wilder than {b}: what a player wins or loses in an hour varies {times} times as much."
    ),
    "seems_hand": mark(
        "{a} seems wilder than {b}: what a player wins or loses in as many hands varies {times} times as much."
    ),
    "unsure": mark("Not certain: the hands allow {low} to {high} times."),
    "unsure_people": mark("Not certain: chance, or how real people play, may reverse it."),
    "widths": mark(
        "Uncertainty: ±{percent} % from the hands played; {low} to {high} times as much, from how real people play."
    ),
    "turned": mark(
        "Which of {a} and {b} is wilder depends on who plays: what a player wins or loses in an hour varies"
        " {low} to {high} times as much at {a}, and less when {other} plays."
    ),
    "few": mark("Too few hands are known to tell which of {a} and {b} is wilder: play about {n} of each."),
    "even": mark("{a} and {b} vary about equally, as far as the hands show: {low} to {high} times."),
    "loses": mark("A stack of {stack} is lost on {games}."),
    "loses_one": mark("{gone} of the evenings of {game}"),
    "quicker": mark("{a} is quicker: {n} pots an evening, against {m} at {b}."),
    "and": mark("and"),
}
"""Texts by the script's key."""
