-- A row is a message that products were searched for, in one currency: how many of the
-- conversations with it led to an order, and what its goods come to.
SELECT text, category, count(*), currency, CAST(sum(amount) AS BIGINT)
FROM (
	SELECT DISTINCT s.conversation, s.currency, s.amount, f.text, f.category
	FROM (
		SELECT l.conversation, l.currency, sum(l.quantity * coalesce(l.price, 0)) AS amount
		FROM purchase p JOIN purchase_line l ON l.purchase = p.id
		WHERE p.placed >= $1 AND p.status <> 'cancelled' AND l.conversation IS NOT NULL GROUP BY l.conversation, l.currency) s
	JOIN finding f ON f.conversation = s.conversation
	WHERE f.kind = 'search' AND f.text <> '' AND f.at >= $1 AND f.at < $2) d
GROUP BY text, category, currency ORDER BY 5 DESC, text, category, currency LIMIT $3
