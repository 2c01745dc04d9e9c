-- Grain: kind, season, player, game, rate. In how many hands it is known, and in how many it is true. A rate of players is
-- a flag of int_seats and a line here.
with rates as (
    select
        s.kind,
        s.season,
        s.player_id,
        s.variant_id,
        [
            rate('vpip', s.vpip),
            rate('pfr', s.pfr),
            rate('three_bet', s.three_bet),
            rate('limp', s.limp),
            rate('cold_call', s.cold_call),
            rate('fold_to_three_bet', s.fold_to_three_bet),
            rate('steal', s.steal),
            rate('fold_to_steal', s.fold_to_steal),
            rate('cbet_second', s.cbet_second),
            rate('cbet_third', s.cbet_third),
            rate('cbet_fourth', s.cbet_fourth),
            rate('fold_to_cbet_second', s.fold_to_cbet_second),
            rate('fold_to_cbet_third', s.fold_to_cbet_third),
            rate('fold_to_cbet_fourth', s.fold_to_cbet_fourth),
            rate('check_raise', s.check_raise),
            rate('won_unseen', s.won_unseen),
            rate('bluff_shown', s.bluff_shown),
            rate('folded', s.folded),
            rate('saw_second_round', s.saw_second),
            rate('wtsd', s.second_to_showdown),
            rate('went_to_showdown', s.at_showdown),
            rate('won_at_showdown', s.won_showdown),
            rate('won_hand', s.won_hand),
            rate('peder', s.peder),
        ] as rates
    from int_seats as s
    group by s.kind, s.season, s.player_id, s.variant_id
)

select kind, season, player_id, variant_id, unnest(rates, recursive := true)
from rates
