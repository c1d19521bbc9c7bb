-- +goose Up

-- What was done to baskets under idempotency keys: a key that is there was carried
-- out. was and now are the lines that it changed, before and after, JSON.
CREATE TABLE deed (
	key     TEXT    NOT NULL PRIMARY KEY CHECK (key <> ''),
	session TEXT    NOT NULL,
	at      INTEGER NOT NULL,
	was     TEXT    NOT NULL CHECK (json_valid(was)),
	now     TEXT    NOT NULL CHECK (json_valid(now))
) STRICT, WITHOUT ROWID;

CREATE INDEX deed_by_session ON deed (session);
CREATE INDEX deed_by_age ON deed (at);
