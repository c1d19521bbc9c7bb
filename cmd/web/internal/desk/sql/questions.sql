-- A row is what became of the questions about one aspect in one category, with the text of the last.
SELECT g.category, g.aspect, a.text, g.asked, g.answered, g.skipped, g.passed, g.gone
FROM (
	SELECT category, aspect, CAST(sum(times) AS BIGINT) AS asked, max(latest) AS latest,
		CAST(sum(CASE outcome WHEN 'answered' THEN times ELSE 0 END) AS BIGINT) AS answered, CAST(sum(CASE outcome WHEN 'skipped' THEN times ELSE 0 END) AS BIGINT) AS skipped,
		CAST(sum(CASE outcome WHEN 'passed' THEN times ELSE 0 END) AS BIGINT) AS passed, CAST(sum(CASE outcome WHEN 'left' THEN times ELSE 0 END) AS BIGINT) AS gone
	FROM (
		SELECT category, aspect, outcome, count(*) AS times, max(seq) AS latest
		FROM asked WHERE at >= $1 AND at < $2 AND ($3 = '' OR category = $3)
		GROUP BY category, aspect, outcome) o
	GROUP BY category, aspect) g
JOIN asked a ON a.seq = g.latest
ORDER BY g.asked DESC, g.category, g.aspect
