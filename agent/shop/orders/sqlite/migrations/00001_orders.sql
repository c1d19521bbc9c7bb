-- +goose Up

-- A person is an entry of an address book: a session's guest, or one that was
-- imported. Payments are labels: JSON, [{"id", "label"}].
CREATE TABLE person (
	id       TEXT NOT NULL PRIMARY KEY,
	name     TEXT NOT NULL,
	email    TEXT NOT NULL,
	street   TEXT NOT NULL,
	extra    TEXT NOT NULL,
	city     TEXT NOT NULL,
	region   TEXT NOT NULL,
	zip      TEXT NOT NULL,
	country  TEXT NOT NULL,
	payments TEXT NOT NULL CHECK (json_valid(payments))
) STRICT, WITHOUT ROWID;

CREATE INDEX person_by_email ON person (email COLLATE NOCASE) WHERE email <> '';
CREATE INDEX person_by_name ON person (name COLLATE NOCASE, zip) WHERE name <> '';

-- Purchases are orders as they stand now; "order" is a word of SQL's. Times are
-- microseconds since 1970 UTC, tracking is a JSON array of texts.
CREATE TABLE purchase (
	n        INTEGER PRIMARY KEY,
	id       TEXT NOT NULL UNIQUE,
	person   TEXT NOT NULL REFERENCES person (id),
	placed   INTEGER NOT NULL,
	status   TEXT NOT NULL CHECK (status IN ('placed', 'shipped', 'delivered', 'cancelled', 'return requested', 'exchange requested')),
	reason   TEXT NOT NULL,
	street   TEXT NOT NULL,
	extra    TEXT NOT NULL,
	city     TEXT NOT NULL,
	region   TEXT NOT NULL,
	zip      TEXT NOT NULL,
	country  TEXT NOT NULL,
	payment  TEXT NOT NULL,
	refund   TEXT NOT NULL,
	tracking TEXT NOT NULL CHECK (json_valid(tracking))
) STRICT;

CREATE INDEX purchase_by_person ON purchase (person, placed);

-- Titles, options (JSON, [{"name", "value"}]) and prices are those of the moment the
-- line was ordered or changed. Prices are in minor units, NULL when unknown. wanted is
-- the article that a delivered one is to be exchanged for, JSON, NULL when none is.
CREATE TABLE line (
	purchase TEXT    NOT NULL REFERENCES purchase (id),
	place    INTEGER NOT NULL,
	id       TEXT    NOT NULL UNIQUE,
	article  TEXT    NOT NULL,
	product  TEXT    NOT NULL,
	title    TEXT    NOT NULL,
	options  TEXT    NOT NULL CHECK (json_valid(options)),
	price    INTEGER,
	currency TEXT    NOT NULL,
	quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 99),
	state    TEXT    NOT NULL CHECK (state IN ('', 'return', 'exchange')),
	wanted   TEXT    CHECK (json_valid(wanted)),
	PRIMARY KEY (purchase, place)
) STRICT, WITHOUT ROWID;

-- Variants are what can be exchanged for what.
CREATE TABLE variant (
	product   TEXT    NOT NULL,
	article   TEXT    NOT NULL,
	title     TEXT    NOT NULL,
	options   TEXT    NOT NULL CHECK (json_valid(options)),
	price     INTEGER,
	currency  TEXT    NOT NULL,
	available INTEGER NOT NULL,
	PRIMARY KEY (product, article)
) STRICT, WITHOUT ROWID;

-- The audit trail: one row for everything that was done, with what it was done to
-- before and after (JSON, '' for nothing before). A key that is there was carried out.
CREATE TABLE trail (
	n      INTEGER PRIMARY KEY,
	at     INTEGER NOT NULL,
	key    TEXT    NOT NULL UNIQUE CHECK (key <> ''),
	person TEXT    NOT NULL,
	call   TEXT    NOT NULL CHECK (json_valid(call)),
	about  TEXT    NOT NULL CHECK (about IN ('order', 'person')),
	id     TEXT    NOT NULL,
	before TEXT    NOT NULL CHECK (before = '' OR json_valid(before)),
	after  TEXT    NOT NULL CHECK (json_valid(after))
) STRICT;

CREATE INDEX trail_by_id ON trail (id, n);
CREATE INDEX trail_by_person ON trail (person, n);

-- +goose StatementBegin
CREATE TRIGGER trail_keeps_rows BEFORE UPDATE ON trail BEGIN
	SELECT RAISE(ABORT, 'the audit trail is only added to');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER trail_keeps_all BEFORE DELETE ON trail BEGIN
	SELECT RAISE(ABORT, 'the audit trail is only added to');
END;
-- +goose StatementEnd
