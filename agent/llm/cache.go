package llm

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"embed"
	"encoding/json"
	"errors"
	"fmt"

	"shopclerk/agent/durable"
)

// applicationID marks a SQLite file as one of answers: "scm1".
const applicationID = 0x73636d31

//go:embed migrations/*.sql
var migrations embed.FS

// openCache opens the file that keeps answers by the hash of their request. Requests are
// not kept, but answers can repeat what was said in them.
func openCache(ctx context.Context, path string) (*durable.File, error) {
	return durable.Open(ctx, path, durable.Kind{Name: "the model's answers", ID: applicationID, Migrations: migrations, Folder: "migrations", Readers: 2})
}

// cached returns the kept answer to a request, or asks and keeps what it is told. What is
// not answered is not kept.
func cached[T any](ctx context.Context, c *Client, request any, ask func() (T, error)) (T, error) {
	if c.cache == nil {
		return ask()
	}
	var out T
	text, err := json.Marshal(request)
	if err != nil {
		return out, fmt.Errorf("hashing a request: %w", err)
	}
	hash := sha256.Sum256(text)
	var kept []byte
	switch err := c.cache.Readers.QueryRowContext(ctx, `SELECT answer FROM answer WHERE request = ?`, hash[:]).Scan(&kept); {
	case err == nil:
		return out, json.Unmarshal(kept, &out)
	case !errors.Is(err, sql.ErrNoRows):
		return out, c.cache.Wrap("looking up an answer", err)
	}
	if out, err = ask(); err != nil {
		return out, err
	}
	if kept, err = json.Marshal(out); err != nil {
		return out, fmt.Errorf("keeping an answer: %w", err)
	}
	_, err = c.cache.Writer.ExecContext(ctx, `INSERT OR IGNORE INTO answer (request, answer) VALUES (?, ?)`, hash[:], kept)
	return out, c.cache.Wrap("keeping an answer", err)
}
