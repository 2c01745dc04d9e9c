-- Grain: kind, season, player, game, unit (ante in chips, null when not known). Whole numbers that add up over any
-- rows. c clusters (chains) of n hands with net t, squared s, in chips; a pair of letters is the sum over the clusters
-- of the product of the two. Then counts of hands; those that end in _known are the hands that know.
with clusters as (
    select
        kind,
        season,
        player_id,
        variant_id,
        unit,
        session_id,
        chain_no,
        count(*) as n,
        sum(net) as t,
        sum(net * net) as s,
        count(*) filter (where won > 0) as won_hands,
        max(net) as best,
        min(net) as worst,
        count(folded) as folded_known,
        count(*) filter (where folded) as folded,
        count(at_showdown) as showdown_known,
        count(*) filter (where at_showdown) as showdowns,
        count(*) filter (where at_showdown and won > 0) as won_showdowns,
        count(peder) as peder_known,
        count(*) filter (where peder) as peder,
        count(vpip) as vpip_known,
        count(*) filter (where vpip) as vpip,
        count(calls) as acts_known,
        sum(raises) as raises,
        sum(calls) as calls
    from int_seats
    group by kind, season, player_id, variant_id, unit, session_id, chain_no
)

select
    kind,
    season,
    player_id,
    variant_id,
    unit,
    count(*) as c,
    sum(n) as n,
    sum(t) as t,
    sum(s) as s,
    sum(n * n) as nn,
    sum(t * t) as tt,
    sum(t * n) as tn,
    sum(s * s) as ss,
    sum(s * t) as st,
    sum(s * n) as sn,
    sum(won_hands) as won_hands,
    max(best) as best,
    min(worst) as worst,
    sum(folded_known) as folded_known,
    sum(folded) as folded,
    sum(showdown_known) as showdown_known,
    sum(showdowns) as showdowns,
    sum(won_showdowns) as won_showdowns,
    sum(peder_known) as peder_known,
    sum(peder) as peder,
    sum(vpip_known) as vpip_known,
    sum(vpip) as vpip,
    sum(acts_known) as acts_known,
    sum(raises) as raises,
    sum(calls) as calls
from clusters
group by kind, season, player_id, variant_id, unit
