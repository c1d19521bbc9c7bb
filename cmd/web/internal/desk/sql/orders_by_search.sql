-- A row is a message that products were searched for, in one currency: how many of the
-- conversations with it led to an order, and what its goods come to.
SELECT f.text, f.category, count(*), s.currency, CAST(sum(s.amount) AS BIGINT)
FROM (
	SELECT l.conversation, l.currency, sum(l.quantity * coalesce(l.price, 0)) AS amount
	FROM purchase p JOIN purchase_line l ON l.purchase = p.id
	WHERE p.placed >= $1 AND p.status <> 'cancelled' AND l.conversation IS NOT NULL GROUP BY l.conversation, l.currency) s
JOIN (SELECT DISTINCT conversation, text, category FROM finding WHERE kind = 'search' AND text <> '' AND at >= $1 AND at < $2) f ON f.conversation = s.conversation
GROUP BY f.text, f.category, s.currency ORDER BY 5 DESC, f.text, f.category, s.currency LIMIT $3
