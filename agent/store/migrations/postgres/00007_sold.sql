-- +goose Up

-- What the step for SQLite makes, in PostgreSQL, whose lower knows the letters of the database's locale.
CREATE VIEW sold AS
SELECT l.purchase, p.placed, l.conversation, l.product, l.title, l.quantity, l.currency, l.quantity * coalesce(l.price, 0) AS amount
FROM purchase p JOIN purchase_line l ON l.purchase = p.id
WHERE p.status <> 'cancelled';

CREATE OR REPLACE VIEW event_finding AS
SELECT e.conversation, e.version, e.exchanges AS n, f.kind, CASE f.text WHEN '…' THEN '' ELSE lower(trim(f.text)) END AS text, category_of(p.payload) AS category, f.about, e.at
FROM event e CROSS JOIN LATERAL (SELECT readable(e.payload) AS payload) p CROSS JOIN LATERAL (
	SELECT CASE WHEN p.payload -> 'changes' IS NULL OR p.payload -> 'path' IS NULL THEN 'said' ELSE 'search' END AS kind, p.payload ->> 'said' AS text,
		CASE WHEN p.payload -> 'changes' IS NULL OR p.payload -> 'path' IS NULL OR (p.payload ->> 'fit')::bigint > 0 AND p.payload -> 'relaxed' IS NULL THEN '' ELSE 'missed' END AS about
	WHERE p.payload -> 'said' IS NOT NULL
	UNION ALL
	SELECT 'unknown', u.value, '' FROM json_array_elements_text(p.payload -> 'unplaced') u
	UNION ALL
	SELECT CASE a.value ->> 'kind' WHEN 'not_sold' THEN 'notsold' WHEN 'ask_product' THEN 'product' ELSE CASE WHEN a.value -> 'known' IS NULL THEN 'shop' ELSE 'told' END END,
		coalesce(CASE a.value ->> 'kind' WHEN 'not_sold' THEN a.value ->> 'words' ELSE p.payload ->> 'said' END, ''),
		coalesce(a.value ->> 'aspect', a.value ->> 'topic', '')
	FROM json_array_elements(p.payload -> 'acts') a
	WHERE a.value ->> 'kind' IN ('not_sold', 'ask_shop') OR a.value ->> 'kind' = 'ask_product' AND a.value -> 'known' IS NULL) f;

-- The texts of a list in JSON, as SQLite calls and returns them.
CREATE FUNCTION json_each(list TEXT) RETURNS TABLE (value TEXT) LANGUAGE sql IMMUTABLE AS $$ SELECT json_array_elements_text(list::json) $$;

INSERT INTO finding (conversation, n, kind, text, category, about, at)
SELECT f.conversation, f.n, f.kind, f.text, f.category, f.about, f.at
FROM turn t JOIN event_finding f ON f.conversation = t.conversation AND f.version = t.version
WHERE f.kind = 'told' ORDER BY f.at;
