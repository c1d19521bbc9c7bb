-- A row is a list of options with those that were picked of it, and how often the question of an
-- aspect in a category was put and answered so. Both are JSON.
SELECT labels, coalesce(picked, '[]'), count(*)
FROM asked WHERE at >= $1 AND at < $2 AND category = $3 AND aspect = $4
GROUP BY labels, coalesce(picked, '[]')
