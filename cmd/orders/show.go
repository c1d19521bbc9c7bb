package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"shopclerk/agent/shop/orders"
)

// showCommand tells what a person ordered.
type showCommand struct {
	data
	person
}

// Run implements kong's command.
func (c *showCommand) Run(ctx context.Context, s streams) (err error) {
	store, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	who, err := c.find(ctx, store)
	if err != nil {
		return err
	}
	record, err := store.Export(ctx, who)
	if err != nil {
		return err
	}
	t := newTable(s.out)
	t.line(record.Person.ID, record.Person.Name, record.Person.Address)
	for _, o := range record.Orders {
		t.order(o)
	}
	for _, e := range record.Trail {
		t.event(e, e.ID)
	}
	return t.Flush()
}

// table tells of orders in columns.
type table struct{ *tabwriter.Writer }

func newTable(to io.Writer) table { return table{tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)} }

func (t table) line(columns ...any) {
	texts := make([]string, len(columns))
	for i, c := range columns {
		texts[i] = fmt.Sprint(c)
	}
	_, _ = fmt.Fprintln(t, strings.Join(texts, "\t")) // Flush returns the error
}

// order tells of an order and its lines.
func (t table) order(o orders.Order) {
	to := o.Address.String()
	if o.Name != "" {
		to = o.Name + ", " + to
	}
	day := "" // of an order that was imported from where no times were kept
	if !o.Placed.IsZero() {
		day = o.Placed.Format(time.DateOnly)
	}
	t.line(o.ID, o.Status, day, to, strings.Join(o.Tracking, " "))
	for _, l := range o.Lines {
		what := fmt.Sprintf("%d × %s", l.Quantity, l.Title)
		for _, of := range l.Options {
			what += ", " + of.Name + " " + of.Value
		}
		t.line("  "+l.ID, what, fmt.Sprintf("%.2f %s", l.Price.Major(), l.Price.Currency), l.State)
	}
}

// event tells of something that was done.
func (t table) event(e orders.Event, who string) {
	t.line("  "+e.At.Format(time.RFC3339), who, string(e.Call))
}
