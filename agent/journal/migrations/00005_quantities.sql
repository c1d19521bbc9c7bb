-- +goose Up

-- How many pieces of the product were meant, 0 where no number belongs to the act.
ALTER TABLE interaction ADD COLUMN quantity INTEGER NOT NULL DEFAULT 0 CHECK (quantity >= 0);
