-- +goose Up

-- What the steps for SQLite make, in PostgreSQL: they say what it means. Texts that are
-- put in order, or looked for in any case, are of their bytes, as there.
CREATE TABLE person (
	id       TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	name     TEXT COLLATE "C" NOT NULL,
	email    TEXT COLLATE "C" NOT NULL,
	street   TEXT NOT NULL,
	extra    TEXT NOT NULL,
	city     TEXT NOT NULL,
	region   TEXT NOT NULL,
	zip      TEXT NOT NULL,
	country  TEXT NOT NULL,
	payments TEXT NOT NULL CHECK (payments::json IS NOT NULL),
	changed  BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX person_by_email ON person (lower(email)) WHERE email <> '';
CREATE INDEX person_by_name ON person (lower(name), zip) WHERE name <> '';

CREATE TABLE purchase (
	n        BIGINT  PRIMARY KEY,
	id       TEXT    COLLATE "C" NOT NULL UNIQUE,
	person   TEXT    COLLATE "C" NOT NULL REFERENCES person (id),
	placed   BIGINT  NOT NULL,
	status   TEXT    NOT NULL CHECK (status IN ('placed', 'shipped', 'delivered', 'cancelled', 'return requested', 'exchange requested')),
	name     TEXT    NOT NULL DEFAULT '',
	reason   TEXT    NOT NULL,
	street   TEXT    NOT NULL,
	extra    TEXT    NOT NULL,
	city     TEXT    NOT NULL,
	region   TEXT    NOT NULL,
	zip      TEXT    NOT NULL,
	country  TEXT    NOT NULL,
	payment  TEXT    NOT NULL,
	refund   TEXT    NOT NULL,
	tracking TEXT    NOT NULL CHECK (tracking::json IS NOT NULL),
	forget   INTEGER NOT NULL DEFAULT 0,
	shipped  BIGINT  NOT NULL DEFAULT 0
);

CREATE INDEX purchase_by_person ON purchase (person, placed);
CREATE INDEX purchase_by_status ON purchase (status, placed);

CREATE TABLE line (
	purchase TEXT    COLLATE "C" NOT NULL REFERENCES purchase (id),
	place    INTEGER NOT NULL,
	id       TEXT    NOT NULL UNIQUE,
	article  TEXT    COLLATE "C" NOT NULL,
	product  TEXT    COLLATE "C" NOT NULL,
	title    TEXT    NOT NULL,
	options  TEXT    NOT NULL CHECK (options::json IS NOT NULL),
	price    BIGINT,
	currency TEXT    NOT NULL,
	quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 99),
	state    TEXT    NOT NULL CHECK (state IN ('', 'return', 'exchange')),
	wanted   TEXT    CHECK (wanted IS NULL OR wanted::json IS NOT NULL),
	PRIMARY KEY (purchase, place)
);

CREATE INDEX line_by_product ON line (product);

CREATE TABLE variant (
	product   TEXT    COLLATE "C" NOT NULL,
	article   TEXT    COLLATE "C" NOT NULL,
	title     TEXT    NOT NULL,
	options   TEXT    NOT NULL CHECK (options::json IS NOT NULL),
	price     BIGINT,
	currency  TEXT    NOT NULL,
	available BOOLEAN NOT NULL,
	PRIMARY KEY (product, article)
);

CREATE TABLE trail (
	n      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	at     BIGINT NOT NULL,
	key    TEXT   COLLATE "C" NOT NULL UNIQUE CHECK (key <> ''),
	person TEXT   NOT NULL,
	call   TEXT   NOT NULL CHECK (call::json IS NOT NULL),
	about  TEXT   NOT NULL CHECK (about IN ('order', 'person')),
	id     TEXT   NOT NULL,
	before TEXT   NOT NULL CHECK (CASE WHEN before = '' THEN TRUE ELSE before::json IS NOT NULL END),
	after  TEXT   NOT NULL CHECK (after::json IS NOT NULL)
);

CREATE INDEX trail_by_id ON trail (id, n);
CREATE INDEX trail_by_person ON trail (person, n);

CREATE TABLE taking (
	key     TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES trail (key) DEFERRABLE INITIALLY DEFERRED,
	session TEXT NOT NULL,
	lines   TEXT NOT NULL CHECK (lines::json IS NOT NULL)
);

CREATE INDEX taking_by_session ON taking (session);

CREATE TABLE rewriting (
	why TEXT NOT NULL PRIMARY KEY CHECK (why IN ('adopt', 'erase'))
);

-- Purchases are numbered without gaps, which an identity would leave.
-- +goose StatementBegin
CREATE FUNCTION number_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.n := (SELECT coalesce(max(n), 0) + 1 FROM orders.purchase);
	RETURN NEW;
END $$;
-- +goose StatementEnd

CREATE TRIGGER purchase_is_numbered BEFORE INSERT ON purchase FOR EACH ROW EXECUTE FUNCTION number_purchase();

-- What is left of a call when who made it is erased: the tool.
-- +goose StatementBegin
CREATE FUNCTION tool_alone(call TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
	SELECT '{"tool":' || coalesce((call::json -> 'tool')::text, 'null') || '}'
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION trail_is_only_added_to() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		IF NEW.n = OLD.n AND NEW.at = OLD.at AND NEW.key = OLD.key AND NEW.about = OLD.about
			AND (NEW.id = OLD.id OR OLD.about = 'person' AND NEW.id = NEW.person)
			AND (EXISTS (SELECT 1 FROM orders.rewriting WHERE why = 'adopt')
					AND NEW.call = OLD.call AND NEW.before = OLD.before AND NEW.after = OLD.after
				OR EXISTS (SELECT 1 FROM orders.rewriting WHERE why = 'erase')
					AND NEW.call = orders.tool_alone(OLD.call) AND NEW.before = '' AND NEW.after = '{}')
		THEN
			RETURN NEW;
		END IF;
	END IF;
	RAISE EXCEPTION 'the audit trail is only added to';
END $$;
-- +goose StatementEnd

CREATE TRIGGER trail_keeps_rows BEFORE UPDATE OR DELETE ON trail FOR EACH ROW EXECUTE FUNCTION trail_is_only_added_to();
CREATE TRIGGER trail_keeps_all BEFORE TRUNCATE ON trail EXECUTE FUNCTION trail_is_only_added_to();
