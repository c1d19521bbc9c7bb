-- A row is one of the last 1,000 messages that contain a text ($1, in lower case), or, where
-- $2 is not empty, of the turns in which the shop was asked about a topic ($2, a pattern of what was
-- done): what the shopper typed.
SELECT text FROM (
	SELECT text, at FROM finding WHERE $1 <> '' AND kind IN ('search', 'said') AND instr(text, $1) > 0
	UNION ALL
	SELECT payload ->> 'said' AS text, at FROM event
	WHERE $2 <> '' AND kind = 'exchange' AND CAST(payload -> 'acts' AS TEXT) LIKE $2 AND payload ->> 'said' <> '') AS message
ORDER BY at DESC
LIMIT 1000
