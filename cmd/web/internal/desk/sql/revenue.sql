-- A row is a currency: how many orders were placed and what their goods come to, in minor units.
SELECT currency, count(DISTINCT purchase), CAST(sum(amount) AS BIGINT)
FROM sold WHERE placed >= $1 AND placed < $2
GROUP BY currency ORDER BY 3 DESC, currency
