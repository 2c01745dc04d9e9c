-- Grain: a seat that acted in the betting. What it did, and what choices it had (docs/statistics.md).
-- decisions: in the first betting round, number of checks, folds and chips put in by choice (voluntary; raises_first of them bets
-- and raises), null without any; three_bet_chances: times it could raise after one raise, with an ante after a bet and a raise;
-- raises and calls in all rounds, those that end in _later after the first.
with acts as materialized (
    select
        session_id,
        hand_no,
        action_no,
        seat,
        round,
        kind,
        aggressive,
        voluntary and chips > 0 as voluntary
    from stg_actions
),

blinds as (  -- a big blind counts as a bet
    select distinct session_id, hand_no, 1 as bets
    from acts
    where kind = 'big_blind'
),

first_round as (
    select
        *,
        voluntary or kind in ('check', 'fold') as decision,
        count(*) filter (where aggressive) over (
            partition by session_id, hand_no order by action_no rows between unbounded preceding and 1 preceding
        ) as raises_before
    from acts
    where round = 1
),

decisions as (
    select
        session_id,
        hand_no,
        f.seat,
        count(*) as decisions,
        count(*) filter (where f.voluntary) as voluntary,
        count(*) filter (where f.aggressive) as raises_first,
        count(*) filter (where f.raises_before + coalesce(b.bets, 0) = 2) as three_bet_chances,
        count(*) filter (where f.raises_before + coalesce(b.bets, 0) = 2 and f.aggressive) as three_bets
    from first_round as f
    left join blinds as b using (session_id, hand_no)
    where f.decision
    group by session_id, hand_no, f.seat
),

sums as (
    select
        session_id,
        hand_no,
        seat,
        count(*) filter (where aggressive) as raises,
        count(*) filter (where kind = 'call') as calls,
        count(*) filter (where aggressive and round > 1) as raises_later,
        count(*) filter (where kind = 'call' and round > 1) as calls_later
    from acts
    group by session_id, hand_no, seat
)

select *
from sums
left join decisions using (session_id, hand_no, seat)
