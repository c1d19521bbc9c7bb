package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"shopclerk/agent/orders"
	"shopclerk/agent/orders/sqlite"
)

// write tells of a person, the orders and what was done.
func write(to io.Writer, p orders.Person, all []orders.Order, trail []sqlite.Event) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	line := func(columns ...any) {
		texts := make([]string, len(columns))
		for i, c := range columns {
			texts[i] = fmt.Sprint(c)
		}
		_, _ = fmt.Fprintln(w, strings.Join(texts, "\t")) // Flush returns the error
	}
	line(p.ID, p.Name, p.Address)
	for _, o := range all {
		line(o.ID, o.Status, o.Address)
		for _, l := range o.Lines {
			what := fmt.Sprintf("%d × %s", l.Quantity, l.Title)
			for _, of := range l.Options {
				what += ", " + of.Name + " " + of.Value
			}
			line("  "+l.ID, what, fmt.Sprintf("%.2f %s", l.Price.Major(), l.Price.Currency), l.State)
		}
	}
	for _, e := range trail {
		line(e.At.Format(time.RFC3339), e.ID, string(e.Call))
	}
	return w.Flush()
}
