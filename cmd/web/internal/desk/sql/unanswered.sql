-- A row is an aspect, or a topic of the shop, that was asked about without an answer, with the
-- category, how often, and the message that was typed last.
SELECT g.about, g.category, f.text, g.times
FROM (
	SELECT about, category, max(seq) AS latest, count(*) AS times
	FROM finding WHERE kind = $1 AND at >= $2 AND at < $3 AND ($4 = '' OR category = $4)
	GROUP BY about, category) g
JOIN finding f ON f.seq = g.latest
ORDER BY g.times DESC, g.about, g.category LIMIT $5
