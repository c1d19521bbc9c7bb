-- +goose Up

-- How fast somebody may ask is one number, after the generic cell rate algorithm: when, in
-- microseconds since 1970, a quiet one would be as if they had never come. Keys are hashes.

-- Of tries of passwords, which a server that fails over shall remember.
CREATE TABLE try (
	key     TEXT   COLLATE "C" PRIMARY KEY,
	full_at BIGINT NOT NULL
) WITH (fillfactor = 50);

-- Of pages and of programs' requests. What a crash forgets is a burst.
CREATE UNLOGGED TABLE pace (
	key     TEXT   COLLATE "C" PRIMARY KEY,
	full_at BIGINT NOT NULL
) WITH (fillfactor = 50);
