-- A session: a night, a run or an import. An import with a season is a night that friends played elsewhere. A tournament's chips
-- aren't money: they have no currency, whatever the import says.
select
    session_id,
    if(kind = 'import' and season is not null, 'night', kind) as kind,
    kind = 'import' as is_imported,
    season, started_at, ended_at, place, if(is_tournament(house_rules), null, currency) as currency, chip_value, banker_id, house_rules, seed, engine_version, notes
from sessions
