-- +goose Up

-- What shoppers did with single products, in the order in which it was stored. The
-- conversation and its version are those of the page that led to the product, NULL
-- and 0 when none did; position counts in that page's list from 1, 0 when unknown.
CREATE TABLE interaction (
	seq          INTEGER PRIMARY KEY AUTOINCREMENT,
	session      TEXT    NOT NULL,
	conversation TEXT    REFERENCES conversation (id) ON DELETE CASCADE,
	version      INTEGER NOT NULL CHECK (version >= 0),
	act          TEXT    NOT NULL,
	product      TEXT    NOT NULL,
	position     INTEGER NOT NULL CHECK (position >= 0),
	at           INTEGER NOT NULL
) STRICT;

CREATE INDEX interaction_by_session ON interaction (session);
CREATE INDEX interaction_by_conversation ON interaction (conversation);
CREATE INDEX interaction_by_age ON interaction (at) WHERE conversation IS NULL;

-- +goose StatementBegin
CREATE TRIGGER interaction_is_append_only BEFORE UPDATE ON interaction
BEGIN
	SELECT RAISE(ABORT, 'interactions are append-only');
END;
-- +goose StatementEnd

-- An event's texts can be taken out, once; nothing else of an event ever changes.
ALTER TABLE event ADD COLUMN redacted INTEGER NOT NULL DEFAULT 0 CHECK (redacted IN (0, 1));

CREATE INDEX event_with_texts ON event (at, seq) WHERE redacted = 0;

DROP TRIGGER event_is_append_only;

-- +goose StatementBegin
CREATE TRIGGER event_is_append_only BEFORE UPDATE ON event
WHEN NOT (OLD.redacted = 0 AND NEW.redacted = 1
	AND NEW.seq = OLD.seq AND NEW.conversation = OLD.conversation AND NEW.version = OLD.version
	AND NEW.kind = OLD.kind AND NEW.at = OLD.at AND NEW.exchanges = OLD.exchanges)
BEGIN
	SELECT RAISE(ABORT, 'events are append-only');
END;
-- +goose StatementEnd
