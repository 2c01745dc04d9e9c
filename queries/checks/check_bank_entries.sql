-- An entry of the book is there once, of a known kind, about players the store knows, and says what was moved.
select
    b.session_id,
    cast(null as bigint) as hand_no,
    case
        when k.word is null then fault('entry {}: kind {}', b.entry_no, b.kind)
        when p.player_id is null then fault('entry {}: the store has no player {}', b.entry_no, b.player_id)
        when b.counterparty_id is not null and c.player_id is null
            then fault('entry {}: the store has no player {}', b.entry_no, b.counterparty_id)
        when 'chips' not in k.traits and coalesce(b.money, 0) <= 0 then fault('entry {}: a payment of no money', b.entry_no)
        when 'chips' in k.traits and b.chips is null then fault('entry {}: no chips', b.entry_no)
        when b.kind = 'shadow' and b.counterparty_id is null then fault('entry {}: shadow owed to nobody', b.entry_no)
        when b.kind = 'expense' and b.counterparty_id is null then fault('entry {}: an expense without a payer', b.entry_no)
        when 'with_bank' in k.traits and b.chips < 0
            then fault('entry {}: {} chips', b.entry_no, b.chips)
        when count(*) over (partition by b.session_id, b.entry_no) > 1
            then fault('entry {} is there twice', b.entry_no)
    end as fault
from stg_bank as b
left join stg_terms as k on k.list = 'bank_kind' and k.word = b.kind
left join int_players as p on p.stored_id = b.player_id
left join int_players as c on c.stored_id = b.counterparty_id
qualify fault is not null
