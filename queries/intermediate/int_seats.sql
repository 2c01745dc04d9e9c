-- Grain: a player with a name in a confirmed hand. What the hand brought, and what is known of how it was played:
-- flags (docs/statistics.md) are null where nobody logged them, where they mean nothing, and in a spoilt deal.
-- chip: what a chip is worth, in words: chips of different worth aren't added up.
with stakes as (  -- who paid more than the second-largest stake has the rest unmatched
    select session_id, hand_no, max(paid, 2)[2] as matched
    from stg_seats
    where session_id in (select session_id from int_sessions where named)  -- so that no run's seats are read
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
        coalesce(q.player_id, h.dealer_id) as dealer_id,
        h.unit,
        h.started_at,
        h.played,
        x.seat,
        coalesce(p.player_id, x.player_id) as player_id,
        x.paid,
        x.won,
        x.net,
        x.meld,
        x.cards,
        x.won > greatest(0, x.paid - coalesce(k.matched, 0)) as took,
        x.folded_round is not null as folded,
        -- who is in alone and compares with a hand from the pack (guts) is at a showdown, won or lost
        coalesce(h.showdown_count = 1 or h.showdown, h.showdown) and x.folded_round is null as at_showdown,
        case
            when x.folded_round > 0 then x.folded_round > 1
            when x.folded_round is null then h.rounds_played > 1 or h.showdown
        end as saw_second,
        g.rounds > 1 as has_second,
        x.peder_used as peder,
        h.has_acts
    from int_hands as h
    inner join stg_seats as x using (session_id, hand_no)
    inner join stakes as k using (session_id, hand_no)
    left join stg_variants as g using (variant_id)
    left join int_players as p on p.stored_id = x.player_id
    left join int_players as q on q.stored_id = h.dealer_id
    where x.player_id is not null
)

select
    session_id,
    hand_no,
    d.chain_no,
    s.kind,
    s.season,
    s.currency,
    s.chip_value,
    concat_ws(' ', s.currency, s.chip_value) as chip,
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
    d.net * s.chip_value as net_money,
    d.meld,
    d.cards,
    d.took,
    case when d.played then d.took end as won_hand,
    case when d.played then d.folded end as folded,
    case when d.played then d.at_showdown end as at_showdown,
    case when d.played and d.at_showdown then d.took end as won_showdown,
    case when d.played and d.has_second then d.saw_second end as saw_second,
    case when d.played and d.has_second and d.saw_second then d.at_showdown end as second_to_showdown,
    case when d.played then d.peder end as peder,
    case when d.played and d.has_acts and a.decisions > 0 then a.voluntary > 0 end as vpip,
    case when d.played and d.has_acts and a.decisions > 0 then a.raises_first > 0 end as pfr,
    case when d.played and d.has_acts and a.three_bet_chances > 0 then a.three_bets > 0 end as three_bet,
    case when d.played and d.has_acts then coalesce(a.raises, 0) end as raises,
    case when d.played and d.has_acts then coalesce(a.calls, 0) end as calls,
    case when d.played and d.has_acts then coalesce(a.raises_later, 0) end as raises_later,
    case when d.played and d.has_acts then coalesce(a.calls_later, 0) end as calls_later
from dealt as d
inner join int_sessions as s using (session_id)
left join int_seat_acts as a using (session_id, hand_no, seat)
