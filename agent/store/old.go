package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"
)

// old are the files NAME.db of the data directory in which earlier versions kept what is one
// store now. Each is copied as its last version had it.
var old = []struct {
	name   string
	schema int64 // of the file, its last
	copies []string
}{
	{"journal", 10, []string{
		`INSERT INTO conversation (id, session, catalogue, created, updated, version, exchanges, origin, copied)
			SELECT id, session, catalogue, created, updated, version, exchanges, origin, 0 FROM journal.conversation`,
		`INSERT INTO event (conversation, version, kind, at, exchanges, redacted, payload)
			SELECT conversation, version, kind, at, exchanges, redacted, json(payload) FROM journal.event ORDER BY seq`,
		`INSERT INTO interaction (session, conversation, version, act, product, position, quantity, price, at)
			SELECT session, conversation, version, act, product, position, quantity, price, at FROM journal.interaction ORDER BY seq`,
	}},
	{"basket", 2, []string{
		`INSERT INTO basket (session, product, title, quantity, price, currency, added, changed)
			SELECT session, product, title, quantity, price, currency, added, changed FROM basket.line`,
	}},
	{"orders", 3, []string{
		`INSERT INTO purchase (n, id, person, placed, status, document)
			SELECT n, id, person, placed, CASE WHEN status = 'exchange requested' THEN 'return requested' ELSE status END,
			json_object('name', name, 'email', (SELECT email FROM orders.person WHERE id = p.person), 'reason', reason,
			'address', json_object('street', street, 'extra', extra, 'city', city, 'region', region, 'zip', zip, 'country', country),
			'lines', (SELECT json_group_array(json_object('id', l.id, 'article', l.article, 'product', l.product, 'title', l.title,
				'options', json(options), 'price', json_object('Minor', coalesce(price, 0), 'Currency', currency), 'quantity', quantity,
				'state', CASE WHEN state = 'exchange' THEN 'return' ELSE state END))
				FROM (SELECT * FROM orders.line WHERE purchase = p.id ORDER BY place) l))
			FROM orders.purchase p ORDER BY n`,
		`INSERT INTO purchase_line (purchase, place, article, product, title, quantity, price, currency)
			SELECT purchase, place, article, product, title, quantity, price, currency FROM orders.line`,
		`INSERT INTO trail (at, key, person, tool, call, purchase, outcome)
			SELECT at, key, person, coalesce(call ->> '$.tool', ''), '', id, '{}' FROM orders.trail WHERE about = 'order' ORDER BY n`,
	}},
}

// takeOver copies what earlier versions kept in files of a data directory, once, all of it or
// nothing. The files stay as they are and are not read again.
func (d *DB) takeOver(ctx context.Context, directory string) error {
	var done bool
	if err := d.Reader.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM taken_over)`).Scan(&done); err != nil || done {
		return err
	}
	c, err := d.writer.Conn(ctx) // files are attached to one connection
	if err != nil {
		return err
	}
	defer c.Close()
	var statements []string
	for _, from := range old {
		path := filepath.Join(directory, from.name+".db")
		if info, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
			continue
		}
		at, err := uri(path, "mode=ro")
		if err == nil {
			_, err = c.ExecContext(ctx, `ATTACH DATABASE $1 AS `+from.name, at)
		}
		var have int64
		if err == nil {
			err = c.QueryRowContext(ctx, `SELECT max(version_id) FROM `+from.name+`.goose_db_version`).Scan(&have)
		}
		if err == nil && have != from.schema {
			err = fmt.Errorf("it has schema %d, not %d", have, from.schema)
		}
		if err != nil {
			return fmt.Errorf("%w: %s cannot be taken over: %w: start the last version that kept it once, or move it away", ErrUnusable, path, err)
		}
		defer func() { _, _ = c.ExecContext(ctx, `DETACH DATABASE `+from.name) }() // which ends with the connection too
		slog.Info("copying into the store what an earlier version kept; the file stays and is not read again", "from", from.name+".db")
		statements = append(statements, from.copies...)
	}
	tx, err := c.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // without effect once committed
	// another process may have been first
	claim, err := Changed(tx.ExecContext(ctx, `INSERT INTO taken_over (only_row, at) VALUES (1, $1) ON CONFLICT DO NOTHING`, time.Now().UnixMicro()))
	if err != nil || claim == 0 {
		return err
	}
	for _, statement := range statements {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("taking over what an earlier version kept: %w", err)
		}
	}
	return tx.Commit()
}
