-- A row is a question, by category and aspect, in one currency: how many conversations with an
-- answer led to an order, what their goods come to, and how often it was answered.
SELECT g.category, g.aspect, '', g.orders, g.currency, g.amount, n.answers
FROM (
	SELECT category, aspect, count(*) AS orders, currency, CAST(sum(amount) AS BIGINT) AS amount
	FROM (
		SELECT DISTINCT s.conversation, s.currency, s.amount, a.category, a.aspect
		FROM (SELECT conversation, currency, sum(amount) AS amount FROM sold WHERE placed >= $1 AND conversation IS NOT NULL GROUP BY conversation, currency) s
		JOIN asked a ON a.conversation = s.conversation
		WHERE a.outcome = 'answered' AND a.at >= $1 AND a.at < $2) d
	GROUP BY category, aspect, currency) g
JOIN (SELECT category, aspect, count(*) AS answers FROM asked WHERE outcome = 'answered' AND at >= $1 AND at < $2 GROUP BY category, aspect) n
	ON n.category = g.category AND n.aspect = g.aspect
ORDER BY g.amount DESC, g.category, g.aspect, g.currency LIMIT $3
