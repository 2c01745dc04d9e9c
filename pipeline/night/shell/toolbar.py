"""The two lines under the prompt: the table, the deal, the pot."""

from __future__ import annotations

from pipeline.night.night import Night


def toolbar(night: Night) -> str:
    """Two lines: everybody's handle and chips (of the banker, who has the rest, the result); the deal, the
    pot, the chips that the bank has out, the drafts.
    """
    if not night.players:
        return " Who plays? players Anna, Bo, Carl "
    accounts = night.accounts
    table = []
    for player in night.players:
        if player.status == "gone":
            continue
        account = accounts[player.player_id]
        chips = f"{account.net:+d}" if player.player_id == night.banker_id else str(account.stack)
        mark = "*" if player.player_id == night.banker_id else ""
        rest = " (pause)" if player.status == "pausing" else ""
        table.append(f"{player.handle} {player.name}{mark} {chips}{rest}")
    lent = sum(account.lent + account.bought - account.returned for account in accounts.values())
    parts = [
        f"hand {night.next_hand_no}, {night.dealer.name if night.dealer else 'nobody'} deals",
        f"pot {night.open_hand.pot if night.open_hand else night.carried}",
        f"bank out {lent}",
    ]
    if night.drafts:
        parts.append(f"{len(night.drafts)} draft{'s' if len(night.drafts) > 1 else ''} ?")
    return f" {'  '.join(table)}\n {' · '.join(parts)} "
