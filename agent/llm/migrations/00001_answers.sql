-- +goose Up

-- What a model answered, by the SHA-256 of the request as JSON. An answer is JSON too.
CREATE TABLE answer (
	request BLOB NOT NULL PRIMARY KEY,
	answer  BLOB NOT NULL
) STRICT, WITHOUT ROWID;
