-- A word that a column of the store may hold, of which list, and what holds of it.
select term as list, word, code, traits
from terms
