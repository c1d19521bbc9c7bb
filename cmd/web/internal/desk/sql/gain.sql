-- One row: of the times that a question alone was answered, how many products fitted before, were
-- expected to after, and did, on average.
SELECT count(*), coalesce(avg(fit), 0), coalesce(avg(expected), 0), coalesce(avg(remained), 0)
FROM asked WHERE at >= $1 AND at < $2 AND category = $3 AND aspect = $4 AND remained IS NOT NULL
