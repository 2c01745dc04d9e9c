-- Grain: session, game, additions, table size, unit (ante in chips), fact. What the evenings of a run came to, counted in
-- ascending order of chips, in whole numbers that add up over any rows. Facts: a player's net of the evening (net), its lowest point (lowest, 0 or below),
-- its deepest drawdown (drawdown), all at the ends of hands; how many hands the evening had (hands).
-- n: how many players' evenings; pairs: in how many ordered pairs of an evening's players, each with himself among them, the
-- larger was so much. Summed up to x, that is the sum of the squares of how many of each evening's players had x or less:
-- what the variance takes, the players of an evening not being independent.
with moves as (  -- without a name, a player is known by the place at the table: the deal moves left each hand
    select
        h.session_id,
        h.evening_no,
        h.variant_id,
        h.additions,
        h.player_count,
        h.unit,
        h.hand_no,
        (x.seat + h.hand_no) % h.player_count as place,
        x.net
    from int_hand_sums as h
    inner join stg_seats as x using (session_id, hand_no)
    where h.evening_no is not null
),

lines as (
    select
        *,
        sum(net) over (
            partition by session_id, evening_no, place order by hand_no rows unbounded preceding
        ) as total
    from moves
),

peaks as (
    select
        *,
        greatest(0, max(total) over (
            partition by session_id, evening_no, place order by hand_no rows unbounded preceding
        )) as peak
    from lines
),

evenings as (
    select
        session_id,
        variant_id,
        additions,
        player_count,
        unit,
        evening_no,
        place,
        sum(net) as net,
        least(0, min(total)) as lowest,
        max(peak - total) as drawdown,
        count(*) as hands
    from peaks
    group by session_id, variant_id, additions, player_count, unit, evening_no, place
),

facts as (
    select e.* exclude (net, lowest, drawdown, hands), f.fact, f.chips
    from evenings as e
    cross join lateral (
        values ('net', e.net), ('lowest', e.lowest), ('drawdown', e.drawdown), ('hands', e.hands)
    ) as f (fact, chips)
    where f.fact <> 'hands' or e.place = 0
),

ranked as (
    select
        *,
        row_number() over (
            partition by session_id, variant_id, additions, player_count, unit, evening_no, fact order by chips
        ) as place_up
    from facts
),

times_each as (
    select
        session_id,
        variant_id,
        additions,
        player_count,
        unit,
        fact,
        cast(chips as bigint) as chips,
        count(*) as n,
        cast(sum(2 * place_up - 1) as bigint) as pairs
    from ranked
    group by all
)

select
    session_id,
    variant_id,
    additions,
    player_count,
    unit,
    fact,
    list({chips: chips, n: n, pairs: pairs} order by chips) as counted
from times_each
group by all
