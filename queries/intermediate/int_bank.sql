-- Grain: an entry of the bank's book and a player that it touches. What it does to the player's account: `money` and
-- `chips` are the entry's, the columns after them the player's part (docs/definitions.md).
with sides as (
    select *, player_id as stored_id, 1 as side from stg_bank
    union all by name
    select *, counterparty_id as stored_id, -1 as side from stg_bank where counterparty_id is not null
)

select
    b.session_id,
    b.entry_no,
    coalesce(p.player_id, b.stored_id) as player_id,
    if(is_tournament(s.house_rules), null, coalesce(b.currency, s.currency)) as currency,
    b.kind,
    b.chips,
    b.money,
    case when b.kind = 'loan' then b.side * b.chips else 0 end as lent,
    case when b.kind = 'purchase' then b.side * b.chips else 0 end as bought,
    case when 'taken_back' in k.traits then b.side * b.chips else 0 end as returned,
    case when b.kind = 'shadow' then -b.side * b.chips else 0 end as shadow,
    case when b.kind in ('difference', 'bet', 'pot') then b.side * b.chips else 0 end as difference,
    case when b.kind in ('difference', 'bet', 'pot') then b.side * b.money else 0 end as difference_money,
    case when 'taken_back' in k.traits then b.side * b.money
        when 'with_bank' in k.traits then -b.side * b.money
        else 0
    end as book_money,
    case when b.kind = 'payment' then -b.side * b.money else 0 end as payments,
    case when b.kind = 'expense' then -b.side * b.money else 0 end as expenses
from sides as b
left join stg_terms as k on k.list = 'bank_kind' and k.word = b.kind
left join stg_sessions as s using (session_id)
left join int_players as p using (stored_id)
