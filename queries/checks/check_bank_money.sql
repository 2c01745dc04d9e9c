-- Chips that the bank gave or took are entered at the night's value, to the smallest coin.
select
    b.session_id,
    cast(null as bigint) as hand_no,
    fault('entry {}: {} chips entered as {} and not as {}', b.entry_no, b.chips, b.money, b.chips * s.chip_value) as fault
from stg_bank as b
inner join stg_sessions as s using (session_id)
inner join stg_terms as k on k.list = 'bank_kind' and k.word = b.kind
where 'with_bank' in k.traits and abs(b.money - b.chips * s.chip_value) >= 0.01
