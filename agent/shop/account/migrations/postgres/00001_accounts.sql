-- +goose Up

-- What the steps for SQLite make, in PostgreSQL: they say what it means. Texts that are
-- put in order are ordered by their bytes, as there.
CREATE TABLE account (
	id      TEXT   NOT NULL PRIMARY KEY,
	email   TEXT   NOT NULL,
	known   TEXT   NOT NULL UNIQUE CHECK (known <> ''),
	hash    TEXT   NOT NULL CHECK (hash LIKE '$argon2id$%'),
	since   BIGINT NOT NULL,
	changed BIGINT NOT NULL
);

CREATE TABLE signin (
	session TEXT   COLLATE "C" NOT NULL PRIMARY KEY CHECK (session <> ''),
	account TEXT   NOT NULL REFERENCES account (id) ON DELETE CASCADE,
	since   BIGINT NOT NULL
);

CREATE INDEX signin_by_account ON signin (account);
CREATE INDEX signin_by_age ON signin (since);
