-- Grain: kind, game, additions, table size, unit, per. The sums of int_variant_sums over the sessions of a kind, of runs with
-- products about each run's own means.
with sessions as (  -- sums of a session's hands may lie in several rows
    select
        session_id,
        variant_id,
        additions,
        player_count,
        unit,
        per,
        added_net_sums(nets) as nets,
        added_ratio_sums(pots) as pots,
        added_ratio_sums(showdowns) as showdowns,
        added_ratio_sums(carries) as carries,
        added_hand_counts(counts) as counts
    from int_variant_sums
    anti join int_repeated using (session_id, variant_id, additions, player_count)
    group by all
)

select
    s.kind,
    x.variant_id,
    x.additions,
    x.player_count,
    x.unit,
    x.per,
    net_sums_by_run(x.nets, s.kind = 'run', x.session_id) as nets,
    ratio_sums_by_run(x.pots, s.kind = 'run', x.session_id) as pots,
    ratio_sums_by_run(x.showdowns, s.kind = 'run', x.session_id) as showdowns,
    ratio_sums_by_run(x.carries, s.kind = 'run', x.session_id) as carries,
    added_hand_counts(x.counts) as counts
from sessions as x
inner join stg_sessions as s using (session_id)
group by s.kind, x.variant_id, x.additions, x.player_count, x.unit, x.per
