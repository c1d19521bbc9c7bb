-- A row is a product in one currency: how many orders have it, what they come to of it, and of how
-- many pieces.
SELECT '', product, max(title), count(DISTINCT purchase), currency, CAST(sum(amount) AS BIGINT), CAST(sum(quantity) AS BIGINT)
FROM sold WHERE placed >= $1 AND placed < $2
GROUP BY product, currency ORDER BY 6 DESC, product, currency LIMIT $3
