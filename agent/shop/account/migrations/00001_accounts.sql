-- +goose Up

-- An account is a name to sign in by, the address as its owner wrote it, and the hash
-- of a password. known is the form of the address in which two spellings are one.
-- Times are microseconds since 1970 UTC.
CREATE TABLE account (
	id      TEXT    NOT NULL PRIMARY KEY,
	email   TEXT    NOT NULL,
	known   TEXT    NOT NULL UNIQUE CHECK (known <> ''),
	hash    TEXT    NOT NULL CHECK (hash LIKE '$argon2id$%'),
	since   INTEGER NOT NULL,
	changed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Which sessions are signed in to which account. A session is an id that is made of
-- what the browser holds, and not that itself.
CREATE TABLE signin (
	session TEXT    NOT NULL PRIMARY KEY CHECK (session <> ''),
	account TEXT    NOT NULL REFERENCES account (id) ON DELETE CASCADE,
	since   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX signin_by_account ON signin (account);
CREATE INDEX signin_by_age ON signin (since);
