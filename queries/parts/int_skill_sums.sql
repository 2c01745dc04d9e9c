-- Grain: session, game, additions, table size, unit (ante in chips), pair of profiles (in alphabetical order) and how many
-- seats each has at the table. Whole numbers that add up over any rows, from duplicate play, where each deal is played
-- once in every seating. A cluster is a deal with all its hands: nothing but the profiles tells them apart.
-- edges: hands, and other_seats * (net of the seats of profile) - profile_seats * (net of the seats of other), so in chips times
-- profile_seats * other_seats; squares: over every such two seats of each hand, the difference of their nets, squared, summed.
with profiles as (
    select
        h.hand_key,
        h.table_no,
        h.deal_no,
        x.profile,
        count(*) as seats,
        sum(x.net) as net,
        sum(x.net * x.net) as squares
    from stg_seats as x
    inner join int_hand_sums as h using (hand_key)
    where h.deal_no is not null and h.played and x.profile is not null
    group by all
),

deals as (
    select
        a.table_no,
        a.deal_no,
        a.profile,
        b.profile as other,
        a.seats as profile_seats,
        b.seats as other_seats,
        count(*) as hands,
        sum(b.seats * a.net - a.seats * b.net) as edge,
        sum(b.seats * a.squares + a.seats * b.squares - 2 * a.net * b.net) as squares
    from profiles as a
    inner join profiles as b using (hand_key)
    where a.profile < b.profile
    group by all
)

select
    t.session_id,
    t.variant_id,
    t.additions,
    t.player_count,
    t.unit,
    d.profile,
    d.other,
    d.profile_seats,
    d.other_seats,
    ratio_sums(d.hands, d.edge) as edges,
    sum(d.squares) as squares
from deals as d
inner join int_tables as t using (table_no)
where t.unit is not null
group by all
