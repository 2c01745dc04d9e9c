-- Grain: a seat that acted in the betting. What it did, and what choices it had (docs/definitions.md).
-- decisions: in the first betting round, number of checks, folds and chips put in by choice (voluntary; raises_first of them bets
-- and raises), null without any; three_bet_chances: times it could raise after one raise, with an ante after a bet and a raise;
-- raises and calls in all rounds, those that end in _later after the first.
-- first_act: its first decision, after first_bets bets (a big blind is one) and first_entered acts of others that stay in; posted: the blind
-- that it posted; opener: the seat of the first bet or raise, which posted opener_posted; has_blind: whether there is a big blind.
-- Chances, and what was made of them: to fold to a raise of its raise, to raise in a round in which it had checked, and in the second to the fourth
-- round to go on betting as the one who bet or raised last in the first, and to fold to such a bet.
-- bet_first to bet_fourth: chips of the seat's bet where it was the round's first (a big blind is one), and pot_first to pot_fourth
-- those that the hand had put in before it; last_bettor: the seat of the last bet or raise of all, and last_bet_round its round.
with acts as materialized (
    select
        session_id,
        hand_no,
        action_no,
        seat,
        round,
        kind,
        aggressive,
        voluntary and chips > 0 as voluntary,
        chips,
        sum(chips) over (
            partition by session_id, hand_no order by action_no rows between unbounded preceding and 1 preceding
        ) as pot
    from stg_actions
),

openings as (  -- a big blind counts as a bet; second_bet: who bet last in the first round bet first in the second, and so on
    select
        session_id,
        hand_no,
        max(kind = 'big_blind') as has_blind,
        cast(max(kind = 'big_blind') as integer) as bets,
        arg_min(seat, action_no) filter (where aggressive and round = 1) as opener,
        list(seat order by action_no) filter (where aggressive and round = 1)[2 - bets] as second_bettor,
        arg_max(seat, action_no) filter (where aggressive and round = 1) as raiser,
        arg_max(seat, action_no) filter (where aggressive) as last_bettor,
        max(round) filter (where aggressive) as last_bet_round,
        coalesce(arg_min(seat, action_no) filter (where aggressive and round = 2) = raiser, false) as second_bet,
        second_bet and coalesce(arg_min(seat, action_no) filter (where aggressive and round = 3) = raiser, false) as third_bet,
        third_bet and coalesce(arg_min(seat, action_no) filter (where aggressive and round = 4) = raiser, false) as fourth_bet
    from acts
    group by session_id, hand_no
),

rounds as (
    select
        *,
        voluntary or kind in ('check', 'fold') as decision,
        count(*) filter (where aggressive) over so_far as raises_before,
        count(*) filter (where voluntary or kind = 'check') over so_far as entered_before,
        count(*) filter (where kind = 'check') over of_seat > 0 as had_checked,
        count(*) filter (where aggressive) over of_seat as own_raises
    from acts
    where round > 0
    window
        so_far as (
            partition by session_id, hand_no, round order by action_no rows between unbounded preceding and 1 preceding
        ),
        of_seat as (
            partition by session_id, hand_no, round, seat
            order by action_no rows between unbounded preceding and 1 preceding
        )
),

decisions as (
    select
        session_id,
        hand_no,
        f.seat,
        count(*) as decisions,
        count(*) filter (where f.voluntary) as voluntary,
        count(*) filter (where f.aggressive) as raises_first,
        count(*) filter (where f.raises_before + h.bets = 2) as three_bet_chances,
        count(*) filter (where f.raises_before + h.bets = 2 and f.aggressive) as three_bets,
        arg_min(f.kind, f.action_no) as first_act,
        arg_min(f.aggressive, f.action_no) as first_raises,
        min_by(f.raises_before + h.bets, f.action_no) as first_bets,
        arg_min(f.entered_before, f.action_no) as first_entered,
        count(*) filter (where f.raises_before + h.bets = 3 and f.own_raises = 1 and f.seat = h.second_bettor) as three_bet_faced,
        count(*) filter (
            where f.raises_before + h.bets = 3 and f.own_raises = 1 and f.seat = h.second_bettor and f.kind = 'fold'
        ) as three_bet_folds
    from rounds as f
    inner join openings as h using (session_id, hand_no)
    where f.decision and f.round = 1
    group by session_id, hand_no, f.seat
),

later as (
    select
        session_id,
        hand_no,
        r.seat,
        max(r.chips) filter (where r.aggressive and r.raises_before = 0 and r.round = 1 and not h.has_blind) as bet_first,
        max(r.pot) filter (where r.aggressive and r.raises_before = 0 and r.round = 1 and not h.has_blind) as pot_first,
        max(r.chips) filter (where r.aggressive and r.raises_before = 0 and r.round = 2) as bet_second,
        max(r.pot) filter (where r.aggressive and r.raises_before = 0 and r.round = 2) as pot_second,
        max(r.chips) filter (where r.aggressive and r.raises_before = 0 and r.round = 3) as bet_third,
        max(r.pot) filter (where r.aggressive and r.raises_before = 0 and r.round = 3) as pot_third,
        max(r.chips) filter (where r.aggressive and r.raises_before = 0 and r.round = 4) as bet_fourth,
        max(r.pot) filter (where r.aggressive and r.raises_before = 0 and r.round = 4) as pot_fourth,
        count(*) filter (where r.had_checked and r.raises_before > 0 and r.own_raises = 0) as check_raise_chances,
        count(*) filter (where r.had_checked and r.raises_before > 0 and r.own_raises = 0 and r.aggressive) as check_raises,
        count(*) filter (where r.round = 2 and r.raises_before = 0 and r.seat = h.raiser) as cbet_second_chances,
        count(*) filter (where r.round = 3 and r.raises_before = 0 and r.seat = h.raiser and h.second_bet) as cbet_third_chances,
        count(*) filter (where r.round = 4 and r.raises_before = 0 and r.seat = h.raiser and h.third_bet) as cbet_fourth_chances,
        count(*) filter (where r.round = 2 and r.raises_before = 1 and r.seat != h.raiser and h.second_bet) as cbet_second_faced,
        count(*) filter (where r.round = 3 and r.raises_before = 1 and r.seat != h.raiser and h.third_bet) as cbet_third_faced,
        count(*) filter (where r.round = 4 and r.raises_before = 1 and r.seat != h.raiser and h.fourth_bet) as cbet_fourth_faced,
        count(*) filter (
            where r.round = 2 and r.raises_before = 1 and r.seat != h.raiser and h.second_bet and r.kind = 'fold'
        ) as cbet_second_folds,
        count(*) filter (
            where r.round = 3 and r.raises_before = 1 and r.seat != h.raiser and h.third_bet and r.kind = 'fold'
        ) as cbet_third_folds,
        count(*) filter (
            where r.round = 4 and r.raises_before = 1 and r.seat != h.raiser and h.fourth_bet and r.kind = 'fold'
        ) as cbet_fourth_folds
    from rounds as r
    inner join openings as h using (session_id, hand_no)
    where r.decision
    group by session_id, hand_no, r.seat
),

sums as (
    select
        session_id,
        hand_no,
        seat,
        count(*) filter (where aggressive) as raises,
        count(*) filter (where kind = 'call') as calls,
        count(*) filter (where aggressive and round > 1) as raises_later,
        count(*) filter (where kind = 'call' and round > 1) as calls_later,
        max(kind) filter (where kind in ('small_blind', 'big_blind', 'straddle')) as posted
    from acts
    group by session_id, hand_no, seat
)

select
    s.*,
    d.* exclude (session_id, hand_no, seat),
    l.* exclude (session_id, hand_no, seat),
    h.has_blind,
    h.opener,
    h.last_bettor,
    h.last_bet_round,
    o.posted as opener_posted,
    h.second_bet,
    h.third_bet,
    h.fourth_bet
from sums as s
left join decisions as d using (session_id, hand_no, seat)
left join later as l using (session_id, hand_no, seat)
left join openings as h using (session_id, hand_no)
left join sums as o on o.session_id = s.session_id and o.hand_no = s.hand_no and o.seat = h.opener
