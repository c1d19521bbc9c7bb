-- A row is a message that products were searched for, in one category, with how often it was typed
-- and how often no product had all that it asks for.
SELECT text, category, count(*), sum(CASE about WHEN 'missed' THEN 1 ELSE 0 END)
FROM finding WHERE kind = 'search' AND at >= $1 AND at < $2 AND ($3 = '' OR category = $3) AND text <> ''
GROUP BY text, category ORDER BY count(*) DESC, text, category LIMIT $4
