-- Grain: a chain, a pot with all the confirmed hands it was carried through, at least one of them played.
-- It belongs to the game and table of its first hand. pot: everything put in; seats: the players, net_sum the sum of
-- their nets over the chain, net_squares of these squared, in chips. Without a name, a player is known by the place at
-- the table: the deal moves left each hand.
select table_no, pot, 1 as hands, false as mixed, deal_no, seats, net_sum, net_squares
from int_hand_sums
where alone and played
union all by name
select * exclude (chain_key) from int_carried_chains
