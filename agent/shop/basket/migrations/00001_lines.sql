-- +goose Up

-- One line a product in a shopper's basket. The session is a random cookie value,
-- the only mark of a person. The title and the price are those of the moment the
-- product was put in: what is shown when a new import has changed or lost it. Prices
-- are in minor units, NULL when unknown; times are microseconds since 1970 UTC.
CREATE TABLE line (
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

CREATE INDEX line_by_age ON line (changed);
