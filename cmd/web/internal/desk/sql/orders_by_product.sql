-- A row is a product in one currency: how many orders have it, of how many pieces, and what these
-- come to.
SELECT l.product, max(l.title), count(DISTINCT p.id), CAST(sum(l.quantity) AS BIGINT), l.currency, CAST(sum(l.quantity * coalesce(l.price, 0)) AS BIGINT)
FROM purchase p JOIN purchase_line l ON l.purchase = p.id
WHERE p.placed >= $1 AND p.placed < $2 AND p.status <> 'cancelled'
GROUP BY l.product, l.currency ORDER BY 6 DESC, l.product, l.currency LIMIT $3
