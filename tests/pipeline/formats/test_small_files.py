"""Small files of hands and sittings: what each comes to for a player, by the file itself."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest

from pipeline.formats.ohh.reader import import_ohh
from pipeline.formats.phh.session import import_together
from pipeline.formats.pokernow.ledger import import_ledger
from pipeline.formats.sessions import FileError, Imported

Won = dict[str, str] | None
"""What each player won; None where the file is refused."""

HAND = """{"ohh": {"spec_version": "1.4.6", "site_name": "Site", "network_name": "N", "internal_version": "1", "tournament": false,
 "game_number": "1", "start_date_utc": "2026-01-16T19:30:00Z", "table_name": "T", "game_type": "Holdem",
 "bet_limit": {"bet_type": "NL", "bet_cap": 0}, "table_size": 2, "currency": "USD", "dealer_seat": 1, "small_blind_amount": 1,
 "big_blind_amount": 2, "ante_amount": 0,
 "players": [{"id": 0, "seat": 1, "name": "Anna", "starting_stack": 100}, {"id": 1, "seat": 2, "name": "Bo", "starting_stack": 100}],
 "rounds": [{"street": "Preflop", "actions": [
  {"player_id": 0, "action": "Post SB", "amount": 1}, {"player_id": 1, "action": "Post BB", "amount": 2},
  {"player_id": 0, "action": "Raise", "amount": 6}, {"player_id": 1, "action": "Call", "amount": 4}]},
  {"street": "Flop", "cards": ["2c", "3d", "4h"], "actions": []}, {"street": "Turn", "cards": ["5s"], "actions": []},
  {"street": "River", "cards": ["9s"], "actions": [{"player_id": 1, "action": "Check"}, {"player_id": 0, "action": "Check"}]},
  {"street": "Showdown", "actions": [{"player_id": 0, "action": "Shows Cards", "cards": ["Ah", "As"]}]}],
 "pots": [{"number": 0, "amount": 12, "rake": 0, "player_wins": [{"player_id": 0, "win_amount": 12}]}]}}
"""
POT = '"amount": 12, "rake": 0, "player_wins": [{"player_id": 0, "win_amount": 12}]'
SECOND = HAND.replace('"game_number": "1"', '"game_number": "2"').replace("19:30", "19:31")

OHH: list[tuple[str, Won]] = [
    (HAND, {"Anna": "6", "Bo": "-6"}),
    ("\ufeff" + HAND, {"Anna": "6", "Bo": "-6"}),
    (f"[{HAND}]", {"Anna": "6", "Bo": "-6"}),
    (HAND + HAND, {"Anna": "6", "Bo": "-6"}),
    (HAND + "\n\n" + SECOND, {"Anna": "12", "Bo": "-12"}),
    (HAND.replace(POT, '"amount": 12, "rake": 1, "player_wins": [{"player_id": 0, "win_amount": 11}]'), {"Anna": "5", "Bo": "-6"}),
    (HAND.replace(POT, '"amount": 12, "rake": 0, "player_wins": [{"player_id": 0, "win_amount": 11}]'), None),
    (HAND.replace(POT, '"amount": 12, "player_wins": [{"player_id": 0, "win_amount": 6}, {"player_id": 1, "win_amount": 6}]'), {"Anna": "0", "Bo": "0"}),
    (HAND.replace(POT, '"amount": 12, "rake": 1, "player_wins": [{"player_id": 0, "win_amount": 5.5}, {"player_id": 1, "win_amount": 5.5}]'), {"Anna": "-0.5", "Bo": "-0.5"}),
    (HAND.replace(POT, '"amount": 13, "player_wins": [{"player_id": 0, "win_amount": 13}]'), None),  # no reading has a pot of 13
    (HAND.replace(POT, '"amount": 12, "player_wins": []'), None),
    (HAND.replace(POT, '"amount": 12, "player_wins": [{"player_id": 0, "win_amount": -12}]'), None),
    (HAND.replace('"Call", "amount": 4', '"Call", "amount": 6'), {"Anna": "6", "Bo": "-6"}),  # calls as totals
    (HAND.replace('"Raise", "amount": 6', '"Raise", "amount": 5'), {"Anna": "6", "Bo": "-6"}),  # raises as what is added
    (HAND.replace('"Call", "amount": 4', '"Call", "amount": 2'), None),  # a call of less, with chips left
    (HAND.replace('"Raise"', '"Dance"'), None),
    (HAND.replace('"amount": 6}', '"amount": 6.001}'), None),
    (HAND.replace('"amount": 6}', '"amount": "6"}'), {"Anna": "6", "Bo": "-6"}),
    (HAND.replace('"starting_stack": 100}, {', '"starting_stack": 5}, {'), None),
    (HAND.replace('"Bo"', '"Anna"'), None),
    (HAND.replace('"Bo"', '"Anna!"'), {"Anna": "6", "Anna!": "-6"}),
    (HAND.replace("Holdem", "Razz"), None),
    (HAND + SECOND.replace("USD", "EUR"), None),
    (HAND[:-40], None),
]  # fmt: skip

PHH: list[tuple[str, Won]] = [
    ('variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\nactions = ["d dh p1 AhAs", "d dh p2 KdKh", "p2 cbr 6", "p1 f"]\nplayers = ["Anna", "Bo"]\n', {'Bo': '2', 'Anna': '-2'}),
    ('variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\nactions = ["d dh p1 AhAs", "d dh p2 KdKh", "p2 cbr 6", "p1 cc", "d db 2c3d4h", "p1 cc", "p2 cc", "d db 5s", "p1 cc", "p2 cc", "d db 9s", "p1 cc", "p2 cc", "p1 sm AhAs", "p2 sm KdKh"]\nplayers = ["Anna", "Bo"]\n', {'Anna': '6', 'Bo': '-6'}),
    ('variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\nactions = ["d dh p1 AhAs", "d dh p2 KdKh", "p2 cbr 6", "p1 cc", "d db 2c3d4h", "p1 cc", "p2 cc", "d db 5s", "p1 cc", "p2 cc", "d db 9s", "p1 cc", "p2 cc", "p1 sm AhAs", "p2 sm KdKh"]\nplayers = ["Anna", "Bo"]\nfinishing_stacks = [106, 94]\n', {'Anna': '6', 'Bo': '-6'}),
    ('variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\nactions = ["d dh p1 AhAs", "d dh p2 KdKh", "p2 cbr 6", "p1 cc", "d db 2c3d4h", "p1 cc", "p2 cc", "d db 5s", "p1 cc", "p2 cc", "d db 9s", "p1 cc", "p2 cc", "p1 sm AhAs", "p2 sm KdKh"]\nplayers = ["Anna", "Bo"]\nfinishing_stacks = [94, 106]\n', None),
    ('variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\nactions = ["d dh p1 AhAs", "d dh p2 KdKh", "p2 cbr 6", "p1 cc", "d db 2c3d4h", "p1 cc", "p2 cc", "d db 5s", "p1 cc", "p2 cc", "d db 9s", "p1 cc", "p2 cc", "p1 sm AhAs", "p2 sm KdKh"]\nplayers = ["Anna", "Bo"]\nwinnings = [12, 0]\n', {'Anna': '6', 'Bo': '-6'}),
    ('variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\nactions = ["d dh p1 AhAs", "d dh p2 KdKh", "p2 cbr 6", "p1 cc", "d db 2c3d4h", "p1 cc", "p2 cc", "d db 5s", "p1 cc", "p2 cc", "d db 9s", "p1 cc", "p2 cc", "p1 sm AhAs", "p2 sm KdKh"]\nplayers = ["Anna", "Bo"]\nwinnings = [0, 12]\n', None),
    ('variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\nactions = ["d dh p1 AhAs", "d dh p2 KdKh", "p2 cbr 6", "p1 cc", "d db 2c3d4h", "p1 cc", "p2 cc", "d db 5s", "p1 cc", "p2 cc", "d db 9s", "p1 cc", "p2 cc", "p1 sm AhAs", "p2 sm KdKh"]\nplayers = ["Anna", "Bo"]\nwinnings = [11, 0]\n', {'Anna': '5', 'Bo': '-6'}),
    ('variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\nactions = ["d dh p1 AhAs", "d dh p2 KdKh", "p2 cbr 6", "p1 cc", "d db 2c3d4h", "p1 cc", "p2 cc", "d db 5s", "p1 cc", "p2 cc", "d db 9s", "p1 cc", "p2 cc", "p1 sm AhAs", "p2 sm KdKh"]\nplayers = ["José", "Jose"]\n', {'José': '6', 'Jose': '-6'}),
    ('variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\nactions = ["d dh p1 AhAs", "d dh p2 KdKh", "p2 cbr 6", "p1 cc", "d db 2c3d4h", "p1 cc", "p2 cc", "d db 5s", "p1 cc", "p2 cc", "d db 9s", "p1 cc", "p2 cc", "p1 sm AhAs", "p2 sm KdKh"]\nplayers = ["Mr 🍇", "Mr 🍕"]\n', {'Mr 🍇': '6', 'Mr 🍕': '-6'}),
    ('\ufeffvariant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\nactions = ["d dh p1 AhAs", "d dh p2 KdKh", "p2 cbr 6", "p1 cc", "d db 2c3d4h", "p1 cc", "p2 cc", "d db 5s", "p1 cc", "p2 cc", "d db 9s", "p1 cc", "p2 cc", "p1 sm AhAs", "p2 sm KdKh"]\nplayers = ["Anna", "Bo"]\n', {'Anna': '6', 'Bo': '-6'}),
    ('variant = "NT"\r\nantes = [0, 0]\r\nblinds_or_straddles = [1, 2]\r\nmin_bet = 2\r\nstarting_stacks = [100, 100]\r\nactions = ["d dh p1 AhAs", "d dh p2 KdKh", "p2 cbr 6", "p1 cc", "d db 2c3d4h", "p1 cc", "p2 cc", "d db 5s", "p1 cc", "p2 cc", "d db 9s", "p1 cc", "p2 cc", "p1 sm AhAs", "p2 sm KdKh"]\r\nplayers = ["Anna", "Bo"]\r\n', {'Anna': '6', 'Bo': '-6'}),
    ('variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = ["inf", "inf"]\nactions = ["d dh p1 AhAs", "d dh p2 KdKh", "p2 cbr 6", "p1 cc", "d db 2c3d4h", "p1 cc", "p2 cc", "d db 5s", "p1 cc", "p2 cc", "d db 9s", "p1 cc", "p2 cc", "p1 sm AhAs", "p2 sm KdKh"]\nplayers = ["Anna", "Bo"]\n', None),
    ('variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [inf, inf]\nactions = ["d dh p1 AhAs", "d dh p2 KdKh", "p2 cbr 6", "p1 cc", "d db 2c3d4h", "p1 cc", "p2 cc", "d db 5s", "p1 cc", "p2 cc", "d db 9s", "p1 cc", "p2 cc", "p1 sm AhAs", "p2 sm KdKh"]\nplayers = ["Anna", "Bo"]\n', {'Anna': '6', 'Bo': '-6'}),
    ('variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [0.5, 1.0]\nmin_bet = 1.0\nstarting_stacks = [100, 100]\nactions = ["d dh p1 AhAs", "d dh p2 KdKh", "p2 cbr 3.50", "p1 cc", "d db 2c3d4h", "p1 cc", "p2 cc", "d db 5s", "p1 cc", "p2 cc", "d db 9s", "p1 cc", "p2 cc", "p1 sm AhAs", "p2 sm KdKh"]\nplayers = ["Anna", "Bo"]\n', {'Anna': '3.5', 'Bo': '-3.5'}),
    ('variant = "NT"\nantes = [1, 1]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\nactions = ["d dh p1 AhAs", "d dh p2 KdKh", "p2 cbr 6", "p1 cc", "d db 2c3d4h", "p1 cc", "p2 cc", "d db 5s", "p1 cc", "p2 cc", "d db 9s", "p1 cc", "p2 cc", "p1 sm AhAs", "p2 sm KdKh"]\nplayers = ["Anna", "Bo"]\n', {'Anna': '7', 'Bo': '-7'}),
    ('variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\nactions = ["d dh p1 AhAs", "d dh p2 KdKh", "p2 cbr 600", "p1 f"]\nplayers = ["Anna", "Bo"]\n', None),
    ('variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\nactions = ["d dh p1 AhAs", "d dh p2 AhKh", "p2 cbr 6", "p1 f"]\nplayers = ["Anna", "Bo"]\n', None),
    ('variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\nactions = ["d dh p1 ????", "d dh p2 ????", "p2 cbr 6", "p1 f"]\nplayers = ["Anna", "Bo"]\n', {'Bo': '2', 'Anna': '-2'}),
    ('variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\nactions = ["d dh p1 ????", "d dh p2 ????", "p2 cbr 6 # raise", "p1 f"]\nplayers = ["Anna", "Bo"]\n', {'Bo': '2', 'Anna': '-2'}),
    ('variant = "XX"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\nactions = ["d dh p1 AhAs", "d dh p2 KdKh", "p2 cbr 6", "p1 cc", "d db 2c3d4h", "p1 cc", "p2 cc", "d db 5s", "p1 cc", "p2 cc", "d db 9s", "p1 cc", "p2 cc", "p1 sm AhAs", "p2 sm KdKh"]\nplayers = ["Anna", "Bo"]\n', None),
    ('variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nstarting_stacks = [100, 100]\nactions = ["d dh p1 AhAs", "d dh p2 KdKh", "p2 cbr 6", "p1 cc", "d db 2c3d4h", "p1 cc", "p2 cc", "d db 5s", "p1 cc", "p2 cc", "d db 9s", "p1 cc", "p2 cc", "p1 sm AhAs", "p2 sm KdKh"]\nplayers = ["Anna", "Bo"]\n', None),
    ('variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = "2"\nstarting_stacks = [100, 100]\nactions = ["d dh p1 AhAs", "d dh p2 KdKh", "p2 cbr 6", "p1 cc", "d db 2c3d4h", "p1 cc", "p2 cc", "d db 5s", "p1 cc", "p2 cc", "d db 9s", "p1 cc", "p2 cc", "p1 sm AhAs", "p2 sm KdKh"]\nplayers = ["Anna", "Bo"]\n', None),
    ('variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\nactions = ["d dh p1 AhAs", "d dh p2 KdKh", "p2 cbr 6", "p1 cc", "d db 2c3d4h", "p1 cc", "p2 cc", "d db 5s", "p1 cc", "p2 cc", "d db 9s", "p1 cc", "p2 cc", "p1 sm AhAs", "p2 sm KdKh"]\nplaye', None),
    ('variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\nactions = ["d dh p1 AhAs", "d dh p2 KdKh", "p2 cbr 6", "p1 cc", "d db 2c3d4h", "p1 cc", "p2 cc", "d db 5s", "p1 cc", "p2 cc", "d db 9s", "p1 cc", "p2 cc", "p1 sm AhAs", "p2 sm KdKh"]\nplayers = ["Anna", "Bo"]\ncurrency = "USD"\ncurrency_symbol = "$"\n', {'Anna': '6', 'Bo': '-6'}),
    ('variant = "NT"\nantes = [1, 1]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\nactions = ["d dh p1 AhAs", "d dh p2 KdKh", "p2 cbr 6", "p1 cc", "d db 2c3d4h", "p1 cc", "p2 cc", "d db 5s", "p1 cc", "p2 cc", "d db 9s", "p1 cc", "p2 cc", "p1 sm AhAs", "p2 sm KdKh"]\nplayers = ["Anna", "Bo"]\nante_trimming_status = true\n', {'Anna': '7', 'Bo': '-7'}),
]  # fmt: skip

FIRST = "player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net\n"
LEDGERS: list[tuple[str, Won]] = [
    (FIRST + 'Anna,aa,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,150,0,50\nBo,bb,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,50,0,-50\n', {'Anna': '50', 'Bo': '-50'}),
    (FIRST + 'Anna,aa,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,150,0,50\nBo,bb,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,50,0,-50', {'Anna': '50', 'Bo': '-50'}),
    ('player_nickname;player_id;session_start_at;session_end_at;buy_in;buy_out;stack;net\nAnna;aa;2026-01-16T19:00:00.000Z;2026-01-16T23:00:00.000Z;100;150;0;50\nBo;bb;2026-01-16T19:00:00.000Z;2026-01-16T23:00:00.000Z;100;50;0;-50\n', {'Anna': '50', 'Bo': '-50'}),
    ('player_nickname\tplayer_id\tsession_start_at\tsession_end_at\tbuy_in\tbuy_out\tstack\tnet\nAnna\taa\t2026-01-16T19:00:00.000Z\t2026-01-16T23:00:00.000Z\t100\t150\t0\t50\nBo\tbb\t2026-01-16T19:00:00.000Z\t2026-01-16T23:00:00.000Z\t100\t50\t0\t-50\n', {'Anna': '50', 'Bo': '-50'}),
    (FIRST + 'Anna,aa,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,150,0,50\nBo,bb,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,50,0,-50\nAnna,aa,2026-01-16T20:00:00.000Z,,100,0,70,-30\nBo,bb,2026-01-16T20:00:00.000Z,2026-01-16T23:00:00.000Z,0,30,0,30\n', {'Anna': '20', 'Bo': '-20'}),
    (FIRST + 'Anna,aa,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,150,0,50\nBo,bb,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,50,0,-50\nAnna,aa,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,150,0,50\n', None),
    (FIRST + 'Anna,aa,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,150,0,50\nBo,bb,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,50,0,-50\nTotal,,,,200,200,0,0\n', None),
    (FIRST + 'Anna,aa,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,150,0,50\n', None),
    (FIRST + 'Anna,aa,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,150,0,50\nBo,bb,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,50,0,-40\n', None),
    (FIRST + 'Anna,aa,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100.00,150.50,0,50.50\nBo,bb,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100.00,49.50,0,-50.50\n', {'Anna': '50.5', 'Bo': '-50.5'}),
    (FIRST + '"Anna ""A"" B",aa,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,150,0,50\nBo,bb,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,50,0,-50\n', {'Anna "A" B': '50', 'Bo': '-50'}),
    (FIRST + '"Anna, B",aa,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,150,0,50\nBo,bb,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,50,0,-50\n', {'Anna, B': '50', 'Bo': '-50'}),
    (FIRST + '🍇,aa,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,150,0,50\nBo,bb,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,50,0,-50\n', {'🍇': '50', 'Bo': '-50'}),
    (FIRST + 'Anna,aa,2026-01-16T19:00:00.000Z,,100,,150,50\nBo,bb,2026-01-16T19:00:00.000Z,,100,,50,-50\n', {'Anna': '50', 'Bo': '-50'}),
    (FIRST + 'Anna,aa,,,100,,150,50\nBo,bb,,,100,,50,-50\n', {'Anna': '50', 'Bo': '-50'}),
    (FIRST + 'Anna,aa,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,1000,1500,0,500\nBo,bb,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,1000,500,0,-500\n', {'Anna': '500', 'Bo': '-500'}),
    (FIRST + 'Anna,aa,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,"1,000","1,500",0,500\nBo,bb,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,"1,000",500,0,-500\n', None),
    (FIRST + 'Anna,aa,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,00,150,00,0,50,00\n', None),
    (FIRST + 'Anna,aa,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,150,0,50\nBo,bb,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,5', None),
    (FIRST + '\n\nAnna,aa,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,150,0,50\n\nBo,bb,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,50,0,-50\n\n', {'Anna': '50', 'Bo': '-50'}),
    ('player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,nit_escrow,net\nAnna,aa,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,140,0,10,50\nBo,bb,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,50,0,0,-50\n', {'Anna': '50', 'Bo': '-50'}),
    (FIRST + 'Anna,aa,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,0,0,0,0\nBo,bb,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,0,0,0,0\n', {'Anna': '0', 'Bo': '0'}),
    (FIRST + 'Anna,aa,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,150,0,50\nBo,bb,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,50,0,-50\nAnna,aa,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,150,0,50\nBo,bb,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,50,0,-50\n', None),
    (FIRST + 'Anna,aa ,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,150,0,50\nBo,bb,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,50,0,-50\n', {'Anna': '50', 'Bo': '-50'}),
    (FIRST + 'Anna,aa,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,150,0,50\nBo,AA,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,50,0,-50\n', {'Anna': '50', 'Bo': '-50'}),
    (FIRST + 'Anna,aa,1737054000000,2026-01-16T23:00:00.000Z,100,150,0,50\nBo,bb,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,50,0,-50\n', None),
    (FIRST + 'Anna,aa,01/16/2026 7:00 PM,2026-01-16T23:00:00.000Z,100,150,0,50\nBo,bb,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,100,50,0,-50\n', None),
    (FIRST + 'Anna,aa,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,5000,7500,0,2500\nBo,bb,2026-01-16T19:00:00.000Z,2026-01-16T23:00:00.000Z,5000,2500,0,-2500\n', {'Anna': '2500', 'Bo': '-2500'}),
]  # fmt: skip


def ohh(path: Path) -> Imported:
    return import_ohh(path)


def phh(path: Path) -> Imported:
    return import_together([path])


def ledger(path: Path) -> Imported:
    return import_ledger(path)


CASES = (
    [(ohh, *case) for case in OHH] + [(phh, *case) for case in PHH] + [(ledger, *case) for case in LEDGERS]
)


@pytest.mark.parametrize(("read", "text", "won"), CASES)
def test_a_small_file_comes_to_what_its_players_won(
    tmp_path: Path, read: Callable[[Path], Imported], text: str, won: Won
) -> None:
    file = tmp_path / "file"
    file.write_bytes(text.encode())
    if won is None:
        with pytest.raises(FileError):
            read(file)
        return
    imported = read(file)
    worth = imported.session["chip_value"]
    confirmed = imported.hands.filter(status="confirmed")["hand_no"].to_list()
    sums = {names[0]: Decimal(0) for names in imported.names.values()}
    for number, player, net in imported.seats.select("hand_no", "player_id", "net").iter_rows():
        sums[imported.names[player][0]] += net * worth * (number in confirmed)
    for player, kind, chips in imported.bank.select("player_id", "kind", "chips").iter_rows():
        sums[imported.names[player][0]] += chips * worth * (kind == "difference")
    assert sums == {name: Decimal(net) for name, net in won.items()}
