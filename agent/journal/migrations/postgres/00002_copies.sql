-- +goose Up

-- What a conversation went on from that was another's: its first events, copied of them,
-- are that one's, and lose their words with it.
ALTER TABLE conversation ADD COLUMN origin TEXT COLLATE "C";
ALTER TABLE conversation ADD COLUMN copied INTEGER NOT NULL DEFAULT 0 CHECK (copied >= 0);
CREATE INDEX conversation_by_origin ON conversation (origin) WHERE origin IS NOT NULL;
