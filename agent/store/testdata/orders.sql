CREATE TABLE goose_db_version (version_id INTEGER);
INSERT INTO goose_db_version VALUES (0), (3);
CREATE TABLE person (id TEXT, name TEXT, email TEXT, street TEXT, extra TEXT, city TEXT, region TEXT, zip TEXT, country TEXT, payments TEXT, changed BIGINT);
INSERT INTO person VALUES ('s', 'Ann', 'ann@example.com', '1 Mill Lane', '', 'York', '', 'YO1', 'UK', '[{"id":"visa","label":"Visa"}]', 6);
CREATE TABLE purchase (n BIGINT, id TEXT, person TEXT, placed BIGINT, status TEXT, reason TEXT, street TEXT, extra TEXT, city TEXT, region TEXT, zip TEXT, country TEXT, payment TEXT, refund TEXT, tracking TEXT, name TEXT, forget INTEGER, shipped BIGINT);
INSERT INTO purchase VALUES (1, 'S1001', 's', 7, 'shipped', '', '1 Mill Lane', '', 'York', '', 'YO1', 'UK', 'visa', '', '["JD1"]', 'Ann', 0, 8);
CREATE TABLE line (purchase TEXT, place INTEGER, id TEXT, article TEXT, product TEXT, title TEXT, options TEXT, price BIGINT, currency TEXT, quantity INTEGER, state TEXT, wanted TEXT);
INSERT INTO line VALUES ('S1001', 1, 'S1001/2', 'mug', 'mug', 'Mug', 'null', NULL, '', 1, '', NULL), ('S1001', 0, 'S1001/1', 'lamp-b', 'lamp', 'Lamp', '[{"name":"colour","value":"black"}]', 3900, 'EUR', 2, '', NULL);
CREATE TABLE trail (n BIGINT, at BIGINT, key TEXT, person TEXT, call TEXT, about TEXT, id TEXT, before TEXT, after TEXT);
INSERT INTO trail VALUES (1, 7, 'k', 's', '{"tool":"place_order"}', 'order', 'S1001', '', '{}')
