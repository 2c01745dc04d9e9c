-- An entry of the bank's book; session_id is null for a season's payment.
select session_id, entry_no, player_id, counterparty_id, kind, chips, money, currency, "at"
from bank
