-- An entry of the bank's book; session_id is null for a season's payment. Of sessions that are whole only.
select session_id, entry_no, player_id, counterparty_id, kind, chips, money, currency, "at", note
from bank
where session_id is null or session_id in (select session_id from sessions)
