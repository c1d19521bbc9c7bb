-- +goose Up

-- An order's document holds the name, the e-mail address and the address that it was placed
-- with; whoever has been erased is the person "erased".
CREATE TABLE ordered (
	n        INTEGER PRIMARY KEY,
	id       TEXT    NOT NULL UNIQUE,
	person   TEXT    NOT NULL,
	placed   INTEGER NOT NULL,
	status   TEXT    NOT NULL,
	document TEXT    NOT NULL CHECK (json_valid(document))
) STRICT;
INSERT INTO ordered SELECT n, id, person, placed, status,
	json_set(document, '$.email', (SELECT email FROM person WHERE person.id = person)) FROM purchase;

CREATE TABLE ordered_line (
	purchase TEXT    NOT NULL REFERENCES ordered (id),
	place    INTEGER NOT NULL,
	article  TEXT    NOT NULL,
	product  TEXT    NOT NULL,
	title    TEXT    NOT NULL,
	quantity INTEGER NOT NULL,
	price    INTEGER,
	currency TEXT    NOT NULL,
	PRIMARY KEY (purchase, place)
) STRICT, WITHOUT ROWID;
INSERT INTO ordered_line SELECT purchase, place, article, product, title, quantity, price, currency FROM purchase_line;

DROP TABLE purchase_line;
DROP TABLE purchase;
DROP TABLE person;
ALTER TABLE ordered RENAME TO purchase;
ALTER TABLE ordered_line RENAME TO purchase_line;
CREATE INDEX purchase_by_person ON purchase (person, placed);
CREATE INDEX purchase_by_status ON purchase (status, placed);
CREATE INDEX purchase_line_by_article ON purchase_line (article);

-- What was done to baskets and orders: a key that is there was carried out, by the call of a
-- fingerprint, with an outcome. purchase is '' for baskets.
CREATE TABLE done (
	n        INTEGER PRIMARY KEY,
	at       INTEGER NOT NULL,
	key      TEXT    NOT NULL UNIQUE CHECK (key <> ''),
	person   TEXT    NOT NULL,
	tool     TEXT    NOT NULL,
	call     TEXT    NOT NULL,
	purchase TEXT    NOT NULL,
	outcome  TEXT    NOT NULL CHECK (json_valid(outcome))
) STRICT;
INSERT INTO done SELECT n, at, key, person, coalesce(call ->> '$.tool', ''), '', id, '{}' FROM trail WHERE about = 'order';
DROP TABLE trail;
DROP TABLE basket_change;
ALTER TABLE done RENAME TO trail;
CREATE INDEX trail_by_purchase ON trail (purchase, n);
CREATE INDEX trail_by_person ON trail (person, n);
