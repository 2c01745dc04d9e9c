-- The structs of sums that models pass on, and the formulas over them; docs/statistics.md explains both.
-- Observations come in clusters (chains): rows of one chain are not independent, chains are. Sums over clusters are a
-- struct of whole numbers of 128 bits that add up; `a_x_b` is the sum over the clusters of the product of a and b.

-- A sum of fractions in any order: added up to twelve decimals, so that the digits are always the same. Sorting the rows of
-- a whole store for that takes ten times as long, and its memory.
create macro decimal_sum(fraction) as sum(cast(fraction as decimal(38, 12)));

create macro exact_sum(fraction) as cast(decimal_sum(fraction) as double);

-- The id of a game without the version of its rules, which a group's own games have.
create macro game_id(variant_id) as split_part(variant_id, '@', 1);

-- Whether the rules of a session say that it was a tournament: its chips are no money, its blinds rise, and no profile,
-- pace or depth of stacks is taken from it.
create macro is_tournament(house_rules) as coalesce(try_cast(house_rules as json) ->> 'tournament' = 'true', false);

-- Sums of a ratio over clusters, a row each: number of pots and chips in them, number of hands and of those with an event.
create macro ratio_sums(number, total) as {
    clusters: cast(count(*) as hugeint),
    number: cast(sum(number) as hugeint),
    total: cast(sum(total) as hugeint),
    number_x_number: cast(sum(number * number) as hugeint),
    total_x_total: cast(sum(total * total) as hugeint),
    total_x_number: cast(sum(total * number) as hugeint)
};

create macro added_ratio_sums(sums) as {
    clusters: cast(sum(sums.clusters) as hugeint),
    number: cast(sum(sums.number) as hugeint),
    total: cast(sum(sums.total) as hugeint),
    number_x_number: cast(sum(sums.number_x_number) as hugeint),
    total_x_total: cast(sum(sums.total_x_total) as hugeint),
    total_x_number: cast(sum(sums.total_x_number) as hugeint)
};

-- A product of a and b added up, a row a session. The number of hands of a run was chosen, so each run is a stratum: its
-- products are taken about its own means, in the order of `place`, as these are fractions.
create macro product_by_run(product, a, b, clusters, run, place) as
    cast(sum(product) as double) - coalesce(sum(a / clusters * b order by place) filter (where run), 0);

create macro ratio_sums_by_run(sums, run, place) as {
    clusters: cast(sum(sums.clusters) as hugeint),
    number: cast(sum(sums.number) as hugeint),
    total: cast(sum(sums.total) as hugeint),
    number_x_number: product_by_run(sums.number_x_number, sums.number, sums.number, sums.clusters, run, place),
    total_x_total: product_by_run(sums.total_x_total, sums.total, sums.total, sums.clusters, run, place),
    total_x_number: product_by_run(sums.total_x_number, sums.total, sums.number, sums.clusters, run, place)
};

-- Sums in chips as sums in antes, over the rows whose unit (ante in chips) is known: fractions, added up in the order of
-- `place`, so that the digits are always the same. A unit of 1 leaves what isn't counted in chips as it is.
create macro ratio_sums_in_antes(sums, unit, place) as {
    clusters: cast(sum(case when unit is not null then sums.clusters end) as double),
    number: cast(sum(case when unit is not null then sums.number end) as double),
    total: sum(sums.total / unit order by place),
    number_x_number: cast(sum(case when unit is not null then sums.number_x_number end order by place) as double),
    total_x_total: sum(sums.total_x_total / unit ** 2 order by place),
    total_x_number: sum(sums.total_x_number / unit order by place)
};

-- The nets of seats, a row being a cluster: its number of seats, the sum of their nets and of the nets squared.
create macro net_sums(seats, net, squares) as {
    clusters: cast(count(*) as hugeint),
    seats: cast(sum(seats) as hugeint),
    net_sum: cast(sum(net) as hugeint),
    net_squares: cast(sum(squares) as hugeint),
    seats_x_seats: cast(sum(seats * seats) as hugeint),
    net_x_net: cast(sum(net * net) as hugeint),
    net_x_seats: cast(sum(net * seats) as hugeint),
    squares_x_squares: cast(sum(squares * squares) as hugeint),
    squares_x_net: cast(sum(squares * net) as hugeint),
    squares_x_seats: cast(sum(squares * seats) as hugeint)
};

create macro added_net_sums(sums) as {
    clusters: cast(sum(sums.clusters) as hugeint),
    seats: cast(sum(sums.seats) as hugeint),
    net_sum: cast(sum(sums.net_sum) as hugeint),
    net_squares: cast(sum(sums.net_squares) as hugeint),
    seats_x_seats: cast(sum(sums.seats_x_seats) as hugeint),
    net_x_net: cast(sum(sums.net_x_net) as hugeint),
    net_x_seats: cast(sum(sums.net_x_seats) as hugeint),
    squares_x_squares: cast(sum(sums.squares_x_squares) as hugeint),
    squares_x_net: cast(sum(sums.squares_x_net) as hugeint),
    squares_x_seats: cast(sum(sums.squares_x_seats) as hugeint)
};

create macro net_sums_by_run(sums, run, place) as {
    clusters: cast(sum(sums.clusters) as hugeint),
    seats: cast(sum(sums.seats) as hugeint),
    net_sum: cast(sum(sums.net_sum) as hugeint),
    net_squares: cast(sum(sums.net_squares) as hugeint),
    seats_x_seats: product_by_run(sums.seats_x_seats, sums.seats, sums.seats, sums.clusters, run, place),
    net_x_net: product_by_run(sums.net_x_net, sums.net_sum, sums.net_sum, sums.clusters, run, place),
    net_x_seats: product_by_run(sums.net_x_seats, sums.net_sum, sums.seats, sums.clusters, run, place),
    squares_x_squares: product_by_run(
        sums.squares_x_squares, sums.net_squares, sums.net_squares, sums.clusters, run, place
    ),
    squares_x_net: product_by_run(sums.squares_x_net, sums.net_squares, sums.net_sum, sums.clusters, run, place),
    squares_x_seats: product_by_run(sums.squares_x_seats, sums.net_squares, sums.seats, sums.clusters, run, place)
};

create macro net_sums_in_antes(sums, unit, place) as {
    clusters: cast(sum(case when unit is not null then sums.clusters end) as double),
    seats: cast(sum(case when unit is not null then sums.seats end) as double),
    net_sum: sum(sums.net_sum / unit order by place),
    net_squares: sum(sums.net_squares / unit ** 2 order by place),
    seats_x_seats: cast(sum(case when unit is not null then sums.seats_x_seats end order by place) as double),
    net_x_net: sum(sums.net_x_net / unit ** 2 order by place),
    net_x_seats: sum(sums.net_x_seats / unit order by place),
    squares_x_squares: sum(sums.squares_x_squares / unit ** 4 order by place),
    squares_x_net: sum(sums.squares_x_net / unit ** 3 order by place),
    squares_x_seats: sum(sums.squares_x_seats / unit ** 2 order by place)
};

-- Counts of hands; counts that end in _known are of the hands where the value is known. Adds up rows of counts, and structs of them.
create macro hand_counts(hands, rounds_known, rounds, timed, microseconds, mixed) as {
    hands: cast(sum(hands) as hugeint),
    rounds_known: cast(coalesce(sum(rounds_known), 0) as hugeint),
    rounds: cast(coalesce(sum(rounds), 0) as hugeint),
    timed: cast(coalesce(sum(timed), 0) as hugeint),
    microseconds: cast(coalesce(sum(microseconds), 0) as hugeint),
    mixed: cast(sum(mixed) as hugeint)
};

create macro added_hand_counts(sums) as
    hand_counts(sums.hands, sums.rounds_known, sums.rounds, sums.timed, sums.microseconds, sums.mixed);

-- Squared standard error of the mean total / number.
create macro error_of_mean(clusters, number, total, number_x_number, total_x_total, total_x_number) as
    case when clusters > 1 then
        greatest(
            0,
            total_x_total
            - 2 * (total / number) * total_x_number
            + (total / number) * (total / number) * number_x_number
        ) / (number * number) * (clusters / (clusters - 1))
    end;

create macro mean_error(sums) as
    error_of_mean(
        sums.clusters, sums.number, sums.total, sums.number_x_number, sums.total_x_total, sums.total_x_number
    );

-- The same of the mean net of a seat.
create macro net_error(sums) as
    error_of_mean(
        sums.clusters, sums.seats, sums.net_sum, sums.seats_x_seats, sums.net_x_net, sums.net_x_seats
    );

-- Standard error of a sum over this number of clusters, from their sums squared.
create macro sum_error(squares, total, clusters) as
    sqrt(greatest(0, squares - total * total / clusters) * clusters / (clusters - 1));

-- Variance of one net: without bias whether the mean is estimated or, in a zero-sum game, known.
create macro variance(sums) as
    sums.net_squares / sums.seats - (sums.net_sum / sums.seats) * (sums.net_sum / sums.seats)
    + net_error(sums);

-- The squares of the residuals squares - 2 mean net + k seats, summed over the clusters.
create macro residual_squares(sums, mean, k) as
    greatest(
        0,
        sums.squares_x_squares
        + 4 * mean * mean * sums.net_x_net
        + k * k * sums.seats_x_seats
        - 4 * mean * sums.squares_x_net
        + 2 * k * sums.squares_x_seats
        - 4 * mean * k * sums.net_x_seats
    );

-- Squared standard error of that variance.
create macro variance_error(sums) as
    case when sums.clusters > 1 then
        residual_squares(
            sums,
            sums.net_sum / sums.seats,
            2 * (sums.net_sum / sums.seats) * (sums.net_sum / sums.seats) - sums.net_squares / sums.seats
        ) / (sums.seats * sums.seats) * (sums.clusters / (sums.clusters - 1))
    end;

-- A bet as thousandths of the pot before it, a whole number, so that sums of them are exact.
create macro pot_thousandths(bet, pot) as cast(round(1000 * bet / nullif(pot, 0)) as bigint);

-- The 97.5% point of the normal distribution.
create macro z() as 1.959964e0;

-- Quantile of Student's distribution with this number of degrees of freedom: right to the first order, and within 2 % from two on.
create macro student(freedom) as z() * exp((z() * z() + 1) / (4 * freedom - 2));

-- Margin of the interval of a mean.
create macro mean_margin(sums) as student(sums.clusters - 1) * sqrt(mean_error(sums));

-- Effective sample: number of clusters of equal weight that would estimate the variance as precisely.
create macro effective_sample(sums) as sums.net_squares * sums.net_squares / nullif(sums.squares_x_squares, 0);

-- The same of sums by run: each run's clusters about its own mean.
create macro effective_sample_by_run(sums, run) as
    sums.net_squares * sums.net_squares / nullif(
        sums.squares_x_squares
        + case when run then sums.net_squares * sums.net_squares / sums.clusters else 0 end,
        0
    );

-- Margin of the interval of a mean net. Its error rests on few large pots too: Satterthwaite's degrees of freedom take the
-- effective sample.
create macro net_margin(clusters, effective, error) as
    student(least(clusters - 1, 2 / greatest(1 / effective - 1 / clusters, 1e-9))) * sqrt(error);

-- Whether pots are carried so often (guts) that they grow by powers: over four hands to three pots, or over one hand in four carried.
create macro pots_grow(hands, pots, carried) as 3 * hands > 4 * pots or 4 * carried > pots;

-- Sample of the mean pot divided by the sample its interval needs, and the margin on the scale of logarithms.
create macro enough_pots(sums, grow) as sums.clusters / case when grow then 2000 else 100 end;

create macro pot_reach(sums, grow) as
    case when enough_pots(sums, grow) >= 1 then mean_margin(sums) * sums.number / sums.total end;

-- Sample size divided by the sample size that the interval of a deviation needs.
create macro enough(effective, clusters, grow) as case when grow then clusters / 5000 else effective / 400 end;

-- Number of standard errors of the logarithm to either side of a deviation. Where pots grow, a sample lacks the few largest, so
-- the true value lies further above than below.
create macro errors_below(effective, grow) as case when grow then 1.6e0 else z() * (1 + 1.5 / sqrt(effective)) end;
create macro errors_above(effective, grow) as case when grow then 2.8e0 else z() * (1 + 1.5 / sqrt(effective)) end;

-- The ends of the interval of a deviation, as factors; null where the sample is too small.
-- Compute arguments that are read several times beforehand: a macro is expanded wherever it is used.
create macro deviation_ends(effective, clusters, grow, variance, variance_error) as
    case
        when enough(effective, clusters, grow) >= 1 and variance > 0 then {
            low: exp(-errors_below(effective, grow) * sqrt(variance_error) / (2 * variance)),
            high: exp(errors_above(effective, grow) * sqrt(variance_error) / (2 * variance))
        }
    end;

-- Number of independent observations that would estimate the share total / number as precisely.
create macro share_sample(sums) as
    case when sums.total > 0 and sums.total < sums.number and mean_error(sums) > 0
        then sums.total / sums.number * (1 - sums.total / sums.number) / mean_error(sums)
        else least(sums.clusters, sums.number)
    end;

-- The same where few clusters have any, and one may have many (bets of a hand): the clusters have unequal weight, and their
-- error is Student's. Null below two.
create macro rare_sample(sums) as
    case when sums.number * sums.number >= 2 * sums.number_x_number then
        (z() / student(sums.number * sums.number / sums.number_x_number - 1)) ** 2
        * case when sums.total > 0 and sums.total < sums.number
            then share_sample(sums) else sums.number * sums.number / sums.number_x_number
        end
    end;

-- A rate of players: in how many hands a flag is true, and in how many it is known.
create macro rate(name, flag) as {rate: name, hits: count(*) filter (where flag), known: count(flag)};

-- Wilson's interval for a share of k among n.
create macro share_low(k, n) as
    case when n > 0 then
        greatest(0, (k + z() * z() / 2 - z() * sqrt(k * (n - k) / n + z() * z() / 4)) / (n + z() * z()))
    end;

create macro share_high(k, n) as
    case when n > 0 then
        least(1, (k + z() * z() / 2 + z() * sqrt(k * (n - k) / n + z() * z() / 4)) / (n + z() * z()))
    end;

-- For queries of one's own: a share and a mean, each with its 95% interval and sample, rows taken as independent. The share is of
-- the rows in which a flag is true, among those that know it, or of k among n.
create macro share_of(flag) as {
    share: count(*) filter (where cast(flag as boolean)) / nullif(count(flag), 0),
    low: share_low(count(*) filter (where cast(flag as boolean)), count(flag)),
    high: share_high(count(*) filter (where cast(flag as boolean)), count(flag)),
    n: count(flag)
},
(k, n) as {
    share: case when k between 0 and n then k / nullif(n, 0) end,
    low: case when k between 0 and n then share_low(k, n) end,
    high: case when k between 0 and n then share_high(k, n) end,
    n: n
};

-- Of values of which few are large, such as nets, the margin takes the effective sample too, as that of a mean net does.
create macro margin_of(value) as
    case when count(value) > 1 then
        net_margin(
            count(value),
            sum(cast(value as double) ** 2) ** 2 / nullif(sum(cast(value as double) ** 4), 0),
            var_samp(cast(value as double)) / count(value)
        )
    end;

create macro mean_of(value) as {
    mean: avg(cast(value as double)),
    low: avg(cast(value as double)) - margin_of(value),
    high: avg(cast(value as double)) + margin_of(value),
    n: count(value)
};

-- The shares between which a quantile at share p lies, for n independent values (Woodruff), with the skewness of a count
-- (Cornish and Fisher's first term).
create macro place_low(p, n) as
    greatest(0, p - z() * sqrt(p * (1 - p) / n) + (z() * z() - 1) * (1 - 2 * p) / (6 * n));

create macro place_high(p, n) as
    least(1, p + z() * sqrt(p * (1 - p) / n) + (z() * z() - 1) * (1 - 2 * p) / (6 * n));

-- Odds from a share.
create macro odds(share) as share / nullif(1 - share, 0);

-- The distribution function of the normal distribution, to 8e-8 (Abramowitz and Stegun, 26.2.17).
create macro normal_tail(x, t) as
    exp(-x * x / 2) / 2.5066282746310002
    * t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));

create macro normal_cdf(x) as
    case when x >= 0
        then 1 - normal_tail(x, 1 / (1 + 0.2316419 * x))
        else normal_tail(x, 1 / (1 - 0.2316419 * x))
    end;

-- The distribution function of a sum of many nets with this variance and third moment and mean 0 (Edgeworth's first
-- correction of the normal distribution).
create macro sum_quantile(total, variance, third) as
    case when variance > 0 then
        greatest(0, least(1,
            normal_cdf(total / sqrt(variance))
            - third / variance ** 1.5 / 6 * (total * total / variance - 1)
            * exp(-total * total / variance / 2) / 2.5066282746310002
        ))
    end;

-- The sums of a share k / n over evenings with this number of players; squares is the sum over evenings of the squared number of
-- players in the event.
create macro evening_sums(k, squares, n, players) as {
    clusters: n / players,
    number: cast(n as double),
    total: cast(k as double),
    number_x_number: cast(n * players as double),
    total_x_total: cast(squares as double),
    total_x_number: cast(k * players as double)
};

-- N*, the hands after which an edge outweighs luck, with its 95% interval: from the edge a hand, its standard error and the mean
-- square of the difference of two seats.
create macro skill_of(edge, error, square) as {
    edge: edge,
    error: error,
    luck: sqrt(square - edge * edge),
    n_star: case when edge > 0 then (square - edge * edge) / (edge * edge) end,
    n_star_low: case when edge + z() * error > 0
        then (square - edge * edge) / ((edge + z() * error) * (edge + z() * error)) end,
    n_star_high: case when edge > z() * error
        then (square - edge * edge) / ((edge - z() * error) * (edge - z() * error)) end
};

-- What a peder is worth in small chips (PR).
create macro peder_chips() as 50;

-- A fault that a check found: its text in English, with a place for each value, and the values.
create macro fault(text) as {text: text, given: cast([] as varchar[])},
    (text, a) as {text: text, given: [format('{}', a)]},
    (text, a, b) as {text: text, given: [format('{}', a), format('{}', b)]},
    (text, a, b, c) as {text: text, given: [format('{}', a), format('{}', b), format('{}', c)]},
    (text, a, b, c, d) as {text: text, given: [format('{}', a), format('{}', b), format('{}', c), format('{}', d)]},
    (text, a, b, c, d, e) as {text: text, given: [format('{}', a), format('{}', b), format('{}', c), format('{}', d), format('{}', e)]};
