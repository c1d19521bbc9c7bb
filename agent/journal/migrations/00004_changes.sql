-- +goose Up

-- How often something of the conversations has been changed and deleted: a reader
-- who has seen a state of them finds by it what is new. Deleted conversations leave
-- no trace of themselves but the count.
CREATE TABLE state (
	only      INTEGER PRIMARY KEY CHECK (only = 1),
	changes   INTEGER NOT NULL,
	deletions INTEGER NOT NULL
) STRICT;
INSERT INTO state (only, changes, deletions) VALUES (1, 1, 0);

-- state.changes when the conversation last changed: got an event or an interaction,
-- or lost a text or an interaction.
ALTER TABLE conversation ADD COLUMN changed INTEGER NOT NULL DEFAULT 1;
CREATE INDEX conversation_by_change ON conversation (changed);

-- +goose StatementBegin
CREATE TRIGGER conversation_began AFTER INSERT ON conversation
BEGIN
	UPDATE state SET changes = changes + 1;
	UPDATE conversation SET changed = (SELECT changes FROM state) WHERE id = NEW.id;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER conversation_deleted AFTER DELETE ON conversation
BEGIN
	UPDATE state SET deletions = deletions + 1;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER event_added AFTER INSERT ON event
BEGIN
	UPDATE state SET changes = changes + 1;
	UPDATE conversation SET changed = (SELECT changes FROM state) WHERE id = NEW.conversation;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER event_redacted AFTER UPDATE ON event
BEGIN
	UPDATE state SET changes = changes + 1;
	UPDATE conversation SET changed = (SELECT changes FROM state) WHERE id = NEW.conversation;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER interaction_added AFTER INSERT ON interaction WHEN NEW.conversation IS NOT NULL
BEGIN
	UPDATE state SET changes = changes + 1;
	UPDATE conversation SET changed = (SELECT changes FROM state) WHERE id = NEW.conversation;
END;
-- +goose StatementEnd

-- Where the interaction goes with its conversation, no conversation is left to mark.
-- +goose StatementBegin
CREATE TRIGGER interaction_deleted AFTER DELETE ON interaction WHEN OLD.conversation IS NOT NULL
BEGIN
	UPDATE state SET changes = changes + 1;
	UPDATE conversation SET changed = (SELECT changes FROM state) WHERE id = OLD.conversation;
END;
-- +goose StatementEnd
