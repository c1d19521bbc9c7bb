-- +goose Up

-- When a purchase left the shop, microseconds since 1970 UTC; 0: it has not, or it did
-- before this was kept. What has left after its product's stock was counted is missing
-- from that number: see Store.Taken.
ALTER TABLE purchase ADD COLUMN shipped INTEGER NOT NULL DEFAULT 0;

CREATE INDEX line_by_product ON line (product);
