package desk

import (
	"bufio"
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"shopclerk/agent/dialog"
	"shopclerk/agent/store"
	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	"shopclerk/search/index"
	view "shopclerk/views/desk"
)

// Export is the command that writes conversations to a file, beside a server or without one.
type Export struct {
	Data     string    `default:"shop" env:"SHOPCLERK_DATA" help:"Data directory of the shop."`
	Database string    `env:"SHOPCLERK_DATABASE" placeholder:"URI" help:"PostgreSQL database that holds the conversations in place of store.db in the data directory."`
	To       string    `required:"" placeholder:"FILE" help:"File to write or replace, in JSON Lines: docs/desk.md describes them."`
	From     time.Time `format:"2006-01-02" placeholder:"DAY" help:"First day on which conversations began, as 2026-01-31; without it from the first of all."`
	Until    time.Time `format:"2006-01-02" placeholder:"DAY" help:"Last such day; without it to the last of all."`
}

// Run is called by kong. The file is replaced once all is written: who reads it meanwhile has the
// one before.
func (x *Export) Run(ctx context.Context) (err error) {
	titles, err := sqlite.Open(ctx, index.CatalogPath(x.Data))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, titles.Close()) }()
	db, err := store.Open(ctx, cmp.Or(x.Database, x.Data))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	from, to := int64(0), int64(1<<62)
	if !x.From.IsZero() {
		from = localDay(x.From, 0)
	}
	if !x.Until.IsZero() {
		to = localDay(x.Until, 1)
	}
	file, err := os.OpenFile(x.To+".new", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	d := &Desk{Versions: &Versions{DB: db}, Store: func(context.Context) *sqlite.Store { return titles }}
	out := bufio.NewWriter(file)
	found, err := d.find(ctx, nil, from, to, mostRows, 0)
	if err == nil {
		err = d.write(ctx, out, found)
	}
	if err = errors.Join(err, out.Flush(), file.Sync(), file.Close()); err != nil {
		return errors.Join(fmt.Errorf("writing %s: %w", x.To, err), os.Remove(file.Name()))
	}
	return os.Rename(file.Name(), x.To)
}

// localDay is when a day begins here, or one so many days later, in microseconds.
func localDay(day time.Time, later int) int64 {
	return time.Date(day.Year(), day.Month(), day.Day()+later, 0, 0, 0, 0, time.Local).UnixMicro()
}

// write writes conversations as JSON Lines, a line a turn. The store is read for one after the
// other: no reading transaction lasts.
func (d *Desk) write(ctx context.Context, w io.Writer, found []found) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false) // it is no page
	for _, t := range found {
		if err := d.replay(ctx, t.id, func(t view.Turn) error { return out.Encode(t) }); err != nil {
			return err
		}
	}
	return nil
}

// ordersQuery reads what is ordered of what came into the basket from the lists of a conversation,
// as orders have it now.
const ordersQuery = `SELECT i.version, p.id, p.status, l.article, l.title, l.quantity, coalesce(l.price, 0), l.currency
	FROM interaction i JOIN purchase_line l ON l.article = i.product JOIN purchase p ON p.id = l.purchase AND p.placed = i.at
	WHERE i.act = 'ordered' AND i.conversation = $1 ORDER BY i.seq`

// orders reads what was ordered from the lists of a conversation, by its versions.
func (d *Desk) orders(ctx context.Context, id string) (map[int][]view.Order, error) {
	out := map[int][]view.Order{}
	return out, store.Each(ctx, d.Versions.DB.Reader, func(row *sql.Rows) error {
		var version int
		var o view.Order
		var price catalog.Price
		err := row.Scan(&version, &o.Order, &o.Status, &o.Product, &o.Title, &o.Quantity, &price.Minor, &price.Currency)
		o.Price, o.Currency = price.Major(), price.Currency
		out[version] = append(out[version], o)
		return err
	}, ordersQuery, id)
}

// changes are what an exchange changed about what is wanted.
func changes(e *dialog.Exchange) []view.Change {
	var out []view.Change
	for _, c := range e.Changes {
		to := view.Change{ID: c.ID, What: string(c.Op), Text: c.Text, Categories: c.Categories, Aspect: c.Key, Not: c.Not, Drops: c.Target}
		if c.Condition != nil {
			to.Aspect, to.Values = c.Condition.Key, c.Condition.Values
			if r := c.Condition.Range; r != nil {
				to.Low, to.High = r.Low, r.High
			}
		}
		if a := c.Answer; a != nil {
			to.Aspect = a.Key
			for _, i := range a.Picked {
				to.Values = append(to.Values, a.Labels[i])
			}
		}
		out = append(out, to)
	}
	return out
}
