-- A row is a conversation that went on in a time, with its first message and last category, and
-- whether it led to an order. A condition whose first parameter is empty holds for all.
SELECT c.id, c.created, c.exchanges,
	coalesce((SELECT e.payload ->> 'said' FROM turn t JOIN event e ON e.conversation = t.conversation AND e.version = t.version
		WHERE t.conversation = c.id AND t.worded = 1 ORDER BY t.n LIMIT 1), ''),
	coalesce((SELECT t.category FROM turn t WHERE t.conversation = c.id AND t.category <> '' ORDER BY t.n DESC LIMIT 1), ''),
	CASE WHEN EXISTS (SELECT 1 FROM purchase_line l JOIN purchase p ON p.id = l.purchase WHERE l.conversation = c.id AND p.status <> 'cancelled') THEN 1 ELSE 0 END
FROM conversation c
WHERE c.updated >= $1 AND c.created < $2 AND c.exchanges > 0
	AND ($3 = '' OR EXISTS (SELECT 1 FROM turn t WHERE t.conversation = c.id AND t.category = $3))
	AND ($4 = '' OR EXISTS (SELECT 1 FROM finding f WHERE f.conversation = c.id AND f.kind IN ('said', 'search') AND f.text LIKE $4 ESCAPE '!'))
	AND ($5 = '' OR EXISTS (SELECT 1 FROM asked a WHERE a.conversation = c.id AND a.at >= $1 AND a.at < $2
		AND a.aspect = $5 AND ($6 = '' OR a.category = $7) AND ($8 = '' OR a.outcome = $8) AND ($9 = '' OR a.picked LIKE $9 ESCAPE '!')))
	AND ($10 = '' OR EXISTS (SELECT 1 FROM finding f WHERE f.conversation = c.id AND f.at >= $1 AND f.at < $2
		AND f.kind = $10 AND ($11 = '' OR f.text = $11) AND ($12 = '' OR f.about = $12) AND ($6 = '' OR f.category = $7)))
	AND ($13 = '' OR EXISTS (SELECT 1 FROM interaction i WHERE i.conversation = c.id AND i.at >= $1 AND i.at < $2
		AND i.product = $13 AND ($14 = '' OR i.act = $14)))
	AND ($15 = '' OR EXISTS (SELECT 1 FROM purchase_line l JOIN purchase p ON p.id = l.purchase WHERE l.conversation = c.id AND p.status <> 'cancelled'))
	AND ($16 = '' OR $16 = 'yes' AND EXISTS (SELECT 1 FROM asked a WHERE a.conversation = c.id AND a.outcome = 'answered')
		OR $16 = 'no' AND NOT EXISTS (SELECT 1 FROM asked a WHERE a.conversation = c.id AND a.outcome = 'answered'))
ORDER BY c.created DESC, c.id LIMIT $17 OFFSET $18
