-- +goose Up

-- The column has the name that it has in SQLite: what is copied between the two is found
-- by its name.
ALTER TABLE state RENAME COLUMN one TO "only";
