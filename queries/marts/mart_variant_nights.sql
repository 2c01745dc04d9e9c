-- What an evening of a game brings, from the paths of simulated evenings: a row for each metric.
with lineups as (
    select session_id, kind, array_to_string(profiles, ', ') as lineup
    from int_sessions
    where kind = 'run'
),

games as materialized (  -- a row a game at a table, and how many hands its evenings have
    select
        s.kind,
        x.variant_id,
        x.additions,
        x.player_count,
        s.lineup,
        row_number() over () as game_no,
        sum(list_sum([c.chips * c.n for c in x.counted])) / sum(list_sum([c.n for c in x.counted])) as hands
    from int_evening_counts as x
    anti join int_repeated using (session_id, variant_id, additions, player_count)
    inner join lineups as s using (session_id)
    where x.fact = 'hands'
    group by all
),

told as (
    select g.game_no, x.fact, unnest(x.counted, recursive := true)
    from int_evening_counts as x
    anti join int_repeated using (session_id, variant_id, additions, player_count)
    inner join lineups as s using (session_id)
    inner join games as g
        on g.kind = s.kind
        and g.variant_id = x.variant_id
        and g.additions = x.additions
        and g.player_count = x.player_count
        and g.lineup is not distinct from s.lineup
    where x.fact <> 'hands'
),

facts (fact, place) as (values ('net', 0), ('lowest', 1), ('drawdown', 2)),

counts as (  -- line_no: of a game and a fact
    select 3 * t.game_no + f.place as line_no, t.chips, cast(sum(t.n) as bigint) as n, sum(t.pairs) as pairs
    from told as t
    inner join facts as f using (fact)
    group by all
),

lines as (
    select
        line_no,
        line_no // 3 as game_no,
        line_no % 3 as place,
        sum(n) as total,
        sum(sum(n)) over earlier as up_to_before,
        sum(sum(pairs)) over earlier as squares_before
    from counts
    group by line_no
    window earlier as (order by line_no rows between unbounded preceding and 1 preceding)
),

ranked as (  -- of how many it is no more than so many chips
    select
        c.line_no,
        c.chips,
        l.total,
        sum(c.n) over up_to - coalesce(l.up_to_before, 0) as up_to,
        sum(c.pairs) over up_to - coalesce(l.squares_before, 0) as squares
    from counts as c
    inner join lines as l using (line_no)
    window up_to as (order by c.line_no, c.chips rows unbounded preceding)
),

shares as (
    select
        l.game_no,
        m.metric,
        m.above,
        l.total,
        coalesce(sum(c.n) filter (where c.chips <= m.chips), 0) as k,
        coalesce(sum(c.pairs) filter (where c.chips <= m.chips), 0) as squares
    from lines as l
    inner join (
        values
        ('gone_75', 1, -75, false), ('gone_150', 1, -150, false), ('gone_300', 1, -300, false), ('ahead', 0, 0, true)
    ) as m (metric, place, chips, above) on m.place = l.place
    inner join counts as c on c.line_no = l.line_no
    group by all
),

chances as (
    select *, share_sample(sums) as effective
    from (
        select s.*, evening_sums(s.k, s.squares, s.total, g.player_count) as sums
        from shares as s
        inner join games as g using (game_no)
    )
),

quantiles as (
    select
        r.line_no,
        r.line_no // 3 as game_no,
        m.metric,
        m.percent,
        r.total,
        arg_min((r.chips, r.up_to, r.squares), r.chips) as found
    from ranked as r
    inner join (
        values
        ('net_p5', 0, 5), ('net_p50', 0, 50), ('net_p95', 0, 95), ('drawdown_p50', 2, 50), ('drawdown_p95', 2, 95)
    ) as m (metric, place, percent) on m.place = r.line_no % 3
    where 100 * r.up_to >= m.percent * r.total
    group by all
),

places as (  -- the interval of a quantile is between the quantiles at the places where its share may lie
    select
        *,
        place_low(percent / 100, effective) as low_share,
        place_high(percent / 100, effective) as high_share
    from (
        select *, share_sample(sums) as effective
        from (
            select q.*, evening_sums(q.found[2], q.found[3], q.total, g.player_count) as sums
            from quantiles as q
            inner join games as g using (game_no)
        )
    )
),

bands as (
    select
        p.game_no,
        p.metric,
        p.total,
        p.effective,
        p.found[1] as value,
        min(r.chips) filter (where r.up_to >= p.low_share * p.total) as low,
        min(r.chips) filter (where r.up_to >= p.high_share * p.total) as high
    from places as p
    inner join ranked as r on r.line_no = p.line_no
    group by all
),

deviations as (  -- of a player's net of an evening, in chips, by the variance of a chain and the number of chains
    select
        g.*,
        sqrt(variance(x.nets) * x.pots.number / x.counts.hands * g.hands) as sigma
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
        anti join int_repeated using (session_id, variant_id, additions, player_count)
        inner join lineups as s using (session_id)
        where x.per = 'chain'
        group by all
    ) as x
    inner join games as g using (kind, variant_id, additions, player_count, lineup)
),

rows_of_all as (
    select
        game_no, metric, 'share' as measure,
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
    select game_no, metric, 'chips' as measure, value, low, high, total, effective
    from bands
)

-- The formulas are those of a line that wanders without drift (docs/statistics.md).
select
    d.kind,
    d.variant_id,
    d.additions,
    cast(d.player_count as bigint) as player_count,
    d.lineup,
    x.metric,
    x.measure,
    cast(x.value as double) as value,
    case when x.total >= least_evenings() * d.player_count then cast(x.low as double) end as low,
    case when x.total >= least_evenings() * d.player_count then cast(x.high as double) end as high,
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
    cast(x.total / d.player_count as bigint) as evenings,
    cast(x.effective as double) as effective,
    case when x.total < least_evenings() * d.player_count then cast(ceil(least_evenings() * d.hands) as bigint) end as needed
from rows_of_all as x
inner join deviations as d using (game_no)
order by d.kind desc, d.variant_id, d.additions, d.player_count, d.lineup, x.metric
