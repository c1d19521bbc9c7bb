CREATE TABLE goose_db_version (version_id INTEGER);
INSERT INTO goose_db_version VALUES (0), (10);
CREATE TABLE conversation (id TEXT, session TEXT, catalogue TEXT, created BIGINT, updated BIGINT, version INTEGER, exchanges INTEGER, changed BIGINT, origin TEXT, copied INTEGER);
INSERT INTO conversation VALUES ('aaaaaaaaaaaaaaaaaaaaaaaaaa', 's', 'v1', 1, 2, 1, 1, 5, NULL, 0);
CREATE TABLE event (seq BIGINT, conversation TEXT, version INTEGER, kind TEXT, at BIGINT, exchanges INTEGER, redacted INTEGER, payload TEXT);
INSERT INTO event VALUES (3, 'aaaaaaaaaaaaaaaaaaaaaaaaaa', 1, 'exchange', 2, 1, 0, '{"said":"a lamp"}');
CREATE TABLE interaction (seq BIGINT, session TEXT, conversation TEXT, version INTEGER, act TEXT, product TEXT, position INTEGER, at BIGINT, quantity INTEGER, price BIGINT);
INSERT INTO interaction VALUES (1, 's', 'aaaaaaaaaaaaaaaaaaaaaaaaaa', 1, 'basket', 'lamp', 3, 4, 2, 999)
