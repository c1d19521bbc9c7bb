-- A row is a text of one kind of finding in one category: how often it was typed, and how often no
-- product had all that it asks for. Of what it is about, $5, any where that is empty.
SELECT text, category, count(*), sum(CASE about WHEN 'missed' THEN 1 ELSE 0 END)
FROM finding WHERE kind = $1 AND at >= $2 AND at < $3 AND ($4 = '' OR category = $4) AND ($5 = '' OR about = $5) AND text <> ''
GROUP BY text, category ORDER BY count(*) DESC, text, category LIMIT $6
