"""Who pays whom: through the banker (the house's way), or with the fewest transfers.

Balances are whole numbers of the smallest coin, to receive (+) or to pay (-), and add up to zero. A set of n balances
that adds up to zero and can't be split into smaller such sets takes n - 1 transfers, so the smallest number of
transfers is the number of players who aren't even, minus the largest number of zero-sum groups that they can be split
into. Finding those groups is the subset problem of T. Verhoeff, "Settling Multiple Debts Efficiently" (2004): exact
by dynamic programming over all subsets up to `MOST_EXACT` players, greedy beyond.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heapreplace

MOST_EXACT = 18


@dataclass(frozen=True)
class Transfer:
    """`payer` gives `payee` an amount in the smallest coin, above zero."""

    payer: str
    payee: str
    amount: int


@dataclass(frozen=True)
class TransferPlan:
    """Transfers that settle all balances; `proven` if no plan has fewer."""

    transfers: tuple[Transfer, ...]
    proven: bool


def through_banker(balances: Mapping[str, int], banker: str) -> TransferPlan:
    """Return the transfers if all players settle with the banker (PR: the bank buys all chips back, the accounts close).

    >>> through_banker({"a": 5, "b": -5, "c": 0}, banker="c").transfers
    (Transfer(payer='c', payee='a', amount=5), Transfer(payer='b', payee='c', amount=5))
    """
    _check(balances)
    transfers = [
        Transfer(name, banker, -amount) if amount < 0 else Transfer(banker, name, amount)
        for name, amount in balances.items()
        if amount and name != banker
    ]
    return TransferPlan(tuple(transfers), proven=False)


def fewest_transfers(balances: Mapping[str, int]) -> TransferPlan:
    """Return as few transfers as possible, proven for up to `MOST_EXACT` players once opposite pairs are taken out.

    Two players with opposite balances are a group in some best plan: joining the rest of the groups that they are in
    leaves at least as many groups.

    >>> fewest_transfers({"a": 5, "b": -5, "c": 0}).transfers
    (Transfer(payer='b', payee='a', amount=5),)
    """
    _check(balances)
    uneven = {name: amount for name, amount in balances.items() if amount}
    without_partner: defaultdict[int, deque[str]] = defaultdict(deque)  # names by balance
    partners: dict[str, str] = {}
    for name, amount in uneven.items():
        if without_partner[-amount]:
            partners[without_partner[-amount].popleft()] = name
        else:
            without_partner[amount].append(name)
    groups = [[name, partners[name]] for name in uneven if name in partners]
    paired = {*partners, *partners.values()}
    rest = {name: amount for name, amount in uneven.items() if name not in paired}
    proven = len(rest) <= MOST_EXACT
    if rest:
        groups += _zero_sum_groups(list(rest), list(rest.values())) if proven else [list(rest)]
    transfers = [
        transfer for group in groups for transfer in _greedy({name: balances[name] for name in group})
    ]
    return TransferPlan(tuple(transfers), proven)


def _check(balances: Mapping[str, int]) -> None:
    if sum(balances.values()):
        raise ValueError(f"the balances add up to {sum(balances.values())}, not to zero")


def _zero_sum_groups(names: Sequence[str], amounts: Sequence[int]) -> list[list[str]]:
    """Split players whose balances add up to zero into as many zero-sum groups as there can be.

    `most[s]` is the largest number of zero-sum sets that occur when a set s is built up player by player. That is the
    largest number of groups in s, because these sets are nested, and the difference of two successive ones is a
    group.
    """
    import numpy as np  # only the fewest payments need it

    count = len(names)
    sums = np.zeros(1, np.int64)
    sizes = np.zeros(1, np.int8)
    for amount in amounts:
        sums = np.concatenate([sums, sums + amount])
        sizes = np.concatenate([sizes, sizes + 1])
    most = np.zeros(1 << count, np.int8)
    for size in range(1, count + 1):
        sets = np.flatnonzero(sizes == size)
        for player in range(count):
            having = sets[sets >> player & 1 == 1]
            most[having] = np.maximum(most[having], most[having ^ (1 << player)])
        most[sets] += sums[sets] == 0
    groups: list[list[str]] = []
    group: list[str] = []
    left = (1 << count) - 1
    while left:
        if sums[left] == 0 and group:
            groups.append(group)
            group = []
        reached = most[left] - (sums[left] == 0)
        player = next(i for i in range(count) if left >> i & 1 and most[left ^ 1 << i] == reached)
        group.append(names[player])
        left ^= 1 << player
    return [*groups, group]


def _greedy(balances: Mapping[str, int]) -> list[Transfer]:
    """Let the player who owes most pay the player who gets most, until all are even: at most n - 1 transfers."""
    payers = [(amount, place, name) for place, (name, amount) in enumerate(balances.items()) if amount < 0]
    payees = [(-amount, place, name) for place, (name, amount) in enumerate(balances.items()) if amount > 0]
    heapify(payers)
    heapify(payees)
    transfers = []
    while payers:
        (owes, payer_at, payer), (gets, payee_at, payee) = payers[0], payees[0]
        amount = min(-owes, -gets)
        transfers.append(Transfer(payer, payee, amount))
        for heap, left in (
            (payers, (owes + amount, payer_at, payer)),
            (payees, (gets + amount, payee_at, payee)),
        ):
            if left[0]:
                heapreplace(heap, left)
            else:
                heappop(heap)
    return transfers
