-- A row is what a shopper typed: one of the last 1,000 messages of two kinds of finding ($1, $2)
-- that contain a text ($3, in lower case) and are about a topic, of any where $4 is empty.
SELECT text FROM finding
WHERE kind IN ($1, $2) AND text <> '' AND instr(text, $3) > 0 AND ($4 = '' OR about = $4)
ORDER BY at DESC, seq DESC LIMIT 1000
