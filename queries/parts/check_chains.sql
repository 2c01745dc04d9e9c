-- What a hand carries out, the next carries in, and the chain goes on; else a new chain begins. Pots of earlier nights that
-- the bank laid out in a night may be carried in as well; not by when it did, as clocks jump. Hands next to a draft are not checked.
with laid_out as (
    select session_id, sum(-chips) as chips
    from stg_bank
    where kind = 'pot' and chips < 0
    group by all
),

neighbours as (
    select
        session_id,
        hand_no,
        status,
        coalesce(chain_no, hand_no) as chain_no,
        coalesce(pot_in, 0) as pot_in,
        coalesce(lag(status) over in_order, 'confirmed') as status_before,
        coalesce(lag(pot_out) over in_order, 0) as carried,
        lag(coalesce(chain_no, hand_no)) over in_order as chain_before
    from stg_hands
    window in_order as (partition by session_id order by hand_no)
),

with_pots as (
    select n.*, coalesce(l.chips, 0) as laid_out
    from neighbours as n
    left join laid_out as l using (session_id)
)

select
    session_id,
    hand_no,
    case
        when pot_in not between carried and carried + laid_out then fault('{} carried in, but the hand before carried {} out', pot_in, carried)
        when pot_in = 0 and chain_no <> hand_no then fault('in chain {}, though nothing was carried in', chain_no)
        when carried <> 0 and chain_no <> chain_before
            then fault('in chain {}, though its pot comes from chain {}', chain_no, chain_before)
    end as fault
from with_pots
where status = 'confirmed' and status_before = 'confirmed' and fault is not null
