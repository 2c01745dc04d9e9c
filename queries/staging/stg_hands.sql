-- A hand, drafts too; version_id: the version of a group's own game that it was played by, where variant_id is the one with
-- whose hands it counts; what is nested in it is unfolded in stg_shares, stg_actions and stg_errors. A showdown compares players: a
-- player who alone beats a hand from the pack (guts) is the last one standing, as the log says in one line, whatever a run says.
select
    hand_key, session_id, hand_no, status, chain_no, deal_no, evening_no,
    coalesce(v.counts_as, h.variant_id) as variant_id, h.variant_id as version_id, additions, dealer_id, player_count, unit, pot_in, pot,
    pot_out, if(outcome = 'showdown' and showdown_count = 1, 'last_standing', outcome) as outcome, rounds_played, showdown_count, boards, detail, started_at, ended_at, note, common,
    shares is not null as has_shares,
    actions is not null as has_actions
from hands as h
left join variants as v on v.variant_id = h.variant_id
