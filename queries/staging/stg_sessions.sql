-- A session: a night, a run or an import.
select
    session_id, kind, season, started_at, ended_at, place, currency, chip_value, banker_id, house_rules,
    seed, engine_version
from sessions
