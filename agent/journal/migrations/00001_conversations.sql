-- +goose Up

-- A conversation's head: what its last event left. Times are microseconds since
-- 1970 UTC. The session is a random cookie value, the only mark of a person.
CREATE TABLE conversation (
	id        TEXT    PRIMARY KEY,
	session   TEXT    NOT NULL,
	catalogue TEXT    NOT NULL,
	created   INTEGER NOT NULL,
	updated   INTEGER NOT NULL,
	version   INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0),
	exchanges INTEGER NOT NULL DEFAULT 0 CHECK (exchanges >= 0)
) STRICT, WITHOUT ROWID;

CREATE INDEX conversation_by_session ON conversation (session, updated);
CREATE INDEX conversation_by_age ON conversation (updated);

-- What changed a conversation, in order. version counts a conversation's events
-- from 1; exchanges is how many exchanges it has after the event. The payload
-- comes last so that a scan of the other columns does not read it.
CREATE TABLE event (
	seq          INTEGER PRIMARY KEY AUTOINCREMENT,
	conversation TEXT    NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
	version      INTEGER NOT NULL CHECK (version > 0),
	kind         TEXT    NOT NULL,
	at           INTEGER NOT NULL,
	exchanges    INTEGER NOT NULL CHECK (exchanges >= 0),
	payload      TEXT    NOT NULL,
	UNIQUE (conversation, version)
) STRICT;

-- +goose StatementBegin
CREATE TRIGGER event_is_append_only BEFORE UPDATE ON event
BEGIN
	SELECT RAISE(ABORT, 'events are append-only');
END;
-- +goose StatementEnd
