-- A game of the catalogue.
select
    variant_id, name, name_da, aliases, family, source, wild, traits, rounds, players_min, players_max, pace, hand_definition,
    counts_as
from variants
