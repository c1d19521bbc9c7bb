-- +goose Up

-- What the steps for SQLite make, in PostgreSQL: they say what it means. Texts that are
-- put in order are ordered by their bytes, as there. A state is one row, which whoever
-- writes changes: a transaction writes at a time.
CREATE TABLE conversation (
	id        TEXT    COLLATE "C" PRIMARY KEY,
	session   TEXT    NOT NULL,
	catalogue TEXT    NOT NULL,
	created   BIGINT  NOT NULL,
	updated   BIGINT  NOT NULL,
	version   INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0),
	exchanges INTEGER NOT NULL DEFAULT 0 CHECK (exchanges >= 0),
	changed   BIGINT  NOT NULL DEFAULT 1
);

CREATE INDEX conversation_by_session ON conversation (session, updated);
CREATE INDEX conversation_by_age ON conversation (updated, id);
CREATE INDEX conversation_by_change ON conversation (changed, id);

CREATE TABLE event (
	seq          BIGINT  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	conversation TEXT    COLLATE "C" NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
	version      INTEGER NOT NULL CHECK (version > 0),
	kind         TEXT    NOT NULL,
	at           BIGINT  NOT NULL,
	exchanges    INTEGER NOT NULL CHECK (exchanges >= 0),
	redacted     INTEGER NOT NULL DEFAULT 0 CHECK (redacted IN (0, 1)),
	payload      TEXT    NOT NULL,
	UNIQUE (conversation, version)
);

CREATE INDEX event_with_texts ON event (at, seq) WHERE redacted = 0;

CREATE TABLE interaction (
	seq          BIGINT  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	session      TEXT    NOT NULL,
	conversation TEXT    COLLATE "C" REFERENCES conversation (id) ON DELETE CASCADE,
	version      INTEGER NOT NULL CHECK (version >= 0),
	act          TEXT    NOT NULL,
	product      TEXT    NOT NULL,
	position     INTEGER NOT NULL CHECK (position >= 0),
	at           BIGINT  NOT NULL,
	quantity     INTEGER NOT NULL DEFAULT 0 CHECK (quantity >= 0),
	price        BIGINT  NOT NULL DEFAULT 0 CHECK (price >= 0)
);

CREATE INDEX interaction_by_session ON interaction (session);
CREATE INDEX interaction_by_conversation ON interaction (conversation, seq);
CREATE INDEX interaction_by_age ON interaction (at) WHERE conversation IS NULL;

CREATE TABLE control (
	seq     BIGINT PRIMARY KEY,
	at      BIGINT NOT NULL,
	who     TEXT   NOT NULL CHECK (who <> ''),
	kind    TEXT   NOT NULL CHECK (kind <> ''),
	payload TEXT   NOT NULL CHECK (payload::json IS NOT NULL)
);

CREATE TABLE state (
	one       INTEGER PRIMARY KEY CHECK (one = 1),
	changes   BIGINT  NOT NULL,
	deletions BIGINT  NOT NULL
) WITH (fillfactor = 10);
INSERT INTO state (one, changes, deletions) VALUES (1, 1, 0);

-- +goose StatementBegin
CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% are append-only', TG_ARGV[0];
END $$;
-- +goose StatementEnd

CREATE TRIGGER event_is_append_only BEFORE UPDATE ON event FOR EACH ROW
WHEN (NOT (OLD.redacted = 0 AND NEW.redacted = 1
	AND NEW.seq = OLD.seq AND NEW.conversation = OLD.conversation AND NEW.version = OLD.version
	AND NEW.kind = OLD.kind AND NEW.at = OLD.at AND NEW.exchanges = OLD.exchanges))
EXECUTE FUNCTION append_only('events');

CREATE TRIGGER interaction_is_append_only BEFORE UPDATE ON interaction FOR EACH ROW
WHEN (NOT (NEW.session <> OLD.session
	AND NEW.seq = OLD.seq AND NEW.conversation IS NOT DISTINCT FROM OLD.conversation AND NEW.version = OLD.version
	AND NEW.act = OLD.act AND NEW.product = OLD.product AND NEW.position = OLD.position
	AND NEW.at = OLD.at AND NEW.quantity = OLD.quantity AND NEW.price = OLD.price))
EXECUTE FUNCTION append_only('interactions');

CREATE TRIGGER control_is_append_only BEFORE UPDATE OR DELETE ON control FOR EACH ROW EXECUTE FUNCTION append_only('controls');
CREATE TRIGGER control_is_kept BEFORE TRUNCATE ON control EXECUTE FUNCTION append_only('controls');

-- Controls are numbered without gaps, which an identity would leave.
-- +goose StatementBegin
CREATE FUNCTION number_control() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.seq := (SELECT coalesce(max(seq), 0) + 1 FROM journal.control);
	RETURN NEW;
END $$;
-- +goose StatementEnd

CREATE TRIGGER control_is_numbered BEFORE INSERT ON control FOR EACH ROW EXECUTE FUNCTION number_control();

-- +goose StatementBegin
CREATE FUNCTION mark_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	which TEXT;
	now   BIGINT;
BEGIN
	IF TG_OP = 'DELETE' THEN
		which := OLD.conversation;
	ELSIF TG_TABLE_NAME = 'conversation' THEN
		which := NEW.id;
	ELSE
		which := NEW.conversation;
	END IF;
	UPDATE journal.state SET changes = changes + 1 RETURNING changes INTO now;
	UPDATE journal.conversation SET changed = now WHERE id = which;
	RETURN NULL;
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION mark_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE journal.state SET deletions = deletions + 1;
	RETURN NULL;
END $$;
-- +goose StatementEnd

CREATE TRIGGER conversation_began AFTER INSERT ON conversation FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER conversation_adopted AFTER UPDATE OF session ON conversation FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER conversation_deleted AFTER DELETE ON conversation FOR EACH ROW EXECUTE FUNCTION mark_deletion();
CREATE TRIGGER event_changed AFTER INSERT OR UPDATE ON event FOR EACH ROW EXECUTE FUNCTION mark_change();
CREATE TRIGGER interaction_changed AFTER INSERT OR UPDATE ON interaction FOR EACH ROW WHEN (NEW.conversation IS NOT NULL) EXECUTE FUNCTION mark_change();
CREATE TRIGGER interaction_deleted AFTER DELETE ON interaction FOR EACH ROW WHEN (OLD.conversation IS NOT NULL) EXECUTE FUNCTION mark_change();
