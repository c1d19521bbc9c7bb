-- A row is a conversation, with its first message and last category, and whether it led to an order:
-- one that began in a time or, where a question, a text or a product is sought, has that in it then.
-- A condition whose first parameter is empty holds for all.
SELECT c.id, c.created, c.exchanges,
	coalesce((SELECT e.payload ->> 'said' FROM turn t JOIN event e ON e.conversation = t.conversation AND e.version = t.version
		WHERE t.conversation = c.id AND t.worded = 1 ORDER BY t.n LIMIT 1), ''),
	coalesce((SELECT t.category FROM turn t WHERE t.conversation = c.id AND t.category <> '' ORDER BY t.n DESC LIMIT 1), ''),
	EXISTS (SELECT 1 FROM sold s WHERE s.conversation = c.id)
FROM conversation c
WHERE c.created < $1 AND ($2 <> '' OR $3 <> '' OR $4 <> '' OR c.created >= $5)
	AND ($2 = '' OR c.id IN (SELECT conversation FROM asked
		WHERE category = $6 AND aspect = $2 AND ($7 = '' OR outcome = $7) AND ($8 = '' OR instr(picked, $8) > 0) AND at >= $5 AND at < $1))
	AND ($3 = '' OR c.id IN (SELECT conversation FROM finding
		WHERE kind = $3 AND ($9 = '' OR text = $9) AND ($10 = '' OR about = $10) AND category = $6 AND at >= $5 AND at < $1))
	AND ($4 = '' OR c.id IN (SELECT conversation FROM interaction
		WHERE product = $4 AND ($11 = '' OR act = $11) AND conversation IS NOT NULL AND at >= $5 AND at < $1))
	AND ($12 = '' OR c.id IN (SELECT conversation FROM sold WHERE conversation IS NOT NULL))
	AND ($13 = '' OR c.id IN (SELECT conversation FROM finding WHERE kind IN ('said', 'search') AND instr(text, $13) > 0))
	AND ($14 = '' OR EXISTS (SELECT 1 FROM turn t WHERE t.conversation = c.id AND t.category = $14))
	AND ($15 = '' OR c.answered = CASE $15 WHEN 'yes' THEN 1 ELSE 0 END)
	AND c.exchanges > 0
ORDER BY c.created DESC, c.id LIMIT $16 OFFSET $17
