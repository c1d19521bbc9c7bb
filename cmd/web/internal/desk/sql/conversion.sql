-- A row is the conversations that began in a time and have, or do not have, an answer to a
-- question: how many, and how many of them led to an order.
SELECT answered, count(*), sum(ordered)
FROM (
	SELECT CASE WHEN EXISTS (SELECT 1 FROM asked a WHERE a.conversation = c.id AND a.outcome = 'answered') THEN 1 ELSE 0 END AS answered,
		CASE WHEN c.id IN (SELECT l.conversation FROM purchase p JOIN purchase_line l ON l.purchase = p.id WHERE p.placed >= $1 AND p.status <> 'cancelled' AND l.conversation IS NOT NULL) THEN 1 ELSE 0 END AS ordered
	FROM conversation c WHERE c.created >= $1 AND c.created < $2 AND c.exchanges > 0) k
GROUP BY answered ORDER BY answered DESC
