-- +goose Up

-- Times are microseconds since 1970 UTC, amounts of money in minor units.

-- A conversation's head: what its last event left. The session is what a random cookie value
-- hashes to, or the key that a program asks by. origin is the conversation that it goes on
-- from, whose first events, copied of them, it has.
CREATE TABLE conversation (
	id        TEXT    PRIMARY KEY,
	session   TEXT    NOT NULL,
	catalogue TEXT    NOT NULL,
	created   INTEGER NOT NULL,
	updated   INTEGER NOT NULL,
	version   INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0),
	exchanges INTEGER NOT NULL DEFAULT 0 CHECK (exchanges >= 0),
	origin    TEXT,
	copied    INTEGER NOT NULL DEFAULT 0 CHECK (copied >= 0)
) STRICT, WITHOUT ROWID;

CREATE INDEX conversation_by_session ON conversation (session, updated);
CREATE INDEX conversation_by_age ON conversation (updated);
CREATE INDEX conversation_by_origin ON conversation (origin) WHERE origin IS NOT NULL;

-- What changed a conversation, in order. version counts a conversation's events from 1;
-- exchanges is how many exchanges it has after the event. The payload comes last so that a
-- scan of the other columns does not read it.
CREATE TABLE event (
	seq          INTEGER PRIMARY KEY AUTOINCREMENT,
	conversation TEXT    NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
	version      INTEGER NOT NULL CHECK (version > 0),
	kind         TEXT    NOT NULL,
	at           INTEGER NOT NULL,
	exchanges    INTEGER NOT NULL CHECK (exchanges >= 0),
	redacted     INTEGER NOT NULL DEFAULT 0 CHECK (redacted IN (0, 1)),
	payload      TEXT    NOT NULL CHECK (json_valid(payload)),
	UNIQUE (conversation, version)
) STRICT;

CREATE INDEX event_with_texts ON event (at, seq) WHERE redacted = 0;

-- What shoppers did with single products, in the order in which it was stored. The
-- conversation and its version are those of the page that led to the product, NULL and 0 when
-- none did; position counts in that page's list from 1, 0 when unknown. quantity and price of
-- a piece are 0 where they do not belong to the act.
CREATE TABLE interaction (
	seq          INTEGER PRIMARY KEY AUTOINCREMENT,
	session      TEXT    NOT NULL,
	conversation TEXT    REFERENCES conversation (id) ON DELETE CASCADE,
	version      INTEGER NOT NULL CHECK (version >= 0),
	act          TEXT    NOT NULL,
	product      TEXT    NOT NULL,
	position     INTEGER NOT NULL CHECK (position >= 0),
	quantity     INTEGER NOT NULL CHECK (quantity >= 0),
	price        INTEGER NOT NULL CHECK (price >= 0),
	at           INTEGER NOT NULL
) STRICT;

CREATE INDEX interaction_by_session ON interaction (session);
CREATE INDEX interaction_by_conversation ON interaction (conversation);
CREATE INDEX interaction_by_age ON interaction (at) WHERE conversation IS NULL;

-- One line a product in a shopper's basket. The title and the price are those of the moment
-- the product was put in: what is shown when a new import has changed or lost it. A price is
-- NULL when unknown.
CREATE TABLE basket (
	session  TEXT    NOT NULL,
	product  TEXT    NOT NULL,
	title    TEXT    NOT NULL,
	quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 99),
	price    INTEGER,
	currency TEXT    NOT NULL,
	added    INTEGER NOT NULL,
	changed  INTEGER NOT NULL,
	PRIMARY KEY (session, product)
) STRICT, WITHOUT ROWID;

CREATE INDEX basket_by_age ON basket (changed);

-- What was done to baskets under idempotency keys: a key that is there was carried out. was
-- and now are the lines that it changed, before and after.
CREATE TABLE basket_change (
	key     TEXT    NOT NULL PRIMARY KEY CHECK (key <> ''),
	session TEXT    NOT NULL,
	at      INTEGER NOT NULL,
	was     TEXT    NOT NULL CHECK (json_valid(was)),
	now     TEXT    NOT NULL CHECK (json_valid(now))
) STRICT, WITHOUT ROWID;

CREATE INDEX basket_change_by_session ON basket_change (session);
CREATE INDEX basket_change_by_age ON basket_change (at);

-- Who orders: name, addresses and payments of a session, as the document of an orders.Person.
CREATE TABLE person (
	id       TEXT    NOT NULL PRIMARY KEY,
	email    TEXT    NOT NULL,
	changed  INTEGER NOT NULL,
	document TEXT    NOT NULL CHECK (json_valid(document))
) STRICT, WITHOUT ROWID;

-- Purchases are orders as they stand; "order" is a word of SQL's. shipped is when one left the
-- shop, 0 before. forget says that whoever ordered has asked to be forgotten: once the order
-- is over, its name and address go.
CREATE TABLE purchase (
	n        INTEGER PRIMARY KEY,
	id       TEXT    NOT NULL UNIQUE,
	person   TEXT    NOT NULL REFERENCES person (id),
	placed   INTEGER NOT NULL,
	status   TEXT    NOT NULL,
	shipped  INTEGER NOT NULL DEFAULT 0,
	forget   INTEGER NOT NULL DEFAULT 0 CHECK (forget IN (0, 1)),
	document TEXT    NOT NULL CHECK (json_valid(document))
) STRICT;

CREATE INDEX purchase_by_person ON purchase (person, placed);
CREATE INDEX purchase_by_status ON purchase (status, placed);

-- The lines of a purchase, which its document has too, for questions about products.
CREATE TABLE purchase_line (
	purchase TEXT    NOT NULL REFERENCES purchase (id),
	place    INTEGER NOT NULL,
	article  TEXT    NOT NULL,
	product  TEXT    NOT NULL,
	title    TEXT    NOT NULL,
	quantity INTEGER NOT NULL,
	price    INTEGER,
	currency TEXT    NOT NULL,
	PRIMARY KEY (purchase, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX purchase_line_by_article ON purchase_line (article);

-- The audit trail: one row for everything that was done to orders and people, with the
-- document before ('' for nothing) and after. A key that is there was carried out.
CREATE TABLE trail (
	n      INTEGER PRIMARY KEY,
	at     INTEGER NOT NULL,
	key    TEXT    NOT NULL UNIQUE CHECK (key <> ''),
	person TEXT    NOT NULL,
	call   TEXT    NOT NULL CHECK (json_valid(call)),
	about  TEXT    NOT NULL CHECK (about IN ('order', 'person')),
	id     TEXT    NOT NULL,
	before TEXT    NOT NULL,
	after  TEXT    NOT NULL
) STRICT;

CREATE INDEX trail_by_id ON trail (id, n);
CREATE INDEX trail_by_person ON trail (person, n);

-- That what earlier versions kept in other files has been copied.
CREATE TABLE taken_over (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), at INTEGER NOT NULL) STRICT;
