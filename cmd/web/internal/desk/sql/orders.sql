-- A row is an order of goods that a conversation led to, in one currency. One that goods of several
-- led to has a row for each; the conversation is '' where none is known.
SELECT p.id, p.placed, p.status, coalesce(l.conversation, ''), CAST(sum(l.quantity) AS BIGINT), l.currency, CAST(sum(l.quantity * coalesce(l.price, 0)) AS BIGINT)
FROM purchase p JOIN purchase_line l ON l.purchase = p.id
WHERE p.placed >= $1 AND p.placed < $2
GROUP BY p.id, p.placed, p.status, coalesce(l.conversation, ''), l.currency ORDER BY p.placed DESC, p.id, 4, 6 LIMIT $3
