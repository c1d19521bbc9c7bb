-- A row is a message that products were searched for, in one currency: how many of the
-- conversations with it led to an order, and what their goods come to.
SELECT category, '', text, count(*), currency, CAST(sum(amount) AS BIGINT), 0
FROM (
	SELECT DISTINCT s.conversation, s.currency, s.amount, f.text, f.category
	FROM (SELECT conversation, currency, sum(amount) AS amount FROM sold WHERE placed >= $1 AND conversation IS NOT NULL GROUP BY conversation, currency) s
	JOIN finding f ON f.conversation = s.conversation
	WHERE f.kind = 'search' AND f.text <> '' AND f.at >= $1 AND f.at < $2) d
GROUP BY text, category, currency ORDER BY 6 DESC, text, category, currency LIMIT $3
