-- What an evening of a game brings, from the paths of simulated evenings: a row a metric.
with lineups as (
    select session_id, kind, array_to_string(profiles, ', ') as lineup
    from int_sessions
),

counts as (
    select
        s.kind,
        x.variant_id,
        x.additions,
        x.player_count,
        s.lineup,
        x.fact,
        x.chips,
        sum(x.n) as n,
        sum(x.pairs) as pairs
    from int_evening_counts as x
    inner join lineups as s using (session_id)
    where x.fact <> 'hands'
    group by all
),

ranked as (
    select
        *,
        sum(n) over up_to as up_to,
        sum(pairs) over up_to as squares,
        sum(n) over (partition by kind, variant_id, additions, player_count, lineup, fact) as total
    from counts
    window up_to as (
        partition by kind, variant_id, additions, player_count, lineup, fact order by chips rows unbounded preceding
    )
),

shares as (  -- of how many it is no more than so many chips
    select
        r.kind,
        r.variant_id,
        r.additions,
        r.player_count,
        r.lineup,
        m.metric,
        m.above,
        r.total,
        coalesce(max(r.up_to) filter (where r.chips <= m.chips), 0) as k,
        coalesce(max(r.squares) filter (where r.chips <= m.chips), 0) as squares
    from ranked as r
    inner join (
        values
        ('gone_75', 'lowest', -75, false), ('gone_150', 'lowest', -150, false), ('gone_300', 'lowest', -300, false),
        ('ahead', 'net', 0, true)
    ) as m (metric, fact, chips, above) on m.fact = r.fact
    group by all
),

chances as (
    select *, share_sample(sums) as effective
    from (select *, evening_sums(k, squares, total, player_count) as sums from shares)
),

quantiles as (
    select
        r.kind,
        r.variant_id,
        r.additions,
        r.player_count,
        r.lineup,
        m.metric,
        m.fact,
        m.percent,
        r.total,
        arg_min((r.chips, r.up_to, r.squares), r.chips) as found
    from ranked as r
    inner join (
        values
        ('net_p5', 'net', 5), ('net_p50', 'net', 50), ('net_p95', 'net', 95),
        ('drawdown_p50', 'drawdown', 50), ('drawdown_p95', 'drawdown', 95)
    ) as m (metric, fact, percent) on m.fact = r.fact
    where 100 * r.up_to >= m.percent * r.total
    group by all
),

places as (  -- the interval of a quantile is between the quantiles at the ends of its share's interval
    select
        *,
        share_low(percent / 100 * effective, effective) as low_share,
        share_high(percent / 100 * effective, effective) as high_share
    from (
        select *, share_sample(sums) as effective
        from (select *, evening_sums(found[2], found[3], total, player_count) as sums from quantiles)
    )
),

bands as (
    select
        p.kind,
        p.variant_id,
        p.additions,
        p.player_count,
        p.lineup,
        p.metric,
        p.total,
        p.effective,
        p.found[1] as value,
        min(r.chips) filter (where r.up_to >= p.low_share * p.total) as low,
        min(r.chips) filter (where r.up_to >= p.high_share * p.total) as high
    from places as p
    inner join ranked as r
        on r.kind = p.kind
        and r.variant_id = p.variant_id
        and r.additions = p.additions
        and r.player_count = p.player_count
        and r.lineup is not distinct from p.lineup
        and r.fact = p.fact
    group by all
),

hands as (
    select
        s.kind,
        x.variant_id,
        x.additions,
        x.player_count,
        s.lineup,
        sum(x.chips * x.n) / sum(x.n) as hands
    from int_evening_counts as x
    inner join lineups as s using (session_id)
    where x.fact = 'hands'
    group by all
),

deviations as (  -- of a player's net of an evening, in chips, by the variance of a chain and the number of chains
    select
        kind,
        variant_id,
        additions,
        player_count,
        lineup,
        h.hands,
        sqrt(variance(x.nets) * x.pots.number / x.counts.hands * h.hands) as sigma
    from (
        select
            s.kind,
            x.variant_id,
            x.additions,
            x.player_count,
            s.lineup,
            net_sums_in_antes(x.nets, 1, (x.unit, x.session_id)) as nets,
            added_ratio_sums(x.pots) as pots,
            added_hand_counts(x.counts) as counts
        from int_variant_sums as x
        inner join lineups as s using (session_id)
        where x.per = 'chain'
        group by all
    ) as x
    inner join hands as h using (kind, variant_id, additions, player_count, lineup)
),

rows_of_all as (
    select
        kind, variant_id, additions, player_count, lineup, metric, 'share' as measure,
        case when above then 1 - k / total else k / total end as value,
        case when above
            then 1 - share_high(k / total * effective, effective) else share_low(k / total * effective, effective)
        end as low,
        case when above
            then 1 - share_low(k / total * effective, effective) else share_high(k / total * effective, effective)
        end as high,
        total,
        effective
    from chances
    union all by name
    select
        kind, variant_id, additions, player_count, lineup, metric, 'chips' as measure, value, low, high, total, effective
    from bands
)

-- The formulas are those of a line that wanders without drift (docs/statistics.md).
select
    kind,
    variant_id,
    additions,
    cast(player_count as bigint) as player_count,
    lineup,
    x.metric,
    x.measure,
    cast(x.value as double) as value,
    cast(x.low as double) as low,
    cast(x.high as double) as high,
    case x.metric
        when 'ahead' then 0.5
        when 'gone_75' then 2 * normal_cdf(-75 / d.sigma)
        when 'gone_150' then 2 * normal_cdf(-150 / d.sigma)
        when 'gone_300' then 2 * normal_cdf(-300 / d.sigma)
        when 'net_p5' then -1.644854 * d.sigma
        when 'net_p50' then 0
        when 'net_p95' then 1.644854 * d.sigma
        when 'drawdown_p50' then 1.148973 * d.sigma
        when 'drawdown_p95' then 2.241403 * d.sigma
    end as formula,
    d.hands,
    cast(x.total / player_count as bigint) as evenings,
    cast(x.effective as double) as effective
from rows_of_all as x
inner join deviations as d using (kind, variant_id, additions, player_count, lineup)
order by kind, variant_id, additions, player_count, lineup, x.metric
