-- Grain: a player with a name in a confirmed hand. What follows from the hand alone, and from which ids are one player; int_seats
-- adds the session and the game. Flags (docs/definitions.md) are null where nobody logged them, where they mean nothing, and in a spoilt deal.
with stakes as (  -- a player who paid more than the second-largest stake gets the unmatched rest back
    select
        session_id,
        hand_no,
        max(paid, 2)[2] as matched,
        bool_or(won > 0 and meld is not null and meld != 'high_card') as won_by_pair
    from stg_seats
    where session_id in (select session_id from stg_seats where player_id is not null)
    group by session_id, hand_no
),

ids as materialized (from int_players)

select
    session_id,
    hand_no,
    h.chain_no,
    h.variant_id,
    h.additions,
    h.player_count,
    coalesce(q.player_id, h.dealer_id) as dealer_id,
    h.unit,
    h.started_at,
    seat,
    coalesce(p.player_id, x.player_id) as player_id,
    x.paid,
    x.won,
    x.net,
    x.meld,
    x.cards,
    x.won > greatest(0, x.paid - coalesce(k.matched, 0)) as took,
    case when h.played then took end as won_hand,
    case when h.played then x.folded_round is not null end as folded,
    case when h.played then h.showdown and x.folded_round is null end as at_showdown,
    case when at_showdown then took end as won_showdown,
    case
        when not h.played then null
        when x.folded_round > 0 then x.folded_round > 1
        when x.folded_round is null then h.rounds_played > 1 or h.showdown
    end as saw_second,
    case when h.played then x.peder_used end as peder,
    case when h.played and h.has_acts and a.decisions > 0 then a.voluntary > 0 end as vpip,
    case when h.played and h.has_acts and a.decisions > 0 then a.raises_first > 0 end as pfr,
    case when h.played and h.has_acts and a.three_bet_chances > 0 then a.three_bets > 0 end as three_bet,
    -- the last three seats are the small blind, the dealer and the one before the dealer, who is in the blinds at small tables
    case
        when h.played and a.has_blind and a.first_bets = 1 and coalesce(a.posted, '') != 'big_blind'
            then a.first_act = 'call'
    end as limp,
    case
        when h.played and h.has_acts and a.first_bets >= 2 and a.posted is null then a.first_act = 'call'
    end as cold_call,
    case
        when h.played and a.has_blind and a.first_bets = 1 and a.first_entered = 0
            and (
                coalesce(a.posted, '') = 'small_blind'
                or x.seat >= h.player_count - 2 and a.posted is null
            )
            then a.first_raises
    end as steal,
    case
        when h.played and a.posted in ('small_blind', 'big_blind') and a.first_bets = 2 and a.first_entered = 1
            and (
                coalesce(a.opener_posted, '') = 'small_blind'
                or a.opener >= h.player_count - 2 and a.opener_posted is null
            )
            then a.first_act = 'fold'
    end as fold_to_steal,
    case when h.played and h.has_acts and a.three_bet_faced > 0 then a.three_bet_folds > 0 end as fold_to_three_bet,
    case when h.played and h.has_acts and a.cbet_second_chances > 0 then a.second_bet end as cbet_second,
    case when h.played and h.has_acts and a.cbet_third_chances > 0 then a.third_bet end as cbet_third,
    case when h.played and h.has_acts and a.cbet_fourth_chances > 0 then a.fourth_bet end as cbet_fourth,
    case
        when h.played and h.has_acts and a.cbet_second_faced > 0 then a.cbet_second_folds > 0
    end as fold_to_cbet_second,
    case when h.played and h.has_acts and a.cbet_third_faced > 0 then a.cbet_third_folds > 0 end as fold_to_cbet_third,
    case
        when h.played and h.has_acts and a.cbet_fourth_faced > 0 then a.cbet_fourth_folds > 0
    end as fold_to_cbet_fourth,
    case when h.played and h.has_acts and a.check_raise_chances > 0 then a.check_raises > 0 end as check_raise,
    case when h.played then took and not at_showdown end as won_unseen,
    case
        when h.played and h.has_acts and a.last_bettor = x.seat and a.last_bet_round = h.rounds_played and x.meld is not null
            then x.meld = 'high_card' and k.won_by_pair
    end as bluff_shown,
    -- thousandths of the pot
    case when h.played and h.has_acts then pot_thousandths(a.bet_first, h.pot_in + a.pot_first) end as size_first,
    case when h.played and h.has_acts then pot_thousandths(a.bet_second, h.pot_in + a.pot_second) end as size_second,
    case when h.played and h.has_acts then pot_thousandths(a.bet_third, h.pot_in + a.pot_third) end as size_third,
    case when h.played and h.has_acts then pot_thousandths(a.bet_fourth, h.pot_in + a.pot_fourth) end as size_fourth,
    case when h.played and h.has_acts then coalesce(a.raises, 0) end as raises,
    case when h.played and h.has_acts then coalesce(a.calls, 0) end as calls,
    case when h.played and h.has_acts then coalesce(a.raises_later, 0) end as raises_later,
    case when h.played and h.has_acts then coalesce(a.calls_later, 0) end as calls_later
from int_hands as h
inner join stg_seats as x using (session_id, hand_no)
inner join stakes as k using (session_id, hand_no)
left join int_seat_acts as a using (session_id, hand_no, seat)
left join ids as p on p.stored_id = x.player_id
left join ids as q on q.stored_id = h.dealer_id
where x.player_id is not null
