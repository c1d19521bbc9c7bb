-- The catalogue as the shop keeps it. The file is written once by an import,
-- beside the one being served, and replaces it in one rename; afterwards it is
-- only read. Refs of one category are contiguous.

CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value BLOB NOT NULL
) WITHOUT ROWID;

CREATE TABLE category (
    id    INTEGER PRIMARY KEY,
    path  TEXT NOT NULL UNIQUE,
    name  TEXT NOT NULL,
    first INTEGER NOT NULL, -- the first product's ref
    size  INTEGER NOT NULL
);

CREATE TABLE aspect (
    id       INTEGER PRIMARY KEY,
    category INTEGER NOT NULL REFERENCES category (id),
    key      TEXT NOT NULL,
    label    TEXT NOT NULL,
    kind     INTEGER NOT NULL,
    unit     TEXT NOT NULL,
    coverage REAL NOT NULL,
    distinct_values INTEGER NOT NULL,
    entropy  REAL NOT NULL,
    askable  INTEGER NOT NULL,
    why      TEXT NOT NULL,
    answerable REAL NOT NULL,
    UNIQUE (category, key)
);
CREATE INDEX aspect_key ON aspect (key);

CREATE TABLE value (
    id     INTEGER PRIMARY KEY,
    aspect INTEGER NOT NULL REFERENCES aspect (id),
    text   TEXT NOT NULL,
    folded TEXT NOT NULL, -- the text as compared: see catalog.FoldCase
    number REAL NOT NULL
);

CREATE INDEX value_aspect ON value (aspect, folded);

CREATE TABLE product (
    ref         INTEGER PRIMARY KEY,
    id          TEXT NOT NULL UNIQUE,
    category    INTEGER NOT NULL REFERENCES category (id),
    title       TEXT NOT NULL,
    description TEXT NOT NULL,
    brand       TEXT NOT NULL,
    price       INTEGER, -- minor units; NULL when unknown
    currency    TEXT NOT NULL,
    rating      REAL NOT NULL,
    ratings     INTEGER NOT NULL,
    stock       INTEGER NOT NULL,
    image       TEXT NOT NULL,
    link        TEXT NOT NULL
);

-- The forms in which a product is sold, where it has several.
CREATE TABLE variant (
    id       TEXT PRIMARY KEY,
    product  INTEGER NOT NULL REFERENCES product (ref),
    position INTEGER NOT NULL,
    options  TEXT NOT NULL, -- JSON: a list of [name, value]
    price    INTEGER,       -- minor units; NULL when unknown
    currency TEXT NOT NULL,
    stock    INTEGER NOT NULL,
    image    TEXT NOT NULL,
    link     TEXT NOT NULL,
    UNIQUE (product, position)
) WITHOUT ROWID;

-- What names a product by itself, as typed: see catalog.Names.
CREATE TABLE name (
    key     TEXT NOT NULL,
    product INTEGER NOT NULL REFERENCES product (ref),
    PRIMARY KEY (key, product)
) WITHOUT ROWID;

CREATE TABLE attribute (
    product INTEGER NOT NULL REFERENCES product (ref),
    value   INTEGER NOT NULL REFERENCES value (id),
    PRIMARY KEY (product, value)
) WITHOUT ROWID;

CREATE TABLE vector (
    ref    INTEGER PRIMARY KEY REFERENCES product (ref),
    vector BLOB NOT NULL -- a signed byte for each dimension
);
