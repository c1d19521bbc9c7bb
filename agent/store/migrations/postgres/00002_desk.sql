-- +goose Up

-- What the step for SQLite makes, in PostgreSQL.

CREATE TABLE setting (
	version BIGINT PRIMARY KEY,
	at      BIGINT NOT NULL,
	who     TEXT   NOT NULL,
	json    TEXT   NOT NULL
);

CREATE VIEW turn AS
SELECT e.conversation, e.exchanges AS n, e.version, e.at, coalesce(e.payload ->> 'said', '') AS said,
	CASE WHEN json_array_length(coalesce(e.payload -> 'scope', '[]')) = 1 THEN e.payload -> 'scope' ->> 0 ELSE '' END COLLATE "C" AS category, e.payload
FROM event e
WHERE e.kind = 'exchange' AND NOT EXISTS (
	SELECT 1 FROM event u WHERE u.conversation = e.conversation AND u.version > e.version AND u.exchanges < e.exchanges);

CREATE VIEW question AS
SELECT a.conversation, a.n, a.at, a.category, a.aspect, a.text, a.labels, a.given, CASE
	WHEN a.last THEN 'left'
	WHEN a.given IS NULL THEN 'passed'
	WHEN a.given -> 'picked' IS NOT NULL OR a.given -> 'other' IS NOT NULL OR a.given -> 'none' IS NOT NULL THEN 'answered'
	ELSE 'skipped' END AS outcome
FROM (
	SELECT t.conversation, t.n, t.at, t.category, r.n IS NULL AS last,
		(q.value -> 'answer' ->> 'key') COLLATE "C" AS aspect, q.value ->> 'text' AS text, q.value -> 'answer' -> 'labels' AS labels,
		(SELECT c.value -> 'answer' FROM json_array_elements(r.payload -> 'changes') WITH ORDINALITY c (value, place)
			WHERE c.value -> 'answer' ->> 'key' = q.value -> 'answer' ->> 'key' ORDER BY c.place DESC LIMIT 1) AS given
	FROM turn t CROSS JOIN LATERAL json_array_elements(t.payload -> 'questions') q LEFT JOIN turn r ON r.conversation = t.conversation AND r.n = t.n + 1) a;

CREATE VIEW offered AS
SELECT q.conversation, q.n, q.at, q.category, q.aspect, o.value COLLATE "C" AS label,
	EXISTS (SELECT 1 FROM json_array_elements_text(q.given -> 'picked') p WHERE q.given -> 'labels' ->> p.value::int = o.value) AS picked
FROM question q CROSS JOIN LATERAL json_array_elements_text(q.labels) o;
