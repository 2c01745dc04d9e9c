-- The formulas that several marts use; derived in docs/statistics.md.
-- Sums over c clusters (chains): a cluster has n observations with sum t and sum of squares s; n, t, s without a
-- prefix are totals, and a pair of letters is the sum of the product of the two over the clusters.

-- Squared standard error of the mean t / n.
create macro mean_error(c, n, t, tt, tn, nn) as
    case when c > 1 then
        greatest(0, tt - 2 * (t / n) * tn + (t / n) * (t / n) * nn) / (n * n) * (c / (c - 1))
    end;

-- Variance of one observation: without bias whether the mean is estimated or, in a zero-sum game, known.
create macro variance(c, n, t, s, tt, tn, nn) as
    s / n - (t / n) * (t / n) + mean_error(c, n, t, tt, tn, nn);

-- Squared standard error of that variance, from the residuals s - 2mt + kn of the clusters, k = 2m² - s/n.
create macro variance_error(c, n, t, s, tt, tn, nn, ss, st, sn) as
    case when c > 1 then
        greatest(
            0,
            ss
            + 4 * (t / n) * (t / n) * tt
            + (2 * (t / n) * (t / n) - s / n) * (2 * (t / n) * (t / n) - s / n) * nn
            - 4 * (t / n) * st
            + 2 * (2 * (t / n) * (t / n) - s / n) * sn
            - 4 * (t / n) * (2 * (t / n) * (t / n) - s / n) * tn
        ) / (n * n) * (c / (c - 1))
    end;

-- The 97.5% point of the normal distribution.
create macro z() as 1.959964e0;

-- Wilson's interval for a share of k among n.
create macro share_low(k, n) as
    case when n > 0 then
        greatest(0, (k + z() * z() / 2 - z() * sqrt(k * (n - k) / n + z() * z() / 4)) / (n + z() * z()))
    end;

create macro share_high(k, n) as
    case when n > 0 then
        least(1, (k + z() * z() / 2 + z() * sqrt(k * (n - k) / n + z() * z() / 4)) / (n + z() * z()))
    end;
