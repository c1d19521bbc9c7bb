-- +goose Up

-- What merchandisers set, in the order in which it was set. Times are microseconds
-- since 1970 UTC. It is about the shop and not about shoppers: nothing deletes it.
CREATE TABLE control (
	seq     INTEGER PRIMARY KEY AUTOINCREMENT,
	at      INTEGER NOT NULL,
	who     TEXT    NOT NULL CHECK (who <> ''),
	kind    TEXT    NOT NULL CHECK (kind <> ''),
	payload TEXT    NOT NULL CHECK (json_valid(payload))
) STRICT;

-- +goose StatementBegin
CREATE TRIGGER control_is_append_only BEFORE UPDATE ON control
BEGIN
	SELECT RAISE(ABORT, 'controls are append-only');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER control_is_kept BEFORE DELETE ON control
BEGIN
	SELECT RAISE(ABORT, 'controls are append-only');
END;
-- +goose StatementEnd
