-- A row is a conversation that went on in a time, with its first message and last category, and
-- whether it led to an order. A condition whose first parameter is empty holds for all.
SELECT c.id, c.created, c.exchanges,
	coalesce((SELECT e.payload ->> 'said' FROM turn t JOIN event e ON e.conversation = t.conversation AND e.version = t.version
		WHERE t.conversation = c.id AND t.worded = 1 ORDER BY t.n LIMIT 1), ''),
	coalesce((SELECT t.category FROM turn t WHERE t.conversation = c.id AND t.category <> '' ORDER BY t.n DESC LIMIT 1), ''),
	EXISTS (SELECT 1 FROM purchase_line l JOIN purchase p ON p.id = l.purchase WHERE l.conversation = c.id AND p.status <> 'cancelled')
FROM conversation c
WHERE c.updated >= $1 AND c.created < $2 AND c.exchanges > 0
	AND ($3 = '' OR EXISTS (SELECT 1 FROM turn t WHERE t.conversation = c.id AND t.category = $3))
	AND ($4 = '' OR c.id IN (SELECT conversation FROM finding WHERE kind IN ('said', 'search') AND text LIKE $4 ESCAPE '!'))
	AND ($5 = '' OR c.id IN (SELECT conversation FROM asked
		WHERE category = $6 AND aspect = $5 AND ($7 = '' OR outcome = $7) AND ($8 = '' OR picked LIKE $8 ESCAPE '!') AND at >= $1 AND at < $2))
	AND ($9 = '' OR c.id IN (SELECT conversation FROM finding
		WHERE kind = $9 AND ($10 = '' OR text = $10) AND ($11 = '' OR about = $11) AND category = $6 AND at >= $1 AND at < $2))
	AND ($12 = '' OR c.id IN (SELECT conversation FROM interaction
		WHERE product = $12 AND ($13 = '' OR act = $13) AND conversation IS NOT NULL AND at >= $1 AND at < $2))
	AND ($14 = '' OR c.id IN (SELECT l.conversation FROM purchase_line l JOIN purchase p ON p.id = l.purchase
		WHERE l.conversation IS NOT NULL AND p.status <> 'cancelled'))
	AND ($15 = '' OR $15 = 'yes' AND EXISTS (SELECT 1 FROM asked a WHERE a.conversation = c.id AND a.outcome = 'answered')
		OR $15 = 'no' AND NOT EXISTS (SELECT 1 FROM asked a WHERE a.conversation = c.id AND a.outcome = 'answered'))
ORDER BY c.created DESC, c.id LIMIT $16 OFFSET $17
