-- Grain: a seat that acted in the betting. What it did, and what it had the choice of (docs/statistics.md).
-- decisions: in the first betting round, checks, folds and chips put in by choice (voluntary; raises_first of them bets
-- and raises); three_bet_chances: times it could raise after one raise, with an ante after a bet and a raise;
-- raises and calls in all rounds, those that end in _later after the first.
with acts as (
    select
        session_id,
        hand_no,
        seat,
        round,
        kind,
        aggressive,
        voluntary and chips > 0 as voluntary,
        least(1, count(*) filter (where kind = 'big_blind') over (partition by session_id, hand_no))
        + count(*) filter (where aggressive) over (
            partition by session_id, hand_no, round order by action_no rows between unbounded preceding and 1 preceding
        ) as bets_before
    from stg_actions
),

decisions as (
    select *, round = 1 and (voluntary or kind in ('check', 'fold')) as first
    from acts
)

select
    session_id,
    hand_no,
    seat,
    count(*) filter (where first) as decisions,
    count(*) filter (where first and voluntary) as voluntary,
    count(*) filter (where first and aggressive) as raises_first,
    count(*) filter (where first and bets_before = 2) as three_bet_chances,
    count(*) filter (where first and bets_before = 2 and aggressive) as three_bets,
    count(*) filter (where aggressive) as raises,
    count(*) filter (where kind = 'call') as calls,
    count(*) filter (where aggressive and round > 1) as raises_later,
    count(*) filter (where kind = 'call' and round > 1) as calls_later
from decisions
group by session_id, hand_no, seat
