-- +goose Up

-- What pages about many conversations ask for, kept beside the events by the triggers below, in
-- the transaction of each event. An event stays the truth: these tables can be made anew of
-- events, as is done at the end of this step.
DROP VIEW offered;
DROP VIEW question;
DROP VIEW turn;

-- The exchanges that were not undone, n counting a conversation's from 1. The category is the
-- one that was searched, '' for the whole shop and for several; worded is 1 where something was
-- typed.
CREATE TABLE turn (
	conversation TEXT    NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
	n            INTEGER NOT NULL,
	version      INTEGER NOT NULL,
	at           INTEGER NOT NULL,
	category     TEXT    NOT NULL,
	worded       INTEGER NOT NULL,
	PRIMARY KEY (conversation, n)
) STRICT, WITHOUT ROWID;

-- The questions of those exchanges. outcome is answered; skipped, on a form that was sent; passed,
-- where the shopper went on in another way, opened a product for example; or left, where nothing
-- followed. labels and picked are JSON lists of options. fit counts the products that met what was
-- asked for so far, expected those that would still after an answer, and remained those that did
-- after an answer to this question alone, NULL where there was none.
CREATE TABLE asked (
	seq          INTEGER PRIMARY KEY,
	conversation TEXT    NOT NULL,
	n            INTEGER NOT NULL,
	place        INTEGER NOT NULL,
	at           INTEGER NOT NULL,
	category     TEXT    NOT NULL,
	aspect       TEXT    NOT NULL,
	outcome      TEXT    NOT NULL,
	text         TEXT    NOT NULL,
	labels       TEXT    NOT NULL,
	picked       TEXT,
	fit          INTEGER NOT NULL,
	expected     REAL    NOT NULL,
	remained     INTEGER,
	UNIQUE (conversation, n, place),
	FOREIGN KEY (conversation, n) REFERENCES turn (conversation, n) ON DELETE CASCADE
) STRICT;
CREATE INDEX asked_by_topic ON asked (category, aspect, outcome, at);

-- What was typed in those exchanges, and what they tell of it. kind is search, for a message that
-- products were searched for, about missed where none has all that it asks for; said, for any
-- other message; unknown, for words that nothing was made of; notsold, for a want that the shop
-- was found not to sell; product and shop, for a question that was not answered, about an aspect
-- or a topic. The text is in lower case, '' where it is no longer kept. It is in no index, and rows
-- are only ever added at the end: where SQLite moves a row, it can leave a trace of it.
CREATE TABLE finding (
	seq          INTEGER PRIMARY KEY,
	conversation TEXT    NOT NULL,
	n            INTEGER NOT NULL,
	kind         TEXT    NOT NULL,
	text         TEXT    NOT NULL,
	category     TEXT    NOT NULL,
	about        TEXT    NOT NULL,
	at           INTEGER NOT NULL,
	FOREIGN KEY (conversation, n) REFERENCES turn (conversation, n) ON DELETE CASCADE
) STRICT;
CREATE INDEX finding_by_kind ON finding (kind, at);
CREATE INDEX finding_by_turn ON finding (conversation, n);

-- On how many first pages a product was shown on a day of UTC, also on those undone or deleted
-- since. It is of nobody.
CREATE TABLE shown (
	product TEXT    NOT NULL,
	day     INTEGER NOT NULL,
	times   INTEGER NOT NULL,
	PRIMARY KEY (product, day)
) STRICT, WITHOUT ROWID;

-- The conversation from which an article came into the basket, where one is known.
ALTER TABLE purchase_line ADD COLUMN conversation TEXT REFERENCES conversation (id) ON DELETE SET NULL;
CREATE INDEX purchase_line_by_conversation ON purchase_line (conversation);

-- That a question was answered in it, and the answer was not taken back.
ALTER TABLE conversation ADD COLUMN answered INTEGER NOT NULL DEFAULT 0 CHECK (answered IN (0, 1));
CREATE INDEX conversation_by_beginning ON conversation (created);
CREATE INDEX interaction_by_product ON interaction (product, act, at);

-- The findings of each exchange as its event has them.
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
	SELECT conversation, version, exchanges, at, payload, CASE a.value ->> '$.kind' WHEN 'not_sold' THEN 'notsold' WHEN 'ask_shop' THEN 'shop' ELSE 'product' END,
		coalesce(iif(a.value ->> '$.kind' = 'not_sold', a.value ->> '$.words', payload ->> '$.said'), ''),
		coalesce(a.value ->> '$.aspect', a.value ->> '$.topic', '')
	FROM event JOIN json_each(payload, '$.acts') a
	WHERE a.value ->> '$.kind' = 'not_sold' OR a.value ->> '$.kind' IN ('ask_shop', 'ask_product') AND a.value -> '$.known' IS NULL);

-- +goose StatementBegin
CREATE TRIGGER event_added AFTER INSERT ON event WHEN NEW.kind = 'exchange' BEGIN
	INSERT INTO turn VALUES (NEW.conversation, NEW.exchanges, NEW.version, NEW.at,
		CASE json_array_length(NEW.payload, '$.scope') WHEN 1 THEN NEW.payload ->> '$.scope[0]' ELSE '' END, NEW.payload -> '$.said' IS NOT NULL);
	INSERT INTO shown SELECT value, NEW.at / 86400000000, count(*) FROM json_each(NEW.payload, '$.shown') GROUP BY value
		ON CONFLICT (product, day) DO UPDATE SET times = times + excluded.times;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER event_undone AFTER INSERT ON event WHEN NEW.kind = 'undo' BEGIN
	DELETE FROM turn WHERE conversation = NEW.conversation AND n > NEW.exchanges;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER event_redacted AFTER UPDATE OF payload ON event WHEN NEW.kind = 'exchange' BEGIN
	DELETE FROM finding WHERE conversation = NEW.conversation AND n = (SELECT n FROM turn WHERE conversation = NEW.conversation AND version = NEW.version);
	INSERT INTO finding (conversation, n, kind, text, category, about, at) SELECT conversation, n, kind, text, category, about, at FROM event_finding
		WHERE conversation = NEW.conversation AND version = NEW.version
			AND EXISTS (SELECT 1 FROM turn WHERE conversation = NEW.conversation AND version = NEW.version);
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER turn_added AFTER INSERT ON turn BEGIN
	INSERT INTO finding (conversation, n, kind, text, category, about, at) SELECT conversation, n, kind, text, category, about, at FROM event_finding
		WHERE conversation = NEW.conversation AND version = NEW.version;
	UPDATE asked SET outcome = 'passed' WHERE conversation = NEW.conversation AND n = NEW.n - 1;
	UPDATE asked SET
		outcome = CASE WHEN g.given -> '$.picked' IS NOT NULL OR g.given -> '$.other' IS NOT NULL OR g.given -> '$.none' IS NOT NULL THEN 'answered' ELSE 'skipped' END,
		picked = (SELECT json_group_array(l.value) FROM json_each(g.given, '$.picked') p JOIN json_each(g.given, '$.labels') l ON l.key = p.value),
		remained = CASE WHEN NEW.worded = 0 AND g.answers = 1 AND g.given -> '$.picked' IS NOT NULL THEN g.fit END
		FROM (SELECT c.value ->> '$.answer.key' AS aspect, c.value -> '$.answer' AS given, max(c.key), coalesce(e.payload ->> '$.fit', 0) AS fit,
				(SELECT count(*) FROM json_each(e.payload, '$.changes') o WHERE o.value -> '$.answer.picked' IS NOT NULL OR o.value -> '$.answer.other' IS NOT NULL) AS answers
			FROM event e JOIN json_each(e.payload, '$.changes') c
			WHERE e.conversation = NEW.conversation AND e.version = NEW.version AND c.value -> '$.answer' IS NOT NULL GROUP BY 1) g
		WHERE asked.conversation = NEW.conversation AND asked.n = NEW.n - 1 AND asked.aspect = g.aspect;
	UPDATE conversation SET answered = 1
		WHERE id = NEW.conversation AND answered = 0 AND EXISTS (SELECT 1 FROM asked WHERE conversation = NEW.conversation AND n = NEW.n - 1 AND outcome = 'answered');
	INSERT INTO asked (conversation, n, place, at, category, aspect, outcome, text, labels, fit, expected)
		SELECT NEW.conversation, NEW.n, q.key, NEW.at, NEW.category, q.value ->> '$.answer.key',
			CASE WHEN EXISTS (SELECT 1 FROM interaction i WHERE i.conversation = NEW.conversation AND i.at >= NEW.at) THEN 'passed' ELSE 'left' END,
			q.value ->> '$.text', coalesce(q.value -> '$.answer.labels', '[]'), coalesce(q.value ->> '$.why.fit', 0), coalesce(q.value ->> '$.why.left', 0)
		FROM event e JOIN json_each(e.payload, '$.questions') q WHERE e.conversation = NEW.conversation AND e.version = NEW.version;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER turn_undone AFTER DELETE ON turn BEGIN
	UPDATE asked SET picked = NULL, remained = NULL,
		outcome = CASE WHEN EXISTS (SELECT 1 FROM interaction i WHERE i.conversation = OLD.conversation AND i.at >= asked.at) THEN 'passed' ELSE 'left' END
		WHERE conversation = OLD.conversation AND n = OLD.n - 1;
	UPDATE conversation SET answered = 0
		WHERE id = OLD.conversation AND answered = 1 AND NOT EXISTS (SELECT 1 FROM asked WHERE conversation = OLD.conversation AND outcome = 'answered');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER interaction_added AFTER INSERT ON interaction WHEN NEW.conversation IS NOT NULL BEGIN
	UPDATE asked SET outcome = 'passed' WHERE conversation = NEW.conversation AND outcome = 'left' AND at <= NEW.at;
	UPDATE purchase_line SET conversation = NEW.conversation
		WHERE NEW.act = 'ordered' AND article = NEW.product AND purchase IN (SELECT id FROM purchase WHERE person = NEW.session AND placed = NEW.at);
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER interaction_gone AFTER DELETE ON interaction WHEN OLD.conversation IS NOT NULL BEGIN
	UPDATE asked SET outcome = 'left' WHERE conversation = OLD.conversation AND outcome = 'passed'
		AND n = (SELECT max(n) FROM turn WHERE conversation = OLD.conversation)
		AND NOT EXISTS (SELECT 1 FROM interaction i WHERE i.conversation = OLD.conversation AND i.at >= asked.at);
END;
-- +goose StatementEnd

INSERT INTO turn SELECT e.conversation, e.exchanges, e.version, e.at,
	CASE json_array_length(e.payload, '$.scope') WHEN 1 THEN e.payload ->> '$.scope[0]' ELSE '' END, e.payload -> '$.said' IS NOT NULL
FROM event e WHERE e.kind = 'exchange' AND NOT EXISTS (
	SELECT 1 FROM event u WHERE u.conversation = e.conversation AND u.version > e.version AND u.exchanges < e.exchanges)
ORDER BY e.conversation, e.exchanges;

INSERT INTO shown SELECT s.value, e.at / 86400000000, count(*) FROM event e JOIN json_each(e.payload, '$.shown') s WHERE e.kind = 'exchange' GROUP BY 1, 2;

UPDATE purchase_line SET conversation = (
	SELECT i.conversation FROM purchase p JOIN interaction i ON i.session = p.person AND i.at = p.placed AND i.product = purchase_line.article
	WHERE p.id = purchase_line.purchase AND i.act = 'ordered' AND i.conversation IS NOT NULL);
