-- +goose Up

-- Who is signed in at the desk: under the hash of what their browser holds.
CREATE TABLE signin (
	key    TEXT   COLLATE "C" PRIMARY KEY,
	person TEXT   NOT NULL,
	began  BIGINT NOT NULL,
	seen   BIGINT NOT NULL
);
