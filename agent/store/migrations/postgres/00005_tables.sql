-- +goose Up

-- What the step for SQLite makes, in PostgreSQL.
DROP VIEW offered;
DROP VIEW question;
DROP VIEW turn;

CREATE TABLE turn (
	conversation TEXT COLLATE "C" NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
	n            BIGINT NOT NULL,
	version      BIGINT NOT NULL,
	at           BIGINT NOT NULL,
	category     TEXT COLLATE "C" NOT NULL,
	worded       BIGINT NOT NULL,
	PRIMARY KEY (conversation, n)
);

CREATE TABLE asked (
	seq          BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	conversation TEXT COLLATE "C" NOT NULL,
	n            BIGINT NOT NULL,
	place        BIGINT NOT NULL,
	at           BIGINT NOT NULL,
	category     TEXT COLLATE "C" NOT NULL,
	aspect       TEXT COLLATE "C" NOT NULL,
	outcome      TEXT COLLATE "C" NOT NULL,
	text         TEXT   NOT NULL,
	labels       TEXT   NOT NULL,
	picked       TEXT,
	fit          BIGINT NOT NULL,
	expected     DOUBLE PRECISION NOT NULL,
	remained     BIGINT,
	UNIQUE (conversation, n, place),
	FOREIGN KEY (conversation, n) REFERENCES turn (conversation, n) ON DELETE CASCADE
);
CREATE INDEX asked_by_topic ON asked (category, aspect, outcome, at, seq);

CREATE TABLE finding (
	seq          BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	conversation TEXT COLLATE "C" NOT NULL,
	n            BIGINT NOT NULL,
	kind         TEXT COLLATE "C" NOT NULL,
	text         TEXT COLLATE "C" NOT NULL,
	category     TEXT COLLATE "C" NOT NULL,
	about        TEXT COLLATE "C" NOT NULL,
	at           BIGINT NOT NULL,
	FOREIGN KEY (conversation, n) REFERENCES turn (conversation, n) ON DELETE CASCADE
);
CREATE INDEX finding_by_kind ON finding (kind, at);
CREATE INDEX finding_by_turn ON finding (conversation, n);

CREATE TABLE shown (
	product TEXT COLLATE "C" NOT NULL,
	day     BIGINT NOT NULL,
	times   BIGINT NOT NULL,
	PRIMARY KEY (product, day)
);

ALTER TABLE purchase_line ADD COLUMN conversation TEXT COLLATE "C" REFERENCES conversation (id) ON DELETE SET NULL;
CREATE INDEX purchase_line_by_conversation ON purchase_line (conversation);

ALTER TABLE conversation ADD COLUMN answered BIGINT NOT NULL DEFAULT 0 CHECK (answered IN (0, 1));
CREATE INDEX conversation_by_beginning ON conversation (created);
CREATE INDEX interaction_by_product ON interaction (product, act, at);

-- What SQLite calls so.
CREATE FUNCTION instr(whole TEXT, part TEXT) RETURNS INTEGER LANGUAGE sql IMMUTABLE AS $$ SELECT strpos(whole, part) $$;

-- A payload whose texts can be read: none has a zero byte, which PostgreSQL's do not hold.
CREATE FUNCTION readable(payload JSON) RETURNS JSON LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE WHEN position('\u0000' IN payload::text) = 0 THEN payload
		ELSE regexp_replace(payload::text, '(?<!\\)((?:\\\\)*)\\u0000', '\1\\ufffd', 'g')::json END $$;

-- The one category that an exchange searched.
CREATE FUNCTION category_of(payload JSON) RETURNS TEXT LANGUAGE sql IMMUTABLE AS
	$$ SELECT CASE WHEN json_array_length(coalesce(payload -> 'scope', '[]')) = 1 THEN payload -> 'scope' ->> 0 ELSE '' END $$;

CREATE VIEW event_finding AS
SELECT e.conversation, e.version, e.exchanges AS n, f.kind, CASE f.text WHEN '…' THEN '' ELSE lower(trim(f.text)) END AS text, category_of(p.payload) AS category, f.about, e.at
FROM event e CROSS JOIN LATERAL (SELECT readable(e.payload) AS payload) p CROSS JOIN LATERAL (
	SELECT CASE WHEN p.payload -> 'changes' IS NULL OR p.payload -> 'path' IS NULL THEN 'said' ELSE 'search' END AS kind, p.payload ->> 'said' AS text,
		CASE WHEN p.payload -> 'changes' IS NULL OR p.payload -> 'path' IS NULL OR (p.payload ->> 'fit')::bigint > 0 AND p.payload -> 'relaxed' IS NULL THEN '' ELSE 'missed' END AS about
	WHERE p.payload -> 'said' IS NOT NULL
	UNION ALL
	SELECT 'unknown', u.value, '' FROM json_array_elements_text(p.payload -> 'unplaced') u
	UNION ALL
	SELECT CASE a.value ->> 'kind' WHEN 'not_sold' THEN 'notsold' WHEN 'ask_shop' THEN 'shop' ELSE 'product' END,
		coalesce(CASE a.value ->> 'kind' WHEN 'not_sold' THEN a.value ->> 'words' ELSE p.payload ->> 'said' END, ''),
		coalesce(a.value ->> 'aspect', a.value ->> 'topic', '')
	FROM json_array_elements(p.payload -> 'acts') a
	WHERE a.value ->> 'kind' = 'not_sold' OR a.value ->> 'kind' IN ('ask_shop', 'ask_product') AND a.value -> 'known' IS NULL) f;

-- +goose StatementBegin
CREATE FUNCTION event_added() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
	payload JSON := readable(NEW.payload);
BEGIN
	IF NEW.kind = 'undo' THEN
		DELETE FROM turn WHERE conversation = NEW.conversation AND n > NEW.exchanges;
	ELSIF NEW.kind = 'exchange' THEN
		INSERT INTO turn VALUES (NEW.conversation, NEW.exchanges, NEW.version, NEW.at, category_of(payload), (payload -> 'said' IS NOT NULL)::int);
		INSERT INTO shown SELECT value, NEW.at / 86400000000, count(*) FROM json_array_elements_text(payload -> 'shown') GROUP BY value
			ON CONFLICT (product, day) DO UPDATE SET times = shown.times + excluded.times;
	END IF;
	RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER event_added AFTER INSERT ON event FOR EACH ROW EXECUTE FUNCTION event_added();

-- +goose StatementBegin
CREATE FUNCTION event_redacted() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
	place BIGINT;
BEGIN
	SELECT n INTO place FROM turn WHERE conversation = NEW.conversation AND version = NEW.version;
	DELETE FROM finding WHERE conversation = NEW.conversation AND n = place;
	INSERT INTO finding (conversation, n, kind, text, category, about, at) SELECT conversation, n, kind, text, category, about, at FROM event_finding
		WHERE conversation = NEW.conversation AND version = NEW.version AND place IS NOT NULL;
	RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER event_redacted AFTER UPDATE OF payload ON event FOR EACH ROW WHEN (NEW.kind = 'exchange') EXECUTE FUNCTION event_redacted();

-- +goose StatementBegin
CREATE FUNCTION turn_added() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
	payload JSON;
BEGIN
	SELECT readable(e.payload) INTO payload FROM event e WHERE e.conversation = NEW.conversation AND e.version = NEW.version;
	INSERT INTO finding (conversation, n, kind, text, category, about, at) SELECT conversation, n, kind, text, category, about, at FROM event_finding
		WHERE conversation = NEW.conversation AND version = NEW.version;
	UPDATE asked SET outcome = 'passed' WHERE conversation = NEW.conversation AND n = NEW.n - 1;
	UPDATE asked SET
		outcome = CASE WHEN g.given -> 'picked' IS NOT NULL OR g.given -> 'other' IS NOT NULL OR g.given -> 'none' IS NOT NULL THEN 'answered' ELSE 'skipped' END,
		picked = (SELECT coalesce(json_agg(g.given -> 'labels' ->> p.value::int ORDER BY p.place), '[]')
			FROM json_array_elements_text(g.given -> 'picked') WITH ORDINALITY p (value, place)),
		remained = CASE WHEN NEW.worded = 0 AND g.given -> 'picked' IS NOT NULL AND 1 =
				(SELECT count(*) FROM json_array_elements(payload -> 'changes') o WHERE o.value -> 'answer' -> 'picked' IS NOT NULL OR o.value -> 'answer' -> 'other' IS NOT NULL)
			THEN coalesce((payload ->> 'fit')::bigint, 0) END
		FROM (SELECT DISTINCT ON (1) c.value -> 'answer' ->> 'key' AS aspect, c.value -> 'answer' AS given
			FROM json_array_elements(payload -> 'changes') WITH ORDINALITY c (value, place) WHERE c.value -> 'answer' IS NOT NULL ORDER BY 1, c.place DESC) g
		WHERE asked.conversation = NEW.conversation AND asked.n = NEW.n - 1 AND asked.aspect = g.aspect;
	UPDATE conversation SET answered = 1
		WHERE id = NEW.conversation AND answered = 0 AND EXISTS (SELECT 1 FROM asked WHERE conversation = NEW.conversation AND n = NEW.n - 1 AND outcome = 'answered');
	INSERT INTO asked (conversation, n, place, at, category, aspect, outcome, text, labels, fit, expected)
		SELECT NEW.conversation, NEW.n, q.place - 1, NEW.at, NEW.category, q.value -> 'answer' ->> 'key',
			CASE WHEN EXISTS (SELECT 1 FROM interaction i WHERE i.conversation = NEW.conversation AND i.at >= NEW.at) THEN 'passed' ELSE 'left' END,
			q.value ->> 'text', coalesce(q.value -> 'answer' ->> 'labels', '[]'),
			coalesce((q.value -> 'why' ->> 'fit')::bigint, 0), coalesce((q.value -> 'why' ->> 'left')::double precision, 0)
		FROM json_array_elements(payload -> 'questions') WITH ORDINALITY q (value, place);
	RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER turn_added AFTER INSERT ON turn FOR EACH ROW EXECUTE FUNCTION turn_added();

-- +goose StatementBegin
CREATE FUNCTION turn_undone() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
	UPDATE asked SET picked = NULL, remained = NULL,
		outcome = CASE WHEN EXISTS (SELECT 1 FROM interaction i WHERE i.conversation = OLD.conversation AND i.at >= asked.at) THEN 'passed' ELSE 'left' END
		WHERE conversation = OLD.conversation AND n = OLD.n - 1;
	UPDATE conversation SET answered = 0
		WHERE id = OLD.conversation AND answered = 1 AND NOT EXISTS (SELECT 1 FROM asked WHERE conversation = OLD.conversation AND outcome = 'answered');
	RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER turn_undone AFTER DELETE ON turn FOR EACH ROW EXECUTE FUNCTION turn_undone();

-- +goose StatementBegin
CREATE FUNCTION interaction_added() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
	UPDATE asked SET outcome = 'passed' WHERE conversation = NEW.conversation AND outcome = 'left' AND at <= NEW.at;
	UPDATE purchase_line SET conversation = NEW.conversation
		WHERE NEW.act = 'ordered' AND article = NEW.product AND purchase IN (SELECT id FROM purchase WHERE person = NEW.session AND placed = NEW.at);
	RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER interaction_added AFTER INSERT ON interaction FOR EACH ROW WHEN (NEW.conversation IS NOT NULL) EXECUTE FUNCTION interaction_added();

-- +goose StatementBegin
CREATE FUNCTION interaction_gone() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
	UPDATE asked SET outcome = 'left' WHERE conversation = OLD.conversation AND outcome = 'passed'
		AND n = (SELECT max(n) FROM turn WHERE conversation = OLD.conversation)
		AND NOT EXISTS (SELECT 1 FROM interaction i WHERE i.conversation = OLD.conversation AND i.at >= asked.at);
	RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER interaction_gone AFTER DELETE ON interaction FOR EACH ROW WHEN (OLD.conversation IS NOT NULL) EXECUTE FUNCTION interaction_gone();

INSERT INTO turn SELECT e.conversation, e.exchanges, e.version, e.at, category_of(readable(e.payload)), (readable(e.payload) -> 'said' IS NOT NULL)::int
FROM event e WHERE e.kind = 'exchange' AND NOT EXISTS (
	SELECT 1 FROM event u WHERE u.conversation = e.conversation AND u.version > e.version AND u.exchanges < e.exchanges)
ORDER BY e.conversation, e.exchanges;

INSERT INTO shown SELECT s.value, e.at / 86400000000, count(*) FROM event e CROSS JOIN LATERAL json_array_elements_text(readable(e.payload) -> 'shown') s WHERE e.kind = 'exchange' GROUP BY 1, 2;

UPDATE purchase_line SET conversation = (
	SELECT i.conversation FROM purchase p JOIN interaction i ON i.session = p.person AND i.at = p.placed AND i.product = purchase_line.article
	WHERE p.id = purchase_line.purchase AND i.act = 'ordered' AND i.conversation IS NOT NULL LIMIT 1);
