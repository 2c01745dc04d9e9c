-- What each player is to get or to pay for a session, and what the bank's book says.
with moves as (
    select session_id, player_id, currency, net, net_money
    from int_seats
    union all by name
    select
        session_id, player_id, currency, lent, bought, returned, shadow, difference, difference_money, book_money, payments,
        expenses
    from int_bank
),

accounts as (
    select
        session_id,
        player_id,
        currency,
        coalesce(sum(net), 0) as net,
        case when count(net) > 0 then sum(net_money) else 0 end as net_money,
        coalesce(sum(lent), 0) as lent,
        coalesce(sum(bought), 0) as bought,
        coalesce(sum(returned), 0) as returned,
        coalesce(sum(shadow), 0) as shadow,
        coalesce(sum(difference), 0) as difference,
        coalesce(sum(difference_money), 0) as difference_money,
        coalesce(sum(book_money), 0) as book_money,
        coalesce(sum(payments), 0) as payments,
        coalesce(sum(expenses), 0) as expenses
    from moves
    group by session_id, player_id, currency
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
