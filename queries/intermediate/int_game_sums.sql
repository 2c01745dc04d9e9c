-- Grain: kind, game, additions, table size, unit, per. The sums of int_variant_sums over the sessions of a kind.
select
    s.kind,
    x.variant_id,
    x.additions,
    x.player_count,
    x.unit,
    x.per,
    added_net_sums(x.nets) as nets,
    added_ratio_sums(x.pots) as pots,
    added_ratio_sums(x.showdowns) as showdowns,
    added_ratio_sums(x.carries) as carries,
    added_hand_counts(x.counts) as counts
from int_variant_sums as x
anti join int_repeated using (session_id, variant_id, additions, player_count)
inner join stg_sessions as s using (session_id)
group by s.kind, x.variant_id, x.additions, x.player_count, x.unit, x.per
