-- A row is a product: on how many first pages it was shown, how often it was opened and put into
-- the basket, and how many pieces were ordered. What is shown is counted by days of UTC.
SELECT product, CAST(sum(seen) AS BIGINT), CAST(sum(opened) AS BIGINT), CAST(sum(basket) AS BIGINT), CAST(sum(pieces) AS BIGINT)
FROM (
	SELECT product, sum(times) AS seen, 0 AS opened, 0 AS basket, 0 AS pieces
	FROM shown WHERE day >= $1 AND day < $2 GROUP BY product
	UNION ALL
	SELECT product, 0, CASE act WHEN 'opened' THEN count(*) ELSE 0 END, CASE act WHEN 'basket' THEN count(*) ELSE 0 END, 0
	FROM interaction WHERE at >= $3 AND at < $4 GROUP BY product, act
	UNION ALL
	SELECT product, 0, 0, 0, sum(quantity) FROM sold WHERE placed >= $3 AND placed < $4 GROUP BY product) a
GROUP BY product ORDER BY 5 DESC, 4 DESC, 3 DESC, 2 DESC, product LIMIT $5
