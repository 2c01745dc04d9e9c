-- Histograms of a seat's net and of a pot, one ante wide, as whole counts.
select
    s.kind,
    x.variant_id,
    x.additions,
    cast(x.player_count as bigint) as player_count,
    case x.fact when 'net' then 'net' when 'hand' then 'pot' else 'chain_pot' end as fact,
    cast(floor(x.chips / x.unit) as bigint) as bin,
    cast(sum(x.n) as bigint) as n
from int_chip_counts as x
inner join stg_sessions as s using (session_id)
where x.chips is not null
group by all
order by all
