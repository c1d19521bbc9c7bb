-- A row is what was picked of a question's options, a JSON list, in one currency: how many
-- conversations in which it was led to an order, and what its goods come to.
SELECT category, aspect, picked, count(*), currency, CAST(sum(amount) AS BIGINT)
FROM (
	SELECT DISTINCT s.conversation, s.currency, s.amount, a.category, a.aspect, a.picked
	FROM (
		SELECT l.conversation, l.currency, sum(l.quantity * coalesce(l.price, 0)) AS amount
		FROM purchase p JOIN purchase_line l ON l.purchase = p.id
		WHERE p.placed >= $1 AND p.status <> 'cancelled' AND l.conversation IS NOT NULL GROUP BY l.conversation, l.currency) s
	JOIN asked a ON a.conversation = s.conversation
	WHERE a.outcome = 'answered' AND a.picked <> '[]' AND a.at >= $1 AND a.at < $2) d
GROUP BY category, aspect, picked, currency
