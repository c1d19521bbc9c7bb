-- +goose Up

-- A conversation refers to the events of the one that it continues, of which it had copies:
-- origin holds the event of version copied, the last one before its own, of which the first is
-- of version copied + 1. Those that have copies refer to none, and still name their origin.
UPDATE conversation SET copied = 0;
