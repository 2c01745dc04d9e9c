-- What each player is to get or to pay for a session, and what the bank's book says.
with hands as (
    select session_id, player_id, currency, sum(net) as net, sum(net_money) as net_money
    from int_seats
    group by session_id, player_id, currency
),

book as (
    select
        session_id,
        player_id,
        currency,
        sum(lent) as lent,
        sum(bought) as bought,
        sum(returned) as returned,
        sum(shadow) as shadow,
        sum(difference) as difference,
        sum(difference_money) as difference_money,
        sum(book_money) as book_money,
        sum(payments) as payments,
        sum(expenses) as expenses
    from int_bank
    group by session_id, player_id, currency
),

accounts as (
    select
        coalesce(h.session_id, b.session_id) as session_id,
        coalesce(h.player_id, b.player_id) as player_id,
        coalesce(h.currency, b.currency) as currency,
        coalesce(h.net, 0) as net,
        case when h.player_id is null then 0 else h.net_money end as net_money,
        coalesce(b.lent, 0) as lent,
        coalesce(b.bought, 0) as bought,
        coalesce(b.returned, 0) as returned,
        coalesce(b.shadow, 0) as shadow,
        coalesce(b.difference, 0) as difference,
        coalesce(b.difference_money, 0) as difference_money,
        coalesce(b.book_money, 0) as book_money,
        coalesce(b.payments, 0) as payments,
        coalesce(b.expenses, 0) as expenses
    from hands as h
    full outer join book as b
        on b.session_id = h.session_id and b.player_id = h.player_id and b.currency is not distinct from h.currency
)

select
    session_id,
    player_id,
    currency,
    cast(net as bigint) as net,
    net_money,
    cast(lent as bigint) as lent,
    cast(bought as bigint) as bought,
    cast(returned as bigint) as returned,
    cast(shadow as bigint) as shadow,
    cast(difference as bigint) as difference,
    cast(lent + bought - returned + difference + net - shadow as bigint) as stack,
    book_money,
    difference_money,
    payments,
    expenses,
    net_money + difference_money + expenses - payments as balance_money
from accounts
order by session_id nulls last, player_id, currency
