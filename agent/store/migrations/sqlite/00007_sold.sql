-- +goose Up

-- What was sold: the lines of orders that are not cancelled, with what their goods come to.
CREATE VIEW sold AS
SELECT l.purchase, p.placed, l.conversation, l.product, l.title, l.quantity, l.currency, l.quantity * coalesce(l.price, 0) AS amount
FROM purchase p JOIN purchase_line l ON l.purchase = p.id
WHERE p.status <> 'cancelled';

-- The findings have one more kind: told, for a question about the shop that was answered. lower
-- knows letters of every language: see connector in the package store.
DROP VIEW event_finding;
CREATE VIEW event_finding AS
SELECT conversation, version, exchanges AS n, tells AS kind, CASE text WHEN '…' THEN '' ELSE lower(trim(text)) END AS text,
	CASE json_array_length(payload, '$.scope') WHEN 1 THEN payload ->> '$.scope[0]' ELSE '' END AS category, about, at
FROM (
	SELECT conversation, version, exchanges, at, payload, iif(payload -> '$.changes' IS NULL OR payload -> '$.path' IS NULL, 'said', 'search') AS tells, payload ->> '$.said' AS text,
		iif(payload -> '$.changes' IS NULL OR payload -> '$.path' IS NULL OR payload ->> '$.fit' > 0 AND payload -> '$.relaxed' IS NULL, '', 'missed') AS about
	FROM event WHERE payload -> '$.said' IS NOT NULL
	UNION ALL
	SELECT conversation, version, exchanges, at, payload, 'unknown', u.value, '' FROM event JOIN json_each(payload, '$.unplaced') u
	UNION ALL
	SELECT conversation, version, exchanges, at, payload, CASE a.value ->> '$.kind' WHEN 'not_sold' THEN 'notsold' WHEN 'ask_product' THEN 'product' ELSE iif(a.value -> '$.known' IS NULL, 'shop', 'told') END,
		coalesce(iif(a.value ->> '$.kind' = 'not_sold', a.value ->> '$.words', payload ->> '$.said'), ''),
		coalesce(a.value ->> '$.aspect', a.value ->> '$.topic', '')
	FROM event JOIN json_each(payload, '$.acts') a
	WHERE a.value ->> '$.kind' IN ('not_sold', 'ask_shop') OR a.value ->> '$.kind' = 'ask_product' AND a.value -> '$.known' IS NULL);

INSERT INTO finding (conversation, n, kind, text, category, about, at)
SELECT f.conversation, f.n, f.kind, f.text, f.category, f.about, f.at
FROM turn t JOIN event_finding f ON f.conversation = t.conversation AND f.version = t.version
WHERE f.kind = 'told' ORDER BY f.at;

INSERT INTO finding (conversation, n, kind, text, category, about, at)
SELECT conversation, n, kind, lower(text), category, about, at FROM finding WHERE text <> lower(text) ORDER BY seq;
DELETE FROM finding WHERE text <> lower(text);
