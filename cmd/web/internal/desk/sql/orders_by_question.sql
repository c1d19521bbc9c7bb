-- A row is a question, by category and aspect, in one currency: how often it was answered, how many
-- conversations with an answer led to an order, and what its goods come to.
SELECT g.category, g.aspect, n.answers, g.orders, g.currency, g.amount
FROM (
	SELECT category, aspect, count(*) AS orders, currency, CAST(sum(amount) AS BIGINT) AS amount
	FROM (
		SELECT DISTINCT s.conversation, s.currency, s.amount, a.category, a.aspect
		FROM (
			SELECT l.conversation, l.currency, sum(l.quantity * coalesce(l.price, 0)) AS amount
			FROM purchase p JOIN purchase_line l ON l.purchase = p.id
			WHERE p.placed >= $1 AND p.status <> 'cancelled' AND l.conversation IS NOT NULL GROUP BY l.conversation, l.currency) s
		JOIN asked a ON a.conversation = s.conversation
		WHERE a.outcome = 'answered' AND a.at >= $1 AND a.at < $2) d
	GROUP BY category, aspect, currency) g
JOIN (SELECT category, aspect, count(*) AS answers FROM asked WHERE outcome = 'answered' AND at >= $1 AND at < $2 GROUP BY category, aspect) n
	ON n.category = g.category AND n.aspect = g.aspect
ORDER BY g.amount DESC, g.category, g.aspect, g.currency
