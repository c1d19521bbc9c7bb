-- +goose Up

-- Who has signed in takes along what they did before: the session may change, and
-- nothing else of an interaction.
DROP TRIGGER interaction_is_append_only;

-- +goose StatementBegin
CREATE TRIGGER interaction_is_append_only BEFORE UPDATE ON interaction
WHEN NOT (NEW.session <> OLD.session
	AND NEW.seq = OLD.seq AND NEW.conversation IS OLD.conversation AND NEW.version = OLD.version
	AND NEW.act = OLD.act AND NEW.product = OLD.product AND NEW.position = OLD.position
	AND NEW.at = OLD.at AND NEW.quantity = OLD.quantity)
BEGIN
	SELECT RAISE(ABORT, 'interactions are append-only');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER interaction_adopted AFTER UPDATE ON interaction WHEN NEW.conversation IS NOT NULL
BEGIN
	UPDATE state SET changes = changes + 1;
	UPDATE conversation SET changed = (SELECT changes FROM state) WHERE id = NEW.conversation;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER conversation_adopted AFTER UPDATE OF session ON conversation
BEGIN
	UPDATE state SET changes = changes + 1;
	UPDATE conversation SET changed = (SELECT changes FROM state) WHERE id = NEW.id;
END;
-- +goose StatementEnd
