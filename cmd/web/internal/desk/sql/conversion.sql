-- A row is the conversations that began in a time and have, or do not have, an answer to a
-- question: how many, and how many of them led to an order.
SELECT answered, count(*), sum(CASE WHEN id IN (SELECT conversation FROM sold WHERE placed >= $1 AND conversation IS NOT NULL) THEN 1 ELSE 0 END)
FROM conversation WHERE created >= $1 AND created < $2 AND exchanges > 0
GROUP BY answered ORDER BY answered DESC
