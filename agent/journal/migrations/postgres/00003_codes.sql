-- +goose Up

-- The step of the latest code that each person at the desk entered by: a code is good once.
CREATE TABLE code (
	person TEXT   COLLATE "C" PRIMARY KEY,
	step   BIGINT NOT NULL
);
