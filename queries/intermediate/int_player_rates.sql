-- Grain: kind, season, player, game, rate. How many hands know it, and in how many of them it is so. A rate of players is
-- a flag of int_seats, and a line here.
select
    s.kind,
    s.season,
    s.player_id,
    s.variant_id,
    x.rate,
    count(*) filter (where x.flag) as hits,
    count(x.flag) as known
from int_seats as s
cross join lateral (
    values
    ('vpip', s.vpip),
    ('pfr', s.pfr),
    ('three_bet', s.three_bet),
    ('folded', s.folded),
    ('saw_second_round', s.saw_second),
    ('wtsd', s.second_to_showdown),
    ('went_to_showdown', s.at_showdown),
    ('won_at_showdown', s.won_showdown),
    ('won_hand', s.won_hand),
    ('peder', s.peder)
) as x (rate, flag)
group by s.kind, s.season, s.player_id, s.variant_id, x.rate
