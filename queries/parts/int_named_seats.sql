-- Grain: a player with a name in a confirmed hand. What follows from the hand alone; int_seats adds the session, the game and
-- merged players. Flags (docs/statistics.md) are null where nobody logged them, where they mean nothing, and in a spoilt deal.
with stakes as (  -- a player who paid more than the second-largest stake gets the unmatched rest back
    select session_id, hand_no, max(paid, 2)[2] as matched
    from stg_seats
    group by session_id, hand_no
),

dealt as (
    select
        h.session_id,
        h.hand_no,
        h.chain_no,
        h.variant_id,
        h.additions,
        h.player_count,
        h.dealer_id,
        h.unit,
        h.started_at,
        h.played,
        x.seat,
        x.player_id,
        x.paid,
        x.won,
        x.net,
        x.meld,
        x.cards,
        x.won > greatest(0, x.paid - coalesce(k.matched, 0)) as took,
        x.folded_round is not null as folded,
        -- a player who is in alone and compares with a hand from the pack (guts) is at a showdown, won or lost
        coalesce(h.showdown_count = 1 or h.showdown, h.showdown) and x.folded_round is null as at_showdown,
        case
            when x.folded_round > 0 then x.folded_round > 1
            when x.folded_round is null then h.rounds_played > 1 or h.showdown
        end as saw_second,
        x.peder_used as peder,
        h.has_acts
    from int_hands as h
    inner join stg_seats as x using (session_id, hand_no)
    inner join stakes as k using (session_id, hand_no)
    where x.player_id is not null
)

select
    session_id,
    hand_no,
    d.chain_no,
    d.variant_id,
    d.additions,
    d.player_count,
    d.dealer_id,
    d.unit,
    d.started_at,
    seat,
    d.player_id,
    d.paid,
    d.won,
    d.net,
    d.meld,
    d.cards,
    d.took,
    case when d.played then d.took end as won_hand,
    case when d.played then d.folded end as folded,
    case when d.played then d.at_showdown end as at_showdown,
    case when d.played and d.at_showdown then d.took end as won_showdown,
    case when d.played then d.saw_second end as saw_second,
    case when d.played then d.peder end as peder,
    case when d.played and d.has_acts and a.decisions > 0 then a.voluntary > 0 end as vpip,
    case when d.played and d.has_acts and a.decisions > 0 then a.raises_first > 0 end as pfr,
    case when d.played and d.has_acts and a.three_bet_chances > 0 then a.three_bets > 0 end as three_bet,
    case when d.played and d.has_acts then coalesce(a.raises, 0) end as raises,
    case when d.played and d.has_acts then coalesce(a.calls, 0) end as calls,
    case when d.played and d.has_acts then coalesce(a.raises_later, 0) end as raises_later,
    case when d.played and d.has_acts then coalesce(a.calls_later, 0) end as calls_later
from dealt as d
left join int_seat_acts as a using (session_id, hand_no, seat)
