-- +goose Up

-- What the steps for SQLite make, in PostgreSQL: they say what it means. Texts that are
-- put in order are ordered by their bytes, as there.
CREATE TABLE line (
	session  TEXT    NOT NULL,
	product  TEXT    COLLATE "C" NOT NULL,
	title    TEXT    NOT NULL,
	quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 99),
	price    BIGINT,
	currency TEXT    NOT NULL,
	added    BIGINT  NOT NULL,
	changed  BIGINT  NOT NULL,
	PRIMARY KEY (session, product)
);

CREATE INDEX line_by_age ON line (changed);

CREATE TABLE deed (
	key     TEXT   NOT NULL PRIMARY KEY CHECK (key <> ''),
	session TEXT   NOT NULL,
	at      BIGINT NOT NULL,
	was     TEXT   NOT NULL CHECK (was::json IS NOT NULL),
	now     TEXT   NOT NULL CHECK (now::json IS NOT NULL)
);

CREATE INDEX deed_by_session ON deed (session);
CREATE INDEX deed_by_age ON deed (at);
