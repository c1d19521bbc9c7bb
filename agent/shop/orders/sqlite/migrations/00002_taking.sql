-- +goose Up

-- Who the parcel is for. forget says that whoever ordered has asked to be forgotten:
-- once the order is over, its name and address go.
ALTER TABLE purchase ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE purchase ADD COLUMN forget INTEGER NOT NULL DEFAULT 0;

-- When something last happened to an entry, microseconds since 1970 UTC: one that has
-- no orders is not kept for ever.
ALTER TABLE person ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
UPDATE person SET changed = unixepoch() * 1000000;

CREATE INDEX purchase_by_status ON purchase (status, placed);

-- What placed orders have still to take from baskets, which are in another file: a
-- row is stored with its order and goes when the basket has given the lines (JSON, an
-- array as of an order). A process killed in between finds it here: a transactional
-- outbox.
CREATE TABLE taking (
	key     TEXT NOT NULL PRIMARY KEY REFERENCES trail (key) DEFERRABLE INITIALLY DEFERRED,
	session TEXT NOT NULL,
	lines   TEXT NOT NULL CHECK (json_valid(lines))
) STRICT, WITHOUT ROWID;

CREATE INDEX taking_by_session ON taking (session);

-- The trail is still only added to, with two exceptions, which a transaction opens for
-- itself by a row here: a guest's acts become those of the account that adopts the
-- guest ("adopt"), and of a person who is erased it remains that something was done,
-- and not what ("erase").
CREATE TABLE rewriting (
	why TEXT NOT NULL PRIMARY KEY CHECK (why IN ('adopt', 'erase'))
) STRICT, WITHOUT ROWID;

DROP TRIGGER trail_keeps_rows;

-- +goose StatementBegin
CREATE TRIGGER trail_keeps_rows BEFORE UPDATE ON trail
WHEN NOT (
	NEW.n = OLD.n AND NEW.at = OLD.at AND NEW.key = OLD.key AND NEW.about = OLD.about
	AND (NEW.id = OLD.id OR OLD.about = 'person' AND NEW.id = NEW.person)
	AND (EXISTS (SELECT 1 FROM rewriting WHERE why = 'adopt')
			AND NEW.call = OLD.call AND NEW.before = OLD.before AND NEW.after = OLD.after
		OR EXISTS (SELECT 1 FROM rewriting WHERE why = 'erase')
			AND NEW.call = json_object('tool', json_extract(OLD.call, '$.tool')) AND NEW.before = '' AND NEW.after = '{}')
) BEGIN
	SELECT RAISE(ABORT, 'the audit trail is only added to');
END;
-- +goose StatementEnd
