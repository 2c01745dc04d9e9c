-- A part of a run summed up by whoever wrote it: of one game at one table, in the structs of formulas.sql.
select
    session_id, variant_id, additions, player_count, unit, per_hand, per_chain, nets, pots, chain_pots, melds, evenings, skills,
    whole
from sums
