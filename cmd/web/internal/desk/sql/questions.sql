-- A row is what became of the questions about one aspect in one category, with the text of the last.
SELECT g.category, g.aspect, a.text, g.asked, g.answered, g.skipped, g.passed, g.gone
FROM (
	SELECT category, aspect, count(*) AS asked, max(seq) AS latest,
		sum(CASE outcome WHEN 'answered' THEN 1 ELSE 0 END) AS answered, sum(CASE outcome WHEN 'skipped' THEN 1 ELSE 0 END) AS skipped,
		sum(CASE outcome WHEN 'passed' THEN 1 ELSE 0 END) AS passed, sum(CASE outcome WHEN 'left' THEN 1 ELSE 0 END) AS gone
	FROM asked WHERE at >= $1 AND at < $2 AND ($3 = '' OR category = $3)
	GROUP BY category, aspect) g
JOIN asked a ON a.seq = g.latest
ORDER BY g.asked DESC, g.category, g.aspect
