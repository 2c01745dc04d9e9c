-- A session: a night, a run or an import. An import with a season is a night that friends played elsewhere.
select
    session_id,
    if(kind = 'import' and season is not null, 'night', kind) as kind,
    kind = 'import' as is_imported,
    season, started_at, ended_at, place, currency, chip_value, banker_id, house_rules, seed, engine_version, notes
from sessions
