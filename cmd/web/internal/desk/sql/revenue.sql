-- A row is a currency: how many orders were placed and what their goods come to, in minor units.
SELECT l.currency, count(DISTINCT p.id), CAST(sum(l.quantity * coalesce(l.price, 0)) AS BIGINT)
FROM purchase p JOIN purchase_line l ON l.purchase = p.id
WHERE p.placed >= $1 AND p.placed < $2 AND p.status <> 'cancelled'
GROUP BY l.currency ORDER BY 3 DESC, l.currency
