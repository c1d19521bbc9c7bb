-- A row is what was picked of a question's options, a JSON list, in one currency: how many
-- conversations in which it was led to an order, and what its goods come to.
SELECT a.category, a.aspect, a.picked, count(*), s.currency, CAST(sum(s.amount) AS BIGINT)
FROM (
	SELECT l.conversation, l.currency, sum(l.quantity * coalesce(l.price, 0)) AS amount
	FROM purchase p JOIN purchase_line l ON l.purchase = p.id
	WHERE p.placed >= $1 AND p.status <> 'cancelled' AND l.conversation IS NOT NULL GROUP BY l.conversation, l.currency) s
JOIN (SELECT DISTINCT conversation, category, aspect, picked FROM asked WHERE outcome = 'answered' AND picked <> '[]' AND at >= $1 AND at < $2) a ON a.conversation = s.conversation
GROUP BY a.category, a.aspect, a.picked, s.currency
