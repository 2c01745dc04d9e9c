-- What int_evening_counts says, from the sums beside the parts: a row a part and fact.
select
    s.session_id,
    s.variant_id,
    s.additions,
    s.player_count,
    s.unit,
    f.fact,
    [{chips: e.chips, n: e.n, pairs: e.pairs} for e in s.evenings if e.fact = f.fact] as counted
from stg_sums as s
cross join (values ('net'), ('lowest'), ('drawdown'), ('hands')) as f (fact)
where len(s.evenings) > 0
