"""Plain questions of people, in both languages, to the page of hands: the hands that it finds are those of a query written by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import polars as pl
import pytest
from duckdb import DuckDBPyConnection

from engine.kernel.actions import Act, pack
from language import speaking
from pipeline.analysis.marts import open_marts
from pipeline.store.store import Store
from reports.page import render
from reports.pages.hands import hands_page, season_hands_page
from reports.search.columns import PackedHands, pack_season
from reports.search.fields import parse
from reports.search.hands import find_hands
from tests.reports.browser import Browser
from tests.reports.house import build_house

DAYS = ["2026-01-09", "2026-02-06", "2026-03-06", "2026-03-14", "2026-04-03", "2026-05-01"]
"""The nights: Fridays, but for a Saturday in March."""

HAND = "select n, no from h where "
SEAT = "select distinct n, no from s join h using (n, no) where "


def top(key: str, where: str = "true", n: int = 1, rows: str = "h") -> str:
    """The hands that have the most of something."""
    tie = "rank()" if n == 1 else "row_number()"
    return f"select n, no from {rows} where {where} qualify {tie} over (order by {key} desc, {'1' if n == 1 else 'n, no'}) <= {n}"


SEATS = "(s join h using (n, no))"


def nth(place: int, order: str, where: str = "true") -> str:
    """The hand at this place of an order; of equal hands, the earlier comes first."""
    rows = "h" if order.startswith("pot") else SEATS
    return f"select n, no from {rows} where {where} qualify row_number() over (order by {order}, n, no) = {place}"


def wild(ranks: str, added: str) -> str:
    """Whether a rank is wild by the game's rules (in words) or by what the dealer added."""
    return f"(wild like '%{ranks}%' or additions like 'wild%{added}%')"


def met(player: str) -> str:
    """Whether a player was in the hand."""
    return f"(n, no) in (select (n, no) from s where who = '{player}')"


def took(player: str) -> str:
    """Whether a player won a part of the pot."""
    return f"(n, no) in (select (n, no) from s where who = '{player}' and won)"


LOWS = ["6-4", "6-4-3-2-A", "A-2-3-4-6", "8-6-4", "T-6", "26.5", None]
SIX_FOUR = "announced in ('6-4', '6-4-3-2-A', 'A-2-3-4-6')"
WITH_WILD = "(wild != '' or additions like 'wild%' or additions like '%joker%')"
HELD = "s.meld in ('full_house', 'four', 'straight_flush', 'five')"
QUESTIONS = [
    # superlatives
    (top("pot"), "the biggest pot", "den største pulje"),
    (top("pot"), "What was the largest pot of the season?", "Hvad var sæsonens største pulje?"),
    (top("pot", n=5), "five biggest pots", "de fem største puljer"),
    (top("-pot"), "the smallest pot", "mindste pulje"),
    (top("pot", "who = 'Dorte' and won", rows=SEATS), "Dorte's biggest pot", "Dortes største pulje"),
    (top("pot", "who = 'Bo' and won", rows=SEATS), "Bo's largest pot ever", "Bos største pot nogensinde"),
    (top("pot", "who = 'Bo' and net < 0", rows=SEATS), "biggest pot Bo lost", "største pulje Bo tabte"),
    (top("-net", "who = 'Bo'", rows=SEATS), "Bo's worst hand", "Bos værste hånd"),
    (top("net", "who = 'Anna'", rows=SEATS), "Anna's best hand", "Annas bedste hånd"),
    (top("net", "who = 'Erik' and net > 0", rows=SEATS), "Erik's biggest win", "Eriks største gevinst"),
    (top("-net", "who = 'Erik' and net < 0", rows=SEATS), "Erik's biggest loss", "Eriks største tab"),
    (top("-net", "who = 'Søren' and net < 0", n=3, rows=SEATS), "Søren's three biggest losses", "Sørens tre største tab"),
    (top("-net", rows=SEATS), "the worst loss", "det værste tab"),
    (top("-net", "who = 'Bo'", rows=SEATS), "Which hand did Bo lose the most in?", "Hvilken hånd tabte Bo mest i?"),
    (top("(n, no)", "who = 'Bo' and won", rows=SEATS), "last hand Bo won", "sidste hånd Bo vandt"),
    (top("(n, no)", "who = 'Carl' and won", rows=SEATS), "When did Carl last win?", "Hvornår vandt Carl sidst?"),
    ("select n, no from s where who = 'Anna' and meld = 'flush' order by n, no limit 1", "Anna's first flush", "Annas første flush"),
    ("select n, no from h where n = '2026-06' order by no limit 1", "first hand last night", "første hånd sidste aften"),
    (top("secs"), "the longest hand", "den længste hånd"),
    (top("chain_hands", "chain_hands > 1"), "longest carried pot", "længste overførte pulje"),
    # amounts
    (HAND + "kr > 20", "pots over 20 kr", "puljer over 20 kr"),
    (HAND + "kr > 12.5", "pots over 12.50 kr", "puljer på mere end 12,50 kr"),
    (HAND + "pot > 60", "pots over 60", "puljer over 60"),
    (HAND + "pot >= 60", "pots of at least 60 chips", "puljer på mindst 60 chips"),
    (HAND + "kr between 10 and 20", "pots between 10 and 20 kr", "puljer mellem 10 og 20 kr"),
    (HAND + "pot < 20", "pots under 20 chips", "puljer under 20 jetoner"),
    (HAND + "pot > 50", "pots over a peder", "puljer over en peder"),
    (SEAT + "net * 0.25 < -5", "lost more than 5 kr", "tabte mere end 5 kr"),
    (SEAT + "who = 'Bo' and net * 0.25 < -5", "Bo lost more than 5 kr", "Bo tabte mere end 5 kr"),
    (SEAT + "who = 'Bo' and net > 30", "Bo won more than 30 chips", "Bo vandt mere end 30 chips"),
    (SEAT + "net * 0.25 < -5 and n = '2026-06'", "who lost more than 5 kr last night", "hvem tabte over 5 kr sidste aften"),
    (SEAT + "who = 'Dorte' and won and kr > 10", "pots Dorte won over 10 kr", "puljer Dorte vandt over 10 kr"),
    (SEAT + "who = 'Bo' and net < 0 and kr >= 10", "Bo lost a pot of at least 10 kr", "Bo tabte en pulje på mindst 10 kr"),
    # times
    (HAND + "n = '2026-06'", "last night", "sidste aften"),
    (SEAT + "n = '2026-06' and who = 'Anna' and won", "Anna won last night", "Anna vandt sidste aften"),
    (HAND + "n >= '2026-04'", "the last three nights", "de sidste tre aftener"),
    (HAND + "n between '2026-02' and '2026-04'", "nights 2 to 4", "aften 2 til 4"),
    (HAND + "month(day) = 3", "hands in March", "hænder i marts"),
    (SEAT + "month(day) = 3 and who = 'Bo' and won", "what did Bo win in March 2026? hands Bo won", "hænder Bo vandt i marts 2026"),
    (HAND + "day = '2026-03-14'", "on 14 March", "den 14. marts"),
    (HAND + "day = '2026-03-14'", "March 14th", "d. 14/3"),
    (HAND + "day >= '2026-04-01'", "since April", "siden april"),
    (HAND + "day < '2026-03-01'", "before March", "før marts"),
    (HAND + "isodow(day) = 6", "on Saturdays", "om lørdagen"),
    (HAND + "isodow(day) = 5 and kr > 20", "pots over 20 kr on a Friday", "puljer over 20 kr om fredagen"),
    (HAND + "month(day) in (3, 4, 5)", "hands in spring", "om foråret"),
    (HAND + "day < '2026-03-01'", "pots of the winter", "hænder i vinteren 2025"),
    (HAND + "day >= '2026-03-01'", "since spring 2026", "siden foråret 2026"),
    (HAND + "n = '2026-06' qualify rank() over (order by pot desc) = 1", "last night's biggest pot", "sidste aftens største pulje"),
    # melds, and what happened
    (SEAT + "meld = 'full_house'", "full houses", "fuldt hus"),
    (SEAT + "who = 'Bo' and meld = 'straight' and won", "Bo won with a straight", "Bo vandt med en straight"),
    (SEAT + "who = 'Anna' and meld = 'three'", "Anna's three of a kind", "Anna med tre ens"),
    (SEAT + HELD, "full house or better", "fuldt hus eller bedre"),
    (HAND + "split", "split pots", "delte puljer"),
    (HAND + "split and month(day) = 3", "pots that were split in March", "puljer der blev delt i marts"),
    (SEAT + "all_in", "all-in", "all-in"),
    (SEAT + "who = 'Bo' and all_in and net < 0", "Bo went all-in and lost", "Bo gik all in og tabte"),
    (SEAT + "shown", "bluffs shown", "viste bluff"),
    (SEAT + "who = 'Dorte' and shown", "Dorte's bluffs", "Dorte bluffede"),
    (HAND + "outcome = 'last_standing'", "without a showdown", "uden showdown"),
    (HAND + "chain_hands > 1 and outcome = 'carried'", "carried pots", "overførte puljer"),
    (HAND + "players = 5", "five players", "fem spillere"),
    (SEAT + "who = 'Dorte' and shown", "Dorte showed a bluff", "Dorte viste et bluff"),
    (SEAT + "who = 'Dorte' and shown", "bluffs Dorte showed", "bluff Dorte viste"),
    (SEAT + "who = 'Bo' and won and outcome = 'last_standing'", "everyone folded to Bo", "alle foldede til Bo"),
    (HAND + "chain_hands > 2", "pots carried more than once", "puljer overført mindst to gange"),
    (top("-net", "net > 0", rows=SEATS), "the smallest win", "den mindste gevinst"),
    (top("net", "who = 'Bo' and net < 0", rows=SEATS), "Bo's smallest loss", "Bos mindste tab"),
    (SEAT + "who = 'Bo' and net * 0.25 < -5", "Bo lost more than 5 kr in one hand", "Bo tabte mere end 5 kr på én hånd"),
    (SEAT + "who = 'Bo' and won and dealer = 'Bo'", "Bo dealt and won himself", "Bo gav og vandt selv"),
    (SEAT + "who = 'Bo' and won and dealer = 'Bo'", "Bo won as dealer", "Bo vandt som giver"),
    (SEAT + "who = 'Bo' and folded and dealer = 'Bo'", "Bo folded and was the dealer", "Bo foldede og var giver"),
    ("select n, no from s join s as t using (n, no) where s.who = 'Anna' and t.who = 'Bo' and s.showdown and t.showdown", "hands where Anna met Bo at showdown", "hænder hvor Anna mødte Bo til showdown"),
    (top("-net", "who = 'Anna' and net < 0", rows=SEATS), "the most Anna lost in one hand", "hvad tabte Anna mest på én hånd"),
    (top("net", "who = 'Bo' and net > 0", rows=SEATS), "what is the most Bo has won in one hand?", "det meste Bo har vundet på én hånd"),
    # what the rules say
    (HAND + wild("twos", "2"), "hands with deuces wild", "hænder med toere vilde"),
    (HAND + wild("twos", "2"), "where 2s are wild", "hvor 2'ere er vilde"),
    (SEAT + f"who = 'Bo' and won and {wild('kings', 'K')}", "Bo won with kings wild", "Bo vandt med konger vilde"),
    (HAND + f"{wild('twos', '2')} and {wild('kings', 'K')}", "twos and kings wild", "toere og konger vilde"),
    (SEAT + f"meld = 'pair' and alike = 11 and {wild('kings', 'K')}", "a pair of kings with kings wild", "et par konger med konger vilde"),
    (HAND + "additions like '%joker%'", "with jokers", "med jokere"),
    (HAND + "additions like '%joker%' and kr > 10", "pots over 10 kr with a joker", "puljer over 10 kr med joker"),
    (HAND + WITH_WILD, "hands with wild cards", "hænder med vilde kort"),
    (HAND + f"not coalesce({WITH_WILD}, false)", "without wild cards", "uden vilde kort"),
    (HAND + "additions = 'hilo'", "high-low games", "høj-lav-spil"),
    (HAND + "additions = 'hilo'", "high and low", "høj og lav"),
    (HAND + "family = 'stud'", "stud hands", "studspil"),
    (SEAT + "family = 'stud' and who = 'Anna' and net < 0", "stud games Anna lost", "studhænder Anna tabte"),
    (HAND + "family = 'draw'", "draw games", "byttespil"),
    (HAND + "family in ('common', 'holdem')", "games with common cards", "spil med fælleskort"),
    (HAND + "true qualify rank() over (partition by n order by pot desc) = 1", "the biggest pot of each night", "den største pulje hver aften"),
    (top("net", "who = 'Bo'", rows=SEATS).replace("over (", "over (partition by n "), "Bo's best hand every night", "Bos bedste hånd hver aften"),
    # who was there, and who wasn't
    (HAND + "showdown_count = players", "nobody folded", "ingen foldede"),
    (HAND + "showdown_count = players", "hands where everyone stayed", "hænder hvor alle blev"),
    (HAND + "not exists (select 1 from s where s.n = h.n and s.no = h.no and who in ('Erik', 'Carl'))", "neither Erik nor Carl played", "hverken Erik eller Carl var med"),
    (SEAT + "who = 'Anna' and won and meld = 'high_card'", "Anna won with nothing", "Anna vandt med ingenting"),
    (HAND + "outcome = 'carried'", "pots nobody won", "puljer ingen vandt"),
    (top("pot"), "Who dealt the biggest pot?", "Hvem gav den største pulje?"),
    (SEAT + "who = 'Dorte' and folded", "How many times did Dorte fold?", "Hvor mange gange har Dorte foldet?"),
    (SEAT + "who = 'Dorte' and n = (select min(n) from s where who = 'Dorte')", "Dorte's first night", "Dortes første aften"),
    (SEAT + "who = 'Dorte' and n in (select distinct n from s where who = 'Dorte' order by n desc limit 2)", "Dorte's last two nights",
     "Dortes sidste to aftener"),
    (SEAT + "who = 'Anna' and showdown and exists (select 1 from s as o where o.n = h.n and o.no = h.no and o.who = 'Bo' and o.showdown)",
     "hands where both Anna and Bo went to the showdown", "hænder hvor både Anna og Bo gik til showdown"),
    # what trackers count
    (SEAT + "cbet_second", "c-bets", "c-bets"),
    (SEAT + "who = 'Bo' and cbet_second", "Bo c-bet", "Bo c-bettede"),
    (SEAT + "who = 'Bo' and cbet_second", "Bo's c-bets on the flop", "Bos c-bets på floppet"),
    (SEAT + "who = 'Bo' and cbet_second", "Bo bet on in the second round (c-bet)", "Bo satsede videre i anden runde (c-bet)"),
    (SEAT + "who = 'Anna' and cbet_third", "on the turn Anna made a continuation bet", "Anna c-bettede i 3. runde"),
    (SEAT + "cbet_third", "double barrels", "c-bets på turn"),
    (SEAT + "cbet_third", "bet on in the third round", "satsede videre i tredje runde"),
    (SEAT + "cbet_fourth", "c-bets on the river", "c-bets i fjerde runde"),
    (SEAT + "cbet_second and cbet_third", "c-bets on the flop and the turn", "c-bets på floppet og turn"),
    (SEAT + "who = 'Bo' and cbet_second and won", "Bo c-bet the flop and won", "Bo c-bettede floppet og vandt"),
    (SEAT + "who = 'Bo' and not cbet_second", "Bo didn't c-bet", "Bo c-bettede ikke"),
    (SEAT + "who = 'Dorte' and fold_to_cbet_second", "Dorte folded to a c-bet", "Dorte foldede til en c-bet"),
    (SEAT + "who = 'Dorte' and fold_to_cbet_second", "on the flop Dorte folded to a c-bet", "foldede Dorte på floppet til en c-bet?"),
    (SEAT + "who = 'Dorte' and fold_to_cbet_third", "Dorte's folds to c-bets on the turn", "Dorte foldede til en c-bet i tredje runde"),
    (SEAT + "fold_to_cbet_fourth", "folded on the river to a c-bet", "c-bet-folds på river"),
    (SEAT + "three_bet", "3-bets", "3-bets"),
    (SEAT + "who = 'Bo' and three_bet", "Bo reraised", "Bo genforhøjede"),
    (SEAT + "who = 'Bo' and three_bet", "Bo raised a raise (3-bet)", "Bo forhøjede en forhøjelse"),
    (SEAT + "who = 'Bo' and three_bet and won", "Bo 3-bet preflop and won", "Bo 3-bettede før floppet og vandt"),
    (SEAT + "fold_to_three_bet", "folds to a 3-bet", "foldede til en 3-bet"),
    (SEAT + "who = 'Anna' and fold_to_three_bet", "Anna's 3-bet folds", "Anna foldede til en genforhøjelse"),
    (SEAT + "steal", "steals", "forsøg på at stjæle blinds"),
    (SEAT + "who = 'Anna' and steal", "Anna tried to steal the blinds", "Anna prøvede at stjæle blinds"),
    (SEAT + "who = 'Anna' and steal and won", "Anna stole the blinds and won", "Anna stjal og vandt"),
    (SEAT + "fold_to_steal", "folded a blind to a steal", "foldede en blind til et forsøg på at stjæle"),
    (SEAT + "who = 'Bo' and fold_to_steal", "Bo folded his big blind to a steal", "Bo foldede til et stjæleforsøg"),
    (SEAT + "check_raise", "check-raises", "checkede og forhøjede"),
    (SEAT + "who = 'Erik' and check_raise", "Erik check-raised", "Erik check-raisede"),
    (SEAT + "limp", "limps", "limp"),
    (SEAT + "who = 'Carl' and limp and won", "Carl limped in and won", "Carl limpede og vandt"),
    (SEAT + "who = 'Carl' and limp and won", "when did Carl limp preflop and win? Carl won", "limpede Carl før floppet og vandt?"),
    (SEAT + "cold_call", "cold calls", "fulgte en forhøjelse koldt"),
    (SEAT + "who = 'Bo' and cold_call", "Bo called a raise cold", "Bo synede koldt"),
    (SEAT + "who = 'Bo' and cold_call and net < 0", "Bo cold-called a raise and lost", "Bo coldcallede og tabte"),
    (SEAT + "won_unseen", "won without a showdown", "vandt uden visning"),
    (SEAT + "who = 'Bo' and won_unseen", "pots Bo won without a showdown", "puljer Bo vandt uden showdown"),
    (SEAT + "who = 'Bo' and won_unseen and dealer = 'Bo'", "Bo dealt and won without a showdown", "Bo gav og vandt uden showdown"),
    (top("pot", "who = 'Bo' and won_unseen", rows=SEATS), "biggest pot Bo won without a showdown", "største pulje Bo vandt uden visning"),
    (SEAT + "bluff_shown", "caught bluffs", "opdagede bluff"),
    (SEAT + "bluff_shown", "was caught bluffing", "blev opdaget i et bluff"),
    (SEAT + "who = 'Bo' and bluff_shown", "Bo was caught bluffing", "Bo blev afsløret i et bluff"),
    (SEAT + "who = 'Bo' and bluff_shown", "Bo's bluffs that were called", "Bos bluff der blev synet"),
    (SEAT + "size_second > 500", "bets over half the pot on the flop", "indsatser på mere end halv pulje i anden runde"),
    (SEAT + "who = 'Bo' and size_second > 0", "Bo bet the flop", "Bo satsede først i anden runde"),
    (SEAT + "who = 'Bo' and size_third >= 750", "Bo bet at least 75% of the pot on the turn", "Bo satsede mindst 75 % af puljen på turn"),
    (SEAT + "who = 'Bo' and size_fourth > 1000", "Bo overbet the river", "Bo satsede mere end puljen på river"),
    (SEAT + "who = 'Bo' and size_first < 667", "Bo bet less than two thirds of the pot in the first round", "Bo satsede under 2/3 af puljen i første runde"),
    (SEAT + "size_fourth = 1000", "pot-sized bets on the river", "satsede puljen på river"),
    (SEAT + "who = 'Anna' and greatest(size_first, size_second, size_third, size_fourth) > 1000 and won", "Anna bet more than the pot and won", "Anna satsede over puljen og vandt"),
    # who with whom
    (SEAT + "who = 'Bo' and won and dealer = 'Bo'", "Bo dealt the cards and won", "Bo gav kort og vandt"),
    (SEAT + "who = 'Bo' and won and (n, no) in (select (n, no) from s where who = 'Anna')", "Bo's wins against Anna", "Bos sejre over Anna"),
    (SEAT + "who = 'Bo' and won and dealer = 'Bo'", "Bo dealt and won", "Bo gav og vandt"),
    (SEAT + "who = 'Anna' and won and dealer = 'Bo'", "Bo dealt and Anna won", "Bo gav og Anna vandt"),
    (HAND + "dealer = 'Anna'", "Anna's own deals", "Annas egne givninger"),
    (SEAT + "who = 'Anna' and showdown and (n, no) in (select (n, no) from s where who = 'Bo' and showdown)", "between Anna and Bo", "mellem Anna og Bo"),
    (SEAT + "who = 'Anna' and (n, no) in (select (n, no) from s where who = 'Bo')", "Anna against Bo", "Anna mod Bo"),
    (SEAT + "who = 'Erik' and folded", "Erik folded", "Erik foldede"),
    (SEAT + "who = 'Bo' and net < 0 and (n, no) in (select (n, no) from s where who = 'Anna' and won)", "Bo lost to Anna", "Bo tabte til Anna"),
    (SEAT + "who = 'Bo' and net < 0 and (n, no) in (select (n, no) from s where who = 'Anna' and won)", "How much has Bo lost to Anna?", "hvor meget tabte Bo til Anna"),
    (SEAT + "who = 'Anna' and net < 0 and showdown and (n, no) in (select (n, no) from s where who = 'Bo' and won and showdown)", "Anna was beaten by Bo", "Anna blev slået af Bo"),
    (SEAT + "who = 'Bo' and n = (select n from s where who = 'Bo' group by n order by sum(net) limit 1)", "the night Bo lost the most", "hvilken aften tabte Bo mest"),
    (SEAT + "who = 'Erik' and folded", "Erik threw his cards", "Erik smed kortene"),
    (SEAT + "won_unseen", "won without showing", "vandt uden at vise kort"),
    # cards alike
    (SEAT + "meld = 'three' and alike = 12", "three aces", "Hvem har haft tre esser?"),
    (SEAT + "who = 'Bo' and meld = 'pair' and alike = 11", "Bo had a pair of kings", "Bo havde et par konger"),
    (SEAT + "meld = 'full_house' and alike = 0", "twos full", "fuldt hus med toere"),
    # low hands
    (SEAT + f"net > 0 and {SIX_FOUR}", "won with 6-4 low", "vandt med 6-4 lav"),
    (SEAT + f"who = 'Bo' and won and {SIX_FOUR}", "Bo won with a 6-4", "Bo vandt med 6-4"),
    (SEAT + f"who = 'Bo' and net < 0 and {SIX_FOUR}", "Bo lost with a low of 6-4", "Bo tabte med lav 6-4"),
    (SEAT + "who = 'Anna' and announced = '8-6-4'", "Anna had an eight low", "Anna havde otte-lav"),
    (SEAT + "announced in ('6-4-3-2-A', 'A-2-3-4-6')", "6-4-3-2-A low", "1-2-3-4-6 lav"),
    (SEAT + "net < 0 and announced = 'T-6'", "lost with a ten-six low", "tabte med ti-seks lav"),
    (SEAT + "announced = 'T-6' and kr > 5", "pots over 5 kr with a low hand of 10-6", "puljer over 5 kr med en lav hånd på 10-6"),
    # games
    (HAND + "game = 'texas-holdem'", "What's the average pot in hold'em?", "gennemsnitlig pulje i hold'em"),
    (HAND + "game = 'harakiri'", "hk", "harakiri"),
    (SEAT + "game = 'cincinnati' and who = 'Carl' and won", "cin that Carl won", "cin som Carl vandt"),
    (top("pot", "game = 'texas-holdem'"), "the biggest pot in hold'em", "største pulje i hold'em"),
    (top("pot", "game = 'texas-holdem'"), "the largest hold'em pot", "den største hold'em-pulje"),
    # what didn't happen, or less of it than asked
    (SEAT + "who = 'Bo' and net > 0 and net * 0.25 < 2", "Bo won less than 2 kr", "Bo vandt under 2 kr"),
    (SEAT + "who = 'Bo' and net between -8 and -1", "Bo lost at most 8 chips", "Bo tabte højst 8 chips"),
    (SEAT + "who = 'Anna' and not won and kr > 20", "pots over 20 kr that Anna didn't win", "puljer over 20 kr som Anna ikke vandt"),
    (SEAT + "who = 'Carl' and net >= 0", "Carl didn't lose", "Carl tabte ikke"),
    (SEAT + "who = 'Bo' and showdown and net < 0", "hands Bo lost at the showdown", "hænder Bo tabte til showdown"),
    (top("-net", "who = 'Søren' and net < 0", rows=SEATS), "the most expensive hand Søren lost", "den dyreste hånd Søren tabte"),
    (SEAT + "who = 'Anna' and split and won and (n, no) in (select (n, no) from s where who = 'Bo' and won)", "Bo split the pot with Anna", "Bo delte med Anna"),
    (SEAT + "who = 'Bo' and won and chain_hands > 1", "carried pots Bo won", "overførte puljer Bo vandt"),
    (SEAT + "who = 'Bo' and won and meld = 'full_house'", "did Bo ever win with a full house?", "har Bo nogensinde vundet med fuldt hus?"),
    (SEAT + "won and meld = 'pair'", "hands won with a pair", "hænder vundet med et par"),
    (HAND + "outcome = 'showdown'", "hands that went to showdown", "hænder der gik til showdown"),
    (HAND + "n = '2026-03'", "the third night", "tredje aften"),
    (SEAT + "who = 'Bo' and net * 0.25 between 2 and 5", "Bo won between 2 and 5 kr", "Bo vandt mellem 2 og 5 kr"),
    (SEAT + "who = 'Bo' and net between -20 and -10", "Bo lost between 10 and 20 chips", "Bo tabte mellem 10 og 20 chips"),
    (SEAT + "who = 'Anna' and won and players = 6", "Anna won with six players", "Anna vandt med seks spillere"),
    (HAND + "players >= 5", "hands with five or more players", "hænder med fem eller flere spillere"),
    (top("pot", "who = 'Anna' and won and dealer = 'Anna'", rows=SEATS), "Anna's biggest pot on her own deal", "Annas største pulje på egen giv"),
    (HAND + "month(day) in (1, 2)", "January and February", "januar og februar"),
    (HAND + "month(day) in (3, 5)", "in March or May", "i marts eller maj"),
    (HAND + "kr > 20 and not coalesce(split, false)", "pots over 20 kr that weren't split", "puljer over 20 kr der ikke blev delt"),
    (SEAT + "who = 'Carl' and dealer = 'Carl' and folded", "Carl folded on his own deal", "Carl foldede på egen giv"),
    (SEAT + "who = 'Anna' and won and showdown and (n, no) in (select (n, no) from s where who = 'Bo' and showdown) "
     "and (n, no) in (select (n, no) from s where who = 'Carl' and showdown)", "Anna won against Bo and Carl", "Anna vandt mod Bo og Carl"),
    (nth(2, "net desc", "who = 'Anna' and net > 0"), "Anna's second biggest win", "Annas næststørste gevinst"),
    (nth(3, "pot desc"), "the third biggest pot", "den tredjestørste pulje"),
    (nth(2, "net", "who = 'Bo'"), "Bo's second worst hand", "Bos næstværste hånd"),
    (HAND + "day = '2026-03-06'", "the night of 6 March", "aftenen den 6. marts"),
    # asked by other people, in other ways
    (SEAT + "who = 'Bo' and won and split", "Bo's split pots", "Bos delte puljer"),
    (SEAT + "who = 'Bo' and net = 0", "Bo broke even", "Bo gik i nul"),
    (SEAT + "who = 'Bo' and meld = 'pair' and won and dealer = 'Anna'", "Bo won with a pair when Anna dealt", "Bo vandt med et par da Anna gav"),
    (HAND + "n = '2026-04' and dealer = 'Bo'", "Bo's deals on night 4", "Bos givninger aften 4"),
    (HAND + "kr <= 2.5", "pots of 2.50 kr or less", "puljer på 2,50 kr eller mindre"),
    (top("pot", "isodow(day) = 6"), "biggest pot on a Saturday", "største pulje på en lørdag"),
    (SEAT+"who='Anna' and folded and month(day)=3", "how often did Anna fold in March", "hvor tit smed Anna i marts"),
    (top("pot","split"), "biggest pot we ever split", "største pulje vi nogensinde har delt"),
    (SEAT+"who='Anna' and month(day)=3", "how much did Anna lose in March", "hvor meget tabte Anna i marts"),  # or won
    (top("pot", "who = 'Dorte' and won", rows=SEATS), "Dortes biggest pot", "største pulje for Dorte"),
    (HAND+"kr>30", "pots bigger than 30kr", "puljer større end 30kr"),
    (top("(n,no)","split"), "when did we last split a pot", "hvornår delte vi sidst en pulje"),
    (SEAT+"who='Anna' and meld='full_house'", "how many full houses has Anna had", "hvor mange fulde huse har Anna haft"),
    (SEAT+"who='Erik' and all_in", "did Erik ever go all in", "gik Erik nogensinde all in"),
    (SEAT+"who='Bo' and n=(select n from s where who='Bo' group by n order by sum(net) desc limit 1)", "what was Bo's best night", "hvad var Bos bedste aften"),
    (SEAT+"who='Bo' and n=(select n from s where who='Bo' group by n order by sum(net) limit 1)", "Bo's worst night", "Bos værste aften"),
    (SEAT+"who='Bo' and split and won and (n,no) in (select (n,no) from s where who='Anna' and won)", "pots Bo and Anna split", "puljer Bo og Anna delte"),
    (top("(n,no)","who='Erik' and net*0.25>5",rows=SEATS), "the last time Erik won more than 5 kr", "sidste gang Erik vandt over 5 kr"),
    (SEAT+"who='Søren' and won and meld in ('flush','full_house','four','straight_flush','five')", "every hand Søren won with a flush or better", "alle hænder Søren vandt med flush eller bedre"),
    (SEAT+"who='Dorte' and won_unseen", "how many times did Dorte win without showing", "hvor mange gange vandt Dorte uden at vise"),
    (SEAT+"who='Carl' and net*0.25<-3 and game='texas-holdem'", "Carl's losses over 3 kr in hold'em", "Carls tab på over 3 kr i hold'em"),
    (HAND+"players=2", "hands with just two players", "hænder med kun to spillere"),
    (HAND+"not "+met('Bo'), "hands where Bo wasn't there", "hænder hvor Bo ikke var med"),
    (SEAT+"who='Bo' and won and dealer='Anna'", "Bo won on Anna's deal", "Bo vandt på Annas giv"),
    (top("(n,no)"), "who won the last hand", "hvem vandt sidste hånd"),
    (HAND+"true order by n,no limit 1", "who won the first hand of the season", "hvem vandt sæsonens første hånd"),
    (top("pot","month(day)=3",n=3), "top 3 pots in march", "top 3 puljer i marts"),
    (HAND+"kr between 5 and 10 and isodow(day)=5", "pots between 5 and 10 kroner on fridays", "puljer mellem 5 og 10 kroner om fredagen"),
    (HAND+"players>4 and kr>15", "more than 4 players and over 15 kr", "mere end 4 spillere og over 15 kr"),
    (SEAT+"who='Anna' and net<0 and meld='full_house'", "Anna lost with a full house", "Anna tabte med fuldt hus"),
    (SEAT+"net<0 and meld='straight'", "who lost with a straight", "hvem tabte med en straight"),
    (SEAT+"who='Anna' and won and meld='pair' and showdown and (n,no) in (select (n,no) from s where who='Bo' and showdown)", "Anna beat Bo with a pair", "Anna slog Bo med et par"),
    (SEAT+"who='Anna' and won and dealer='Bo'", "hands Anna won but Bo dealt", "hænder Anna vandt men Bo gav"),
    (HAND+"n='2026-05'", "the second to last night", "den næstsidste aften"),
    (HAND+"n='2026-05'", "the night before last", "forrige aften"),
    (HAND+"n>='2026-03'", "since the third night", "siden tredje aften"),
    (HAND+"day='2026-03-06'", "Friday 6 March", "fredag den 6. marts"),
    (SEAT+"who='Anna' and not folded", "Anna didn't fold", "Anna foldede ikke"),
    (SEAT+"who in ('Bo','Anna') and won", "Bo or Anna won", "Bo eller Anna vandt"),
    (HAND+"kr>20 and game<>'texas-holdem'", "pots over 20 kr except hold'em", "puljer over 20 kr undtagen hold'em"),
    (HAND+"game<>'texas-holdem'", "not hold'em", "ikke hold'em"),
    (SEAT+"who='Bo' and won and month(day)=4 and "+met('Dorte'), "Bo's winnings against Dorte in April", "Bos gevinster mod Dorte i april"),
    (top("pot","not "+met('Bo')), "biggest pot without Bo", "største pulje uden Bo"),
    (top("pot","who='Bo' and folded",rows=SEATS), "biggest pot Bo folded in", "største pulje Bo foldede i"),
    (top("-net",rows=SEATS), "who lost the most in one hand", "hvem tabte mest på én hånd"),
    (HAND+"month(day)=4", "how many hands did we play in April", "hvor mange hænder spillede vi i april"),
    (SEAT+"who='Dorte' and won and n='2026-06'", "how many pots did Dorte take last night", "hvor mange puljer tog Dorte sidste aften"),
    (HAND+"dealer='Bo'", "average pot when Bo deals", "gennemsnitlig pulje når Bo giver"),
    (SEAT+"who='Anna' and s.paid*0.25>3", "pots Anna paid more than 3 kr into", "puljer Anna lagde mere end 3 kr i"),
    (SEAT+"who='Anna' and s.paid>10 and net<0", "Anna put in over 10 chips and lost", "Anna lagde over 10 chips og tabte"),
    (HAND+"month(day) in (3,4)", "hands in March and April", "hænder i marts og april"),
    (HAND+"month(day) in (1,2,3)", "hands from January to March", "hænder fra januar til marts"),
    (HAND+"pot=30", "pots of exactly 30 chips", "puljer på præcis 30 chips"),
    (HAND+"players=5", "5-handed hands", "hænder med 5 ved bordet"),
    (SEAT+"who='Anna' and meld='flush' and net<0", "Anna's flushes that lost", "Annas flusher der tabte"),
    (SEAT+"meld='straight' and not won", "straights that didn't win", "straighter der ikke vandt"),
    (top("pot","won and meld='pair'",rows=SEATS), "biggest pot won by a pair", "største pulje vundet med et par"),
    (top("-pot","who='Anna' and won",rows=SEATS), "the smallest pot Anna won", "den mindste pulje Anna vandt"),
    (SEAT+"who='Bo' and players=2 and "+met('Carl'), "Bo vs Carl heads up", "Bo mod Carl heads up"),
    (HAND+"day>='2026-04-01'", "after March", "efter marts"),
    (HAND+"n between '2026-02' and '2026-04'", "between the second and fourth night", "mellem anden og fjerde aften"),
    (SEAT+"who='Anna' and won and month(day)=3 and game='texas-holdem'", "march holdem hands anna won", "annas vundne holdem-hænder i marts"),
    (SEAT+"who='Bo' and all_in and net<0", "bo all in loss", "bo all in tab"),
    (HAND+"split and kr>10", "split pots over 10 kroner", "delte potter over 10 kroner"),
    (SEAT+"who='Anna' and won and players=3", "Anna won 3-handed", "Anna vandt med 3 ved bordet"),
    (SEAT+"who='Bo' and folded and (n,no) in (select (n,no) from s where who='Anna' and won)", "Bo folded and Anna won", "Bo foldede og Anna vandt"),
    (SEAT+"who='Bo' and net<0 and dealer='Bo'", "how often does Bo lose when he deals", "hvor tit taber Bo når han selv giver"),
    (SEAT + "who = 'Bo' and won and n = '2026-06'", "how many did Bo win last time", "hvor mange vandt Bo sidst"),
    (SEAT + "who = 'Dorte' and folded and day = '2026-03-06'", "Dorte's folds on the sixth of March", "Dortes fold den sjette marts"),
    (SEAT + "who = 'Dorte' and folded and day = '2026-05-01'", "Dorte's folds on the first of May", "Dortes fold første maj"),
    (HAND + "n in ('2026-05', '2026-06') and kr > 15", "pots over 15 kr the last couple of nights", "puljer over 15 kr de sidste par aftener"),
    (SEAT + "who = 'Carl' and net * 0.25 <= -5", "every time Carl dropped 5 kr or more", "hver gang Carl smed 5 kr eller mere"),
    (SEAT + "who = 'Anna' and won and kr between 5 and 10", "Anna won pots of 5-10 kr", "Anna vandt puljer på 5-10 kr"),
    (HAND + "kr > 5 and players = 4", "pots over five kroner four-handed", "puljer over fem kroner med fire mand"),
    (SEAT + "who = 'Anna' and net < 0 and not folded", "Anna lost without folding", "Anna tabte uden at folde"),
    (SEAT + "who = 'Bo' and won and s.meld in ('pair', 'high_card')", "Bo won with a pair or worse", "Bo vandt med et par eller dårligere"),
    (SEAT + "who = 'Bo' and s.meld = 'straight' and net < 0", "Bo had a straight and still lost", "Bo havde straight og tabte alligevel"),
    # asked by fresh eyes
    (top("pot", "month(day) = 3"), "which pot was the biggest in March", "hvilken pulje var størst i marts"),
    (top("-net", "who = 'Bo'", rows=SEATS), "Which hand was the most expensive for Bo?", "Hvilken hånd var dyrest for Bo?"),
    (top("-net", "net < 0", rows=SEATS), "which loss was the biggest", "hvilket tab var størst"),
    (HAND + "n = '2026-03'", "all hands from the third night", "alle hænder fra den tredje aften"),
    (HAND + "month(day) = 3 and kr > 10", "pots over 10 kr from March", "puljer over 10 kr fra marts"),
    (HAND + "day >= '2026-04-01'", "from April on", "fra april og frem"),
    (HAND + "n >= '2026-04'", "from night 4 onwards", "fra aften 4 og frem"),
    (top("(n, no)", "who = 'Dorte' and won and kr > 5", rows=SEATS), "when did Dorte last win a pot over 5 kr", "hvornår vandt Dorte sidst en pulje over 5 kr"),
    (SEAT + "net < 0 and meld = 'full_house'", "losing full houses", "tabende fulde huse"),
    (top("-pot", "net > 0", rows=SEATS), "the smallest winning pot", "den mindste vundne pulje"),
    (top("-net", "who = 'Bo' and (n, no) in (select (n, no) from s where who = 'Anna' and won)", rows=SEATS), "the hand where Bo lost the most to Anna", "hånden hvor Bo tabte mest til Anna"),
    (SEAT + "meld = 'full_house'", "who has the most full houses", "hvem har flest fulde huse"),
    (HAND + "dealer = 'Bo' and game = 'texas-holdem'", "Bo called hold'em", "Bo kaldte hold'em"),
    (HAND + "dealer = 'Bo'", "games Bo called", "spil Bo valgte"),
    (top("net", "who = 'Bo' and net > 0", rows=SEATS), "what's the most Bo has won in a single pot", "hvad er det meste Bo har vundet i én pulje"),
    (HAND + "day = '2026-03-06' and no = 4", "what happened in hand 4 on 6 March", "hvad skete der i hånd 4 den 6. marts"),
    (SEAT + "who = 'Bo'", "Which game is the most expensive for Bo?", "hvilket spil er dyrest for Bo"),
    (top("chain_hands", "chain_hands > 1"), "the pot that was carried the most times", "puljen der gik videre flest gange"),
    (HAND + "game = 'texas-holdem'", "how often do we play hold'em", "hvor tit spiller vi hold'em"),
    (top("-net", "who = 'Bo'", rows=SEATS), "which hand cost Bo the most", "hvilken hånd kostede Bo mest"),
    (SEAT + "who = 'Bo' and n = (select n from s where who = 'Bo' group by n order by sum(net) limit 1)", "the most expensive night for Bo", "Bos dyreste aften"),
    (HAND + "kr > 15", "anything over 15 kr", "alt over 15 kr"),
    (SEAT + "who = 'Anna' and net * 0.25 < -2 and (n, no) in (select (n, no) from s where who = 'Bo' and won)", "Anna's losses to Bo over 2 kr", "Annas tab til Bo på over 2 kr"),
    (SEAT + "who = 'Anna' and net < 0 and (n, no) in (select (n, no) from s where who = 'Bo' and won)", "Anna's losses to Bo", "Annas tab til Bo"),
    (SEAT + "who = 'Anna' and net * 0.25 > 2 and " + met("Bo"), "Anna's wins against Bo of more than 2 kr", "Annas gevinster mod Bo på over 2 kr"),
    (SEAT + "who = 'Bo' and n = '2026-06'", "how much money did Bo lose last night", "hvor mange penge tabte Bo sidste aften"),
    (HAND + "kr > 20", "pots over twenty kroner", "puljer over tyve kroner"),
    (SEAT + "net < -20", "lost more than twenty chips", "tabte mere end tyve chips"),
    (top("pot", "who = 'Søren' and won", rows=SEATS), "Soren's biggest pot", "Sorens største pulje"),
    # into how many parts
    (HAND + "ways = 3", "split three ways", "delt mellem tre"),
    (HAND + "ways = 2", "pots split two ways", "puljer der blev delt i to"),
    (HAND + "ways = 3 and kr > 5", "three-way split pots over 5 kr", "tredelte puljer over 5 kr"),
    (HAND + "ways = 3", "shared by three players", "delt i tre"),
    (HAND + "ways = 3", "three people split the pot", "tre spillere delte puljen"),
    (HAND + "ways > 2", "pots split between more than two", "puljer delt mellem tre eller flere"),
    (HAND + "ways = 2 and n = '2026-03'", "split between two on night 3", "aften 3 delt mellem to"),
    (top("(n, no)", "ways = 3"), "the last three-way split", "seneste tredelte pulje"),
    (SEAT + "who = 'Carl' and won and ways = 3", "Carl split three ways", "puljer Carl delte mellem tre"),
    (HAND + f"split and {took('Bo')} and {took('Anna')}", "pots shared by Bo and Anna", "puljer delt mellem Bo og Anna"),
    (HAND + f"split and {took('Bo')} and {took('Anna')} and {took('Søren')}", "Bo, Anna and Søren split the pot", "delt af Bo, Anna og Søren"),
    (HAND + f"split and {took('Bo')} and {took('Anna')}", "how often did Bo and Anna split", "hvor tit delte Bo og Anna"),
    (HAND + f"split and {took('Bo')}", "split with Bo", "delt med Bo"),
    (HAND + f"not {took('Bo')} and not {took('Anna')}", "neither Bo nor Anna won", "hverken Bo eller Anna vandt"),
    (HAND + "players = 3 and split", "split pots with three players", "delte puljer med tre spillere"),
    # how long
    (HAND + "secs > 300", "hands lasting more than 5 minutes", "hænder der varede mere end 5 minutter"),
    (HAND + "secs < 600", "hands shorter than 10 minutes", "hænder på under ti minutter"),
    (HAND + "secs > 1200", "hands over 20 min", "hænder over 20 min"),
    (HAND + "secs between 600 and 1200", "hands that took between 10 and 20 minutes", "hænder der tog mellem 10 og 20 minutter"),
    (HAND + "secs > 1800", "did any hand take more than half an hour", "har nogen hånd varet over en halv time"),
    (SEAT + "who = 'Bo' and won and secs >= 900", "Bo won hands that lasted at least 15 minutes", "Bo vandt hænder på mindst et kvarter"),
    (HAND + "secs > 600 and kr > 10", "hands longer than ten minutes with a pot over 10 kr", "hænder længere end 10 minutter og puljer over 10 kr"),
    (top("secs", "n = '2026-06'"), "which hand took the longest last night", "hvilken hånd tog længst tid sidste aften"),
    (top("-secs", "dealer = 'Bo'"), "quickest hand Bo dealt", "den hurtigste hånd Bo gav"),
    # of one thing or another
    (HAND + "players in (4, 5)", "pots with 4 or 5 players", "fire eller fem spillere"),
    (HAND + "n in ('2026-02', '2026-04')", "nights 2 and 4", "aften 2 og 4"),
    (HAND + "n = '2026-02' and no in (3, 5)", "hands 3 and 5 on night 2", "hånd 3 eller 5 aften 2"),
    (HAND + "game in ('harakiri', 'texas-holdem')", "harakiri and hold'em", "harakiri eller hold'em"),
    (HAND + "not " + met("Bo") + " and not " + met("Anna"), "hands without Bo and Anna", "uden Bo og Anna"),
    (HAND + "kr between 10 and 20", "pots from 10 to 20 kr", "puljer på 10 til 20 kr"),
    (HAND + "n = '2026-06' and no > 20", "after hand 20 last night", "efter hånd 20 i går"),
    # as they are typed on a phone
    (SEAT + "who = 'Bo' and all_in and n = '2026-06'", "how many times did bo go all in last night", "hvor mange gange gik bo all in sidste aften"),
    (SEAT + "who = 'Carl' and won and n = '2026-06'", "what did carl win with last night", "hvad vandt carl med sidste aften"),
    (top("pot", "who = 'Bo' and folded", rows=SEATS), "biggest pot bo has folded in", "største pulje bo har foldet i"),
    (HAND + "players >= 6", "hands with 6 or more people", "hænder med 6 eller flere mand"),
    (HAND + "game = 'texas-holdem'", "hold em", "hold 'em"),
    (top("pot", "month(day) = 3"), "march's biggest pot", "marts' største pulje"),
    (top("pot", "day = '2026-03-14'"), "saturday's biggest pot", "lørdagens største pulje"),
    (SEAT + "who = 'Bo'", "bo's best game", "bos værste spil"),
]  # fmt: skip

UNCLEAR = [
    ("my biggest pot", "min største pulje"),  # a page doesn't know who reads it
    ("hands I won", "hænder jeg vandt"),
    ("pots each night", "puljer hver aften"),
    ("Bo won with two jokers", "Bo vandt med to jokere"),  # in the pack, or in the hand?
    ("hands after midnight", "hænder efter midnat"),  # not Midnight Baseball
    ("Bo raised a c-bet", "Bo hævede en c-bet"),  # nothing counts that
    ("Bo cold-called a 3-bet", "Bo synede en 3-bet"),
    ("who limped the most", "hvem limpede mest"),  # of how many hands?
    ("who folded to c-bets most often", "hvem foldede oftest til en c-bet"),
    ("Bo c-bet in the first round", "Bo c-bettede i første runde"),
    ("Bo check-raised the flop", "Bo checkede og forhøjede på floppet"),  # counted in whatever round
    ("Bo limped on the river", "Bo limpede på river"),
    ("Bo c-bet the flop and bet half the pot on the turn", "Bo c-bettede floppet og satsede halv pulje på turn"),
    ("Bo bet 50 kr on the river", "Bo satsede 50 kr på river"),
    ("pots over 50% on the turn", "puljer over 50 % på turn"),
    ("Bo folded to Anna's c-bet", "Bo foldede til Annas c-bet"),  # what two players did
    ("Bo c-bet and Anna folded", "Bo c-bettede og Anna foldede"),
    ("Bo and Anna both limped", "Bo og Anna limpede begge"),
    ("the longest night", "den korteste aften"),  # the list is of hands
    ("who bluffed the most", "hvem bluffede mest"),
    ("Bo's average loss", "Bos gennemsnitlige tab"),
    ("Dorte's second night", "Dortes anden aften"),  # not the season's
    ("pots under 2 kr or over 20 kr", "puljer under 2 kr eller over 20 kr"),  # all conditions hold at once
    ("how many nights has Bo won", "hvor mange aftener har Bo vundet"),  # the list is of hands
    ("the night with the most hands", "aftenen med flest hænder"),
    ("biggest swing", "største udsving"),
    ("who has played the most nights", "hvem har spillet flest aftener"),
    ("Anna's net", "Annas netto"),
    ("everyone but Bo folded", "alle undtagen Bo foldede"),
    ("average pot per night", "gennemsnitlig pulje pr. aften"),
    ("Bo won nothing all night", "Bo vandt intet hele aftenen"),
    ("half of Anna's wins", "halvdelen af Annas sejre"),
    ("pots around 20 kr", "puljer på omkring 20 kr"),
    ("Anan's biggest pot", "Annnas største pulje"),
    ("in the first half of the season", "i den første halvdel af sæsonen"),
    ("hands Bo should have folded", "hænder Bo skulle have foldet"),
    ("Anna's average win", "Annas gennemsnitlige gevinst"),
    ("what's Bo's win rate", "hvor stor en andel vinder Bo"),
    ("Bo won three hands in a row", "Bo vandt tre hænder i træk"),
    ("Bo's longest losing streak", "Bos længste stime"),
    ("who owes whom", "hvem skylder hvem"),
    ("biggest pot per player", "største pulje for hver spiller"),
    ("biggest pot in each game", "største pulje i hvert spil"),
    ("biggest pot every month", "største pulje hver måned"),
    ("who beat Anna most often", "hvem slog oftest Anna"),
    ("how many players on average", "hvor mange spillere i snit"),
    ("Bo won the low half", "Bo vandt den lave halvdel"),  # which half a player won isn't asked for
    ("an 8 low or better", "8 lav eller bedre"),
    ("Bo's profit without all-ins", "Bos gevinst uden all-in"),
    ("what does Bo win with most often", "hvad vinder Bo oftest med"),
    ("hands Bo called and lost", "hvad har Bo flest af"),  # a bet, or the game?
    ("straights that lost to a flush", "straighter der tabte til en flush"),  # what two players had
    ("a flush beat a straight", "en flush slog en straight"),
    ("Bo's losing nights", "Bos tabte aftener"),  # the list is of hands
    ("a pair of jacks or better", "et par knægte eller bedre"),
    ("the hand after the biggest pot", "hånden efter Bos bedste hånd"),
    ("pots that weren't split three ways", "puljer der ikke blev delt i tre"),
    ("three-way pots", "puljer med tre"),  # split, or with three players?
    ("hands in the last 10 minutes", "hænder de første 10 minutter"),  # a time of the night
    ("more than 2 hours into the night", "hænder efter 2 timer"),
    ("Bo lost 50 kr in less than 5 minutes", "Bo tabte 50 kr på en halv time"),  # over several hands
    ("Bo won more than 3 times", "Bo vandt mere end 3 gange"),  # not chips
    ("Bo won 2 pots", "Bo vandt 2 puljer"),
    ("Bo won or lost over 20 kr", "Bo vandt eller tabte over 20 kr"),
    ("neither Bo nor Anna folded", "hverken Bo eller Anna foldede"),
    ("Bo bet over 20 kr", "Bo satsede over 20 kr"),  # at once, or in all?
    ("all were in", "puljer hvor alle var med"),  # at the table, or in the hand?
    ("the slowest game", "det langsomste spil"),  # a hand, or a game by its hands?
]  # fmt: skip
RANKINGS = [
    ("who won the most last night", "hvem vandt mest sidste aften", "n = '2026-06'", "desc"),
    ("who won the most money last night", "hvem vandt flest penge sidste aften", "n = '2026-06'", "desc"),
    ("who lost most in March?", "hvem tabte mest i marts?", "month(day) = 3", "asc"),
    ("who lost last night", "hvem tabte i aftes", "n = '2026-06'", "asc"),
    ("who won on 14 March", "hvem vandt den 14. marts", "day = '2026-03-14'", "desc"),
    ("who wins the most at hold'em", "hvem vinder mest i hold'em", "game = 'texas-holdem'", "desc"),
    ("who won most when Bo dealt", "hvem vandt mest når Bo gav", "dealer = 'Bo'", "desc"),
    ("who's ahead", "hvem fører", "true", "desc"),
    ("who is down the most", "hvem er mest bagud", "true", "asc"),
    ("who won most on Saturdays", "hvem vandt mest om lørdagen", "isodow(day)=6", "desc"),
    ("who won the night before last", "hvem vandt næstsidste aften", "n='2026-05'", "desc"),
    ("winner of march", "vinderen i marts", "month(day)=3", "desc"),
    ("who was the biggest winner in March", "hvem var den største vinder i marts", "month(day) = 3", "desc"),
    ("who was the biggest loser", "hvem var den største taber", "true", "asc"),
    ("who came out on top last night", "hvem vandt sidst", "n = '2026-06'", "desc"),
    ("who was the big loser last night", "hvem tabte mest sidste gang", "n = '2026-06'", "asc"),
]


def _bet(rng: Random, hand: dict[str, Any], seats: list[dict[str, Any]]) -> None:
    """Give a hand four rounds of betting, with blinds in two hands of three, and now and then a bluff that is caught."""
    has_blinds = hand["hand_no"] % 3 > 0
    acts = [pack(Act.SMALL_BLIND, 0, 0, 1), pack(Act.BIG_BLIND, 1, 0, 2)] if has_blinds else []
    inside, pot, last = {seat["seat"] for seat in seats}, 3 if has_blinds else 0, None
    if not has_blinds:
        acts = [pack(Act.ANTE, seat, 0, 2) for seat in inside]
        pot = 2 * len(inside)
    leaves = {seat["seat"] for seat in seats if seat["folded_round"] is not None}
    for number in range(1, 5):
        put, bet, bets = dict.fromkeys(inside, 0), 0, 0
        if has_blinds and number == 1:
            put, bet, bets = put | {0: 1, 1: 2}, 2, 1
        start = 2 if has_blinds and number == 1 else 0
        waiting = [seat for seat in [*range(start, len(seats)), *range(start)] if seat in inside]
        while waiting:
            seat = waiting.pop(0)
            if bet > put[seat] and seat in leaves and rng.random() < 0.5:
                acts.append(pack(Act.FOLD, seat, number))
                inside.remove(seat)
            elif bets < 4 and rng.random() < (0.6 if seat == last else 0.3):
                bet += rng.choice((pot // 2, pot, 2 * pot)) + 1
                acts.append(pack(Act.RAISE if bets else Act.BET, seat, number, bet - put[seat]))
                pot, put[seat], bets, last = pot + bet - put[seat], bet, bets + 1, seat
                waiting = [other for other in [*range(seat + 1, len(seats)), *range(seat)] if other in inside]
            elif bet > put[seat]:
                acts.append(pack(Act.CALL, seat, number, bet - put[seat]))
                pot, put[seat] = pot + bet - put[seat], bet
            else:
                acts.append(pack(Act.CHECK, seat, number))
    hand.update(actions=acts, rounds_played=4, detail="actions")
    for seat in seats:
        if (
            seat["seat"] == last
            and seat["folded_round"] is None
            and not seat["won"]
            and hand["outcome"] == "showdown"
        ):
            seat.update(meld="high_card", showed=True)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """A season like the house's, with split pots, all-ins and cards shown after everybody folded."""
    store = build_house(tmp_path_factory.mktemp("questions"), nights=6, hands=30, run_hands=0)
    rng = Random(5)
    for place, day in enumerate(DAYS):
        name = f"2026-{place + 1:02d}"
        hands, seats = store.read("hands", name).to_dicts(), store.read("seats", name).to_dicts()
        for hand in hands:
            mine = [seat for seat in seats if seat["hand_no"] == hand["hand_no"]]
            stayed = [seat for seat in mine if seat["folded_round"] is None]
            (winner,) = [seat for seat in mine if seat["won"]] or [None]
            for seat in mine:
                seat["meld_score"] = 1 << 31 + (hand["hand_no"] + seat["seat"]) % 13 if seat["meld"] else None
                if seat in stayed and not seat["meld"]:
                    seat["announced"] = LOWS[(hand["hand_no"] + seat["seat"]) % len(LOWS)]
                seat["stack_before"] = seat["paid"] if seat["paid"] > 11 and seat["seat"] == 2 else 500
            if hand["outcome"] == "last_standing":
                winner["showed"] = hand["hand_no"] % 2 == 0
            if winner and hand["outcome"] == "showdown" and hand["hand_no"] % 5 == 0:
                others = [seat for seat in stayed if seat is not winner][: 1 + (hand["hand_no"] % 10 == 0)]
                part = winner["won"] // (1 + len(others))
                winner["won"] -= part * len(others)
                for seat in others:
                    seat["won"] = part
                for seat in (winner, *others):
                    seat["net"] = seat["won"] - seat["paid"]
                share = hand["shares"][0]
                hand["shares"] = [
                    {**share, "chips": seat["won"], "seat": seat["seat"]} for seat in (winner, *others)
                ]
            _bet(rng, hand, mine)
            hand["additions"] = hand["additions"] or {0: "joker", 1: "wild 2 K"}.get(hand["hand_no"] % 9, "")
            hand["started_at"] = hand["ended_at"].replace(minute=0)
        session = {
            "session_id": name, "kind": "night", "season": "2026", "currency": "DKK", "chip_value": Decimal("0.25"),
            "started_at": datetime.fromisoformat(f"{day}T18:30").replace(tzinfo=UTC),
        }  # fmt: skip
        store.write_session(
            session,
            replace=True,
            hands=pl.DataFrame(hands, schema=store.read("hands", name).schema).drop(
                "session_id", strict=False
            ),
            seats=pl.DataFrame(seats, schema=store.read("seats", name).schema).drop(
                "session_id", strict=False
            ),
        )
    return store


@pytest.fixture(scope="module")
def answers(store: Store) -> Iterator[DuckDBPyConnection]:
    """The store as two tables of rows to write a query over by hand."""
    with open_marts(store.path) as con:
        con.execute("""
            create temp table h as
            select
                session_id as n, hand_no as no, cast(timezone('UTC', w.started_at) as date) as day, h.pot,
                h.pot * 0.25 as kr, variant_id as game, h.additions, v.wild, v.family, d.name as dealer, h.outcome, h.player_count as players, h.showdown_count,
                list_unique(list_transform(shares, lambda x: x.seat)) as ways, ways > 1 as split,
                count(*) over (partition by session_id, chain_no) as chain_hands,
                epoch(h.ended_at) - epoch(h.started_at) as secs
            from hands as h
            join stg_sessions as w using (session_id)
            left join stg_players as d on d.player_id = h.dealer_id
            left join stg_variants as v using (variant_id)
            where w.kind = 'night'
        """)
        con.execute("""
            create temp table s as
            select
                session_id as n, hand_no as no, p.name as who, x.net, x.won > 0 as won, x.paid, x.meld, x.announced, log2(x.meld_score)::int - 31 as alike,
                folded_round is not null as folded, x.paid >= stack_before as all_in,
                folded_round is null and h.showdown_count > 1 as showdown,
                x.won > 0 and showed and h.outcome = 'last_standing' as shown,
                f.three_bet, f.fold_to_three_bet, f.steal, f.fold_to_steal, f.limp, f.cold_call, f.check_raise,
                f.cbet_second, f.cbet_third, f.cbet_fourth, f.fold_to_cbet_second, f.fold_to_cbet_third, f.fold_to_cbet_fourth,
                f.won_unseen, f.bluff_shown, f.size_first, f.size_second, f.size_third, f.size_fourth
            from stg_seats as x
            join stg_players as p using (player_id)
            join h on h.n = session_id and h.no = hand_no
            left join int_seats as f using (session_id, hand_no, seat)
        """)
        yield con


@pytest.fixture(scope="module")
def page(answers: DuckDBPyConnection, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Browser:
    """The page of hands, open."""
    place = tmp_path_factory.mktemp("page") / "hands.html"
    place.write_text(render(season_hands_page(answers, "2026")), "utf-8")
    browser.open(place, past_charts=False)
    browser.open(place, past_charts=False)
    browser.wait("document.querySelector('.finder').answer !== undefined")
    return browser


def answer(page: Browser, texts: list[str]) -> list[Any]:
    found: list[Any] = page.evaluate(f"""{json.dumps(texts)}.map((text) => {{
        try {{ return document.querySelector('.finder').answer(text); }}
        catch (error) {{ return {{ said: error.message, hands: [] }}; }}
    }})""")
    return found


def test_plain_questions_are_answered_in_both_languages(answers: DuckDBPyConnection, page: Browser) -> None:
    wrong, some = [], 0
    for place in (1, 2):
        texts = [question[place] for question in QUESTIONS]
        for text, (sql, *_), found in zip(texts, QUESTIONS, answer(page, texts), strict=True):
            wanted = set(answers.execute(sql).fetchall())
            some += 0 < len(wanted) < 180
            refused = "isn't understood" in found["said"]
            if refused or {(night, hand) for night, hand in found["hands"]} != wanted:
                wrong.append(
                    (
                        text,
                        found["said"],
                        len(found["hands"]),
                        len(wanted),
                        sorted({tuple(x) for x in found["hands"]} ^ wanted)[:4],
                    )
                )
    assert wrong == []
    assert len(QUESTIONS) > 60
    assert some > 1.75 * len(QUESTIONS)


LOW_CONDITIONS = {
    "low=6-4": SIX_FOUR,
    "low=6-4-3": "announced in ('6-4-3-2-A', 'A-2-3-4-6')",
    "low=T,8": "announced in ('T-6', '8-6-4')",
    "low=6-3": "false",
    "low!=6-4 player=Bo kind=night": f"who = 'Bo' and not coalesce({SIX_FOUR}, false)",
}


def test_a_low_is_found_by_its_first_ranks_in_the_store_and_on_the_page(
    answers: DuckDBPyConnection, page: Browser
) -> None:
    wanted = {text: set(answers.execute(SEAT + sql).fetchall()) for text, sql in LOW_CONDITIONS.items()}
    in_store = {
        text: set(find_hands(answers, parse(text)).select("session_id", "hand_no").iter_rows())
        for text in wanted
    }
    on_page = {
        text: {(night, hand) for night, hand in found["hands"]}
        for text, found in zip(wanted, answer(page, [*wanted]), strict=True)
    }
    assert in_store == wanted
    assert on_page == wanted
    assert [len(hands) > 0 for hands in wanted.values()] == [True, True, True, False, True]


def test_what_isnt_counted_so_is_refused(page: Browser) -> None:
    texts = [text for both in UNCLEAR for text in both]
    answered = [
        (text, found["said"])
        for text, found in zip(texts, answer(page, texts), strict=True)
        if "isn't understood" not in found["said"] and "What two players did" not in found["said"]
    ]
    assert answered == []


def test_who_won_the_most_is_told(answers: DuckDBPyConnection, page: Browser) -> None:
    ask = """(text) => {
        const field = document.querySelector("[name=asked]");
        field.value = text;
        field.dispatchEvent(new Event("input"));
        return document.querySelector(".found .player").textContent;
    }"""
    for english, danish, where, way in RANKINGS:
        sql = f"select who from s join h using (n, no) where {where} group by who order by sum(net) {way} limit 1"
        ((wanted,),) = answers.execute(sql).fetchall()
        assert [page.evaluate(f"({ask})({json.dumps(text)})") for text in (english, danish)] == [wanted] * 2


def test_who_had_most_of_a_meld_is_counted_by_player(answers: DuckDBPyConnection, page: Browser) -> None:
    ask = """(text) => {
        const field = document.querySelector("[name=asked]");
        field.value = text;
        field.dispatchEvent(new Event("input"));
        return document.querySelector(".found").textContent;
    }"""
    sql = "select who, count(*) from s where meld = 'straight' group by who order by 2 desc"
    wanted = answers.execute(sql).fetchall()
    for text in ("who had the most straights", "hvem har haft flest straighter"):
        found = page.evaluate(f"({ask})({json.dumps(text)})").split(" · ")[1:]
        assert [int(one.split()[-1]) for one in found] == [count for _, count in wanted][:5]
        assert found[0] == f"{wanted[0][0]} {wanted[0][1]}"


def test_a_question_is_repeated_as_people_say_it(page: Browser) -> None:
    """A search said "five of a kind or a straight flush or …", or that Bo's hands were won by Bo."""
    said = {
        "Bo with a flush or better": "Bo, with a flush or better",
        "won with two pair or worse": "With two pair or worse, won chips",
        "Bo's bluffs, won by Bo": "Won by Bo, won without a showdown and showed the cards",
        "in January, February or March": "In January 2026, February 2026 or March 2026",
        "date=2025-01,2026-01": "In January 2025 or 2026",
        "Anna or Bo won": "Won by Anna or Bo",
    }
    found = answer(page, [*said])
    assert {text: one["said"] for text, one in zip(said, found, strict=True)} == said


def test_lengths_of_hands_are_repeated_as_people_say_them(page: Browser) -> None:
    said = {
        "hands over 5 minutes": "Longer than 5 minutes",
        "hands under 90 seconds": "Shorter than 90 seconds",
        "hands of at least an hour": "At least 1 hour long",
        "hands that took from 2 to 4 minutes": "From 2 minutes to 4 minutes long",
        "split pots, three ways": "The pot was split between 3 players",
        "4 to 5 players after hand 20": "4 to 5 players, after hand 20",
    }
    assert {text: one["said"] for text, one in zip(said, answer(page, [*said]), strict=True)} == said


def test_the_list_stays_while_a_question_is_typed_and_questions_can_be_tapped(page: Browser) -> None:
    ask = """(text) => {
        const field = document.querySelector("[name=asked]");
        field.value = text;
        field.dispatchEvent(new Event("input"));
        return [document.querySelector(".found").textContent, document.querySelectorAll(".finder tbody tr").length];
    }"""
    there = page.evaluate(f"({ask})('Bo won')")
    assert there[1] > 10
    assert page.evaluate(f"({ask})('Bo won zzz')") == there
    assert page.evaluate("document.querySelector('.found').matches('.quiet')")
    assert "isn't understood" in page.evaluate("document.querySelector('#understood').textContent")
    tapped = page.evaluate("""[...document.querySelectorAll(".asks button")].map((button) => {
        button.click();
        return document.querySelectorAll(".finder tbody tr").length;
    })""")
    assert len(tapped) == 6
    assert 0 not in tapped


@pytest.mark.parametrize("language", ["en", "da"])
def test_questions_to_tap_are_understood_in_each_language(
    answers: DuckDBPyConnection, browser: Browser, tmp_path: Path, language: str
) -> None:
    with speaking(language):
        place = tmp_path / "hands.html"
        place.write_text(render(season_hands_page(answers, "2026")), "utf-8")
    browser.open(place, past_charts=False)
    browser.wait("document.querySelectorAll('.asks button').length === 6")


def test_hands_without_times_have_no_length(
    answers: DuckDBPyConnection, browser: Browser, tmp_path: Path
) -> None:
    facts = pack_season(answers, "2026")
    place = tmp_path / "hands.html"
    untimed = PackedHands(hands=facts.hands.with_columns(seconds=pl.lit(None, pl.Int64)), seats=facts.seats)
    place.write_text(render(hands_page(answers, untimed)), "utf-8")
    browser.open(place, past_charts=False)
    browser.wait("document.querySelector('.finder').answer !== undefined")
    texts = ["the longest hand", "hænder over 5 minutter", "seconds>300"]
    asked = {one["said"] for one in answer(browser, texts)}
    assert asked == {"How long these hands took isn't known: their log has no times."}
