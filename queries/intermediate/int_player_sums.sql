-- Grain: kind, season, player, game, unit (ante in chips, null when not known). Whole numbers that add up over any
-- rows: nets of the player's hands, the clusters being chains; the largest and the smallest net of a hand; acts.
-- acts: bets and raises of those and calls, acts_later those after the first betting round. size_first to size_fourth: of the
-- rounds' first bets, how many and thousandths of the pot.
-- first_chip, last_chip: what a chip was worth; if they differ, sums in chips say nothing.
with clusters as (
    select
        kind,
        season,
        player_id,
        variant_id,
        unit,
        session_id,
        chain_no,
        count(*) as hands,
        sum(net) as net_sum,
        sum(net * net) as net_squares,
        count(*) filter (where won_hand) as won_hands,
        max(net) as best,
        min(net) as worst,
        min(chip) as first_chip,
        max(chip) as last_chip,
        sum(raises) as raises,
        sum(raises + calls) as acts,
        sum(raises_later) as raises_later,
        sum(raises_later + calls_later) as acts_later,
        count(size_first) as bets_first,
        coalesce(sum(size_first), 0) as size_first,
        count(size_second) as bets_second,
        coalesce(sum(size_second), 0) as size_second,
        count(size_third) as bets_third,
        coalesce(sum(size_third), 0) as size_third,
        count(size_fourth) as bets_fourth,
        coalesce(sum(size_fourth), 0) as size_fourth
    from int_seats
    group by kind, season, player_id, variant_id, unit, session_id, chain_no
)

select
    kind,
    season,
    player_id,
    variant_id,
    unit,
    net_sums(hands, net_sum, net_squares) as nets,
    sum(won_hands) as won_hands,
    max(best) as best,
    min(worst) as worst,
    min(first_chip) as first_chip,
    max(last_chip) as last_chip,
    ratio_sums(acts, raises) as acts,
    ratio_sums(acts_later, raises_later) as acts_later,
    ratio_sums(bets_first, size_first) as size_first,
    ratio_sums(bets_second, size_second) as size_second,
    ratio_sums(bets_third, size_third) as size_third,
    ratio_sums(bets_fourth, size_fourth) as size_fourth
from clusters
group by kind, season, player_id, variant_id, unit
