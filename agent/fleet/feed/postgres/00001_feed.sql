-- +goose Up

-- Patches of the catalogue, in the order in which they were acknowledged. A transaction
-- writes at a time, so that whoever has seen a number has seen all before it. It is the time
-- as well, in microseconds since 1970: also after an older backup was restored it grows.
CREATE TABLE patch (
	seq   BIGINT PRIMARY KEY,
	patch TEXT   NOT NULL
);
