-- The sums beside parts tell profiles not apart: parts of duplicate play have none, and others nothing to add here.
select session_id
from stg_sums
where false
