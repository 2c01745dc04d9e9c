-- Histograms of a seat's net and of a pot, one ante wide, as whole counts.
select
    kind,
    variant_id,
    game_id(variant_id) as game_id,
    additions,
    cast(player_count as bigint) as player_count,
    case fact when 'net' then 'net' when 'hand' then 'pot' else 'chain_pot' end as fact,
    cast(floor(chips / unit) as bigint) as bin,
    cast(sum(n) as bigint) as n
from int_amounts
where player_count is not null
group by all
order by kind desc, variant_id, additions, player_count, fact, bin
