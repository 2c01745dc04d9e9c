-- A hand, drafts too; what is nested in it is unfolded in stg_shares, stg_actions and stg_errors.
select
    session_id, hand_no, status, chain_no, deal_no, evening_no, variant_id, additions, dealer_id, player_count, unit, pot_in, pot,
    pot_out, outcome, rounds_played, showdown_count, boards, detail, started_at, ended_at, note,
    shares is not null as has_shares,
    actions is not null as has_actions
from hands
