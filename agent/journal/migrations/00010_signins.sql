-- +goose Up

-- Who is signed in at the desk: under the hash of what their browser holds.
CREATE TABLE signin (
	key    TEXT    PRIMARY KEY,
	person TEXT    NOT NULL,
	began  INTEGER NOT NULL,
	seen   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
