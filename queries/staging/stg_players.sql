-- A player, as written down.
select player_id, name, aliases, handle, coalesce(hidden, false) as hidden, merged_into, pay_to
from players
