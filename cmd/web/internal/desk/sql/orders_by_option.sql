-- A row is an option that was picked of a question, in one currency: how many conversations in
-- which it was led to an order, and what their goods come to.
SELECT category, aspect, label, count(*), currency, CAST(sum(amount) AS BIGINT), 0
FROM (
	SELECT DISTINCT s.conversation, s.currency, s.amount, a.category, a.aspect, o.value AS label
	FROM (SELECT conversation, currency, sum(amount) AS amount FROM sold WHERE placed >= $1 AND conversation IS NOT NULL GROUP BY conversation, currency) s
	JOIN asked a ON a.conversation = s.conversation
	CROSS JOIN json_each(a.picked) o
	WHERE a.outcome = 'answered' AND a.at >= $1 AND a.at < $2) d
GROUP BY category, aspect, label, currency ORDER BY 6 DESC, category, aspect, label, currency LIMIT $3
