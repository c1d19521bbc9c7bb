-- +goose Up

-- What a client is asked in the answer to its call, and answers by a request of its own, at
-- whichever process. What a crash forgets is asked again. "until" is in microseconds since 1970.
CREATE UNLOGGED TABLE question (
	id      TEXT   COLLATE "C" PRIMARY KEY,
	asked   TEXT   COLLATE "C" NOT NULL,
	until   BIGINT NOT NULL,
	answer  TEXT
);
