-- A row is a text in one category: words that nothing was made of, a want that is not sold, or a
-- search without a match, with how often it was typed.
SELECT text, category, count(*)
FROM finding WHERE kind = $1 AND at >= $2 AND at < $3 AND ($4 = '' OR category = $4) AND about = $5 AND text <> ''
GROUP BY text, category ORDER BY count(*) DESC, text, category LIMIT $6
