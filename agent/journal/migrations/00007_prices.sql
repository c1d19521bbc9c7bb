-- +goose Up

-- What one piece cost when it was put into the basket, in hundredths of the shop's
-- currency; 0 where it is not known.
ALTER TABLE interaction ADD COLUMN price INTEGER NOT NULL DEFAULT 0 CHECK (price >= 0);

DROP TRIGGER interaction_is_append_only;

-- +goose StatementBegin
CREATE TRIGGER interaction_is_append_only BEFORE UPDATE ON interaction
WHEN NOT (NEW.session <> OLD.session
	AND NEW.seq = OLD.seq AND NEW.conversation IS OLD.conversation AND NEW.version = OLD.version
	AND NEW.act = OLD.act AND NEW.product = OLD.product AND NEW.position = OLD.position
	AND NEW.at = OLD.at AND NEW.quantity = OLD.quantity AND NEW.price = OLD.price)
BEGIN
	SELECT RAISE(ABORT, 'interactions are append-only');
END;
-- +goose StatementEnd
