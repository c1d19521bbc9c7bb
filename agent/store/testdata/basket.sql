CREATE TABLE goose_db_version (version_id INTEGER);
INSERT INTO goose_db_version VALUES (0), (2);
CREATE TABLE line (session TEXT, product TEXT, title TEXT, quantity INTEGER, price BIGINT, currency TEXT, added BIGINT, changed BIGINT);
INSERT INTO line VALUES ('s', 'lamp', 'Lamp', 2, 999, 'EUR', 5, 6);
CREATE TABLE deed (key TEXT, session TEXT, at BIGINT, was TEXT, now TEXT);
INSERT INTO deed VALUES ('d', 's', 6, '[]', '[]')
