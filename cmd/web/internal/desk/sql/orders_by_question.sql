-- A row is a question, by category and aspect, in one currency: in how many conversations it was
-- answered, how many of these led to an order, and what its goods come to.
WITH answer AS (SELECT DISTINCT conversation, category, aspect FROM asked WHERE outcome = 'answered' AND at >= $1 AND at < $2),
	sold AS (
		SELECT l.conversation, l.currency, sum(l.quantity * coalesce(l.price, 0)) AS amount
		FROM purchase p JOIN purchase_line l ON l.purchase = p.id
		WHERE p.placed >= $1 AND p.status <> 'cancelled' AND l.conversation IS NOT NULL GROUP BY l.conversation, l.currency)
SELECT a.category, a.aspect, n.conversations, count(*), s.currency, CAST(sum(s.amount) AS BIGINT)
FROM sold s JOIN answer a ON a.conversation = s.conversation
JOIN (SELECT category, aspect, count(*) AS conversations FROM answer GROUP BY category, aspect) n ON n.category = a.category AND n.aspect = a.aspect
GROUP BY a.category, a.aspect, n.conversations, s.currency ORDER BY 6 DESC, a.category, a.aspect, s.currency
