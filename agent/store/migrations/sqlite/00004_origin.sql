-- +goose Up

-- A conversation refers to the events of the one that it continues, of which it had copies:
-- origin holds the event of version copied, the last one before its own, of which the first is
-- of version copied + 1. Those that have copies refer to none, and still name their origin.
UPDATE conversation SET copied = 0;

-- One that it continued, directly or not, was deleted, and it may still quote it: it takes no
-- events until it has been rewritten.
ALTER TABLE conversation ADD COLUMN cut INTEGER NOT NULL DEFAULT 0 CHECK (cut IN (0, 1));
CREATE INDEX conversation_cut ON conversation (id) WHERE cut = 1;
