-- +goose Up

-- What the shop has set, as one document; the last row holds.
CREATE TABLE setting (
	version INTEGER PRIMARY KEY,
	at      INTEGER NOT NULL,
	who     TEXT    NOT NULL,
	json    TEXT    NOT NULL
) STRICT;

-- The exchanges that were not undone, n counting a conversation's from 1.
CREATE VIEW turn AS
SELECT e.conversation, e.exchanges AS n, e.version, e.at, coalesce(e.payload ->> '$.said', '') AS said,
	CASE json_array_length(e.payload, '$.scope') WHEN 1 THEN e.payload ->> '$.scope[0]' ELSE '' END AS category, e.payload
FROM event e
WHERE e.kind = 'exchange' AND NOT EXISTS (
	SELECT 1 FROM event u WHERE u.conversation = e.conversation AND u.version > e.version AND u.exchanges < e.exchanges);

-- The questions that were asked, with what the next turn says to each. outcome is answered,
-- skipped, passed where the shopper went on in another way, or left where nothing followed.
CREATE VIEW question AS
SELECT a.conversation, a.n, a.at, a.category, a.aspect, a.text, a.labels, a.given, CASE
	WHEN a.last THEN 'left'
	WHEN a.given IS NULL THEN 'passed'
	WHEN a.given -> '$.picked' IS NOT NULL OR a.given -> '$.other' IS NOT NULL OR a.given -> '$.none' IS NOT NULL THEN 'answered'
	ELSE 'skipped' END AS outcome
FROM (
	SELECT t.conversation, t.n, t.at, t.category, r.n IS NULL AS last,
		q.value ->> '$.answer.key' AS aspect, q.value ->> '$.text' AS text, q.value -> '$.answer.labels' AS labels,
		(SELECT c.value -> '$.answer' FROM json_each(r.payload, '$.changes') c
			WHERE c.value ->> '$.answer.key' = q.value ->> '$.answer.key' ORDER BY c.key DESC LIMIT 1) AS given
	FROM turn t JOIN json_each(t.payload, '$.questions') q LEFT JOIN turn r ON r.conversation = t.conversation AND r.n = t.n + 1) a;

-- The options of those questions.
CREATE VIEW offered AS
SELECT q.conversation, q.n, q.at, q.category, q.aspect, o.value AS label,
	EXISTS (SELECT 1 FROM json_each(q.given, '$.picked') p WHERE q.given ->> ('$.labels[' || p.value || ']') = o.value) AS picked
FROM question q JOIN json_each(q.labels) o;
