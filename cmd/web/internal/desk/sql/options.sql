-- A row is an option of the question about an aspect in a category: how often it was shown, and
-- how often picked. Questions with the same options and answers are counted before their lists are read.
SELECT o.value, CAST(sum(a.times) AS BIGINT), CAST(sum(CASE WHEN EXISTS (SELECT 1 FROM json_each(a.picked) p WHERE p.value = o.value) THEN a.times ELSE 0 END) AS BIGINT)
FROM (
	SELECT labels, coalesce(picked, '[]') AS picked, count(*) AS times
	FROM asked WHERE at >= $1 AND at < $2 AND category = $3 AND aspect = $4
	GROUP BY labels, coalesce(picked, '[]')) a
CROSS JOIN json_each(a.labels) o
GROUP BY o.value ORDER BY 2 DESC, o.value
