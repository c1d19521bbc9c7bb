-- +goose Up

-- What the step for SQLite makes, in PostgreSQL. Texts that are put in order are of their bytes,
-- as there. Times are microseconds since 1970 UTC, amounts of money in minor units.

-- A conversation's head: what its last event left. The session is what a random cookie value
-- hashes to, or the key that a program asks by. origin is the conversation that it goes on
-- from, whose first events, copied of them, it has.
CREATE TABLE conversation (
	id        TEXT COLLATE "C" PRIMARY KEY,
	session   TEXT COLLATE "C" NOT NULL,
	catalogue TEXT NOT NULL,
	created   BIGINT NOT NULL,
	updated   BIGINT NOT NULL,
	version   BIGINT NOT NULL DEFAULT 0 CHECK (version >= 0),
	exchanges BIGINT NOT NULL DEFAULT 0 CHECK (exchanges >= 0),
	origin    TEXT,
	copied    BIGINT NOT NULL DEFAULT 0 CHECK (copied >= 0)
);

CREATE INDEX conversation_by_session ON conversation (session, updated);
CREATE INDEX conversation_by_age ON conversation (updated);
CREATE INDEX conversation_by_origin ON conversation (origin) WHERE origin IS NOT NULL;

-- What changed a conversation, in order. version counts a conversation's events from 1;
-- exchanges is how many exchanges it has after the event. The payload comes last so that a
-- scan of the other columns does not read it.
CREATE TABLE event (
	seq          BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	conversation TEXT COLLATE "C" NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
	version      BIGINT NOT NULL CHECK (version > 0),
	kind         TEXT NOT NULL,
	at           BIGINT NOT NULL,
	exchanges    BIGINT NOT NULL CHECK (exchanges >= 0),
	redacted     BIGINT NOT NULL DEFAULT 0 CHECK (redacted IN (0, 1)),
	payload      JSON NOT NULL,
	UNIQUE (conversation, version)
);

CREATE INDEX event_with_texts ON event (at, seq) WHERE redacted = 0;

-- What shoppers did with single products, in the order in which it was stored. The
-- conversation and its version are those of the page that led to the product, NULL and 0 when
-- none did; position counts in that page's list from 1, 0 when unknown. quantity and price of
-- a piece are 0 where they do not belong to the act.
CREATE TABLE interaction (
	seq          BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	session      TEXT COLLATE "C" NOT NULL,
	conversation TEXT COLLATE "C" REFERENCES conversation (id) ON DELETE CASCADE,
	version      BIGINT NOT NULL CHECK (version >= 0),
	act          TEXT NOT NULL,
	product      TEXT COLLATE "C" NOT NULL,
	position     BIGINT NOT NULL CHECK (position >= 0),
	quantity     BIGINT NOT NULL CHECK (quantity >= 0),
	price        BIGINT NOT NULL CHECK (price >= 0),
	at           BIGINT NOT NULL
);

CREATE INDEX interaction_by_session ON interaction (session);
CREATE INDEX interaction_by_conversation ON interaction (conversation);
CREATE INDEX interaction_by_age ON interaction (at) WHERE conversation IS NULL;

-- One line a product in a shopper's basket. The title and the price are those of the moment
-- the product was put in: what is shown when a new import has changed or lost it. A price is
-- NULL when unknown.
CREATE TABLE basket (
	session  TEXT COLLATE "C" NOT NULL,
	product  TEXT COLLATE "C" NOT NULL,
	title    TEXT NOT NULL,
	quantity BIGINT NOT NULL CHECK (quantity BETWEEN 1 AND 99),
	price    BIGINT,
	currency TEXT NOT NULL,
	added    BIGINT NOT NULL,
	changed  BIGINT NOT NULL,
	PRIMARY KEY (session, product)
);

CREATE INDEX basket_by_age ON basket (changed);

-- What was done to baskets under idempotency keys: a key that is there was carried out. was
-- and now are the lines that it changed, before and after.
CREATE TABLE basket_change (
	key     TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (key <> ''),
	session TEXT COLLATE "C" NOT NULL,
	at      BIGINT NOT NULL,
	was     JSON NOT NULL,
	now     JSON NOT NULL
);

CREATE INDEX basket_change_by_session ON basket_change (session);
CREATE INDEX basket_change_by_age ON basket_change (at);

-- Who orders: name, addresses and payments of a session, as the document of an orders.Person.
CREATE TABLE person (
	id       TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	email    TEXT NOT NULL,
	changed  BIGINT NOT NULL,
	document JSON NOT NULL
);

-- Purchases are orders as they stand; "order" is a word of SQL's. shipped is when one left the
-- shop, 0 before. forget says that whoever ordered has asked to be forgotten: once the order
-- is over, its name and address go.
CREATE TABLE purchase (
	n        BIGINT  PRIMARY KEY,
	id       TEXT COLLATE "C" NOT NULL UNIQUE,
	person   TEXT COLLATE "C" NOT NULL REFERENCES person (id),
	placed   BIGINT NOT NULL,
	status   TEXT COLLATE "C" NOT NULL,
	shipped  BIGINT NOT NULL DEFAULT 0,
	forget   BIGINT NOT NULL DEFAULT 0 CHECK (forget IN (0, 1)),
	document JSON NOT NULL
);

CREATE INDEX purchase_by_person ON purchase (person, placed);
CREATE INDEX purchase_by_status ON purchase (status, placed);

-- The lines of a purchase, which its document has too, for questions about products.
CREATE TABLE purchase_line (
	purchase TEXT COLLATE "C" NOT NULL REFERENCES purchase (id),
	place    BIGINT NOT NULL,
	article  TEXT COLLATE "C" NOT NULL,
	product  TEXT COLLATE "C" NOT NULL,
	title    TEXT NOT NULL,
	quantity BIGINT NOT NULL,
	price    BIGINT,
	currency TEXT NOT NULL,
	PRIMARY KEY (purchase, place)
);

CREATE INDEX purchase_line_by_article ON purchase_line (article);

-- The audit trail: one row for everything that was done to orders and people, with the
-- document before ('' for nothing) and after. A key that is there was carried out.
CREATE TABLE trail (
	n      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	at     BIGINT NOT NULL,
	key    TEXT COLLATE "C" NOT NULL UNIQUE CHECK (key <> ''),
	person TEXT COLLATE "C" NOT NULL,
	call   JSON NOT NULL,
	about  TEXT NOT NULL CHECK (about IN ('order', 'person')),
	id     TEXT COLLATE "C" NOT NULL,
	before TEXT NOT NULL,
	after  TEXT NOT NULL
);

CREATE INDEX trail_by_id ON trail (id, n);
CREATE INDEX trail_by_person ON trail (person, n);

-- That what earlier versions kept in other files has been copied.
CREATE TABLE taken_over (only_row BIGINT PRIMARY KEY CHECK (only_row = 1), at BIGINT NOT NULL);
