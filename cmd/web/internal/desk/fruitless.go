package desk

import (
	"slices"
	"strings"

	"shopclerk/agent"
	"shopclerk/agent/insight"
	"shopclerk/agent/journal"
	"shopclerk/catalog"
)

// fruitlessTable lists what found nothing.
func (d *Desk) fruitlessTable(r *Request, found []insight.Fruitless) *Table {
	w := r.Words
	t := &Table{
		ID: "fruitless", Caption: w.T("desk.overview.nothing"), Counts: w.T("desk.overview.nothing-counts"), Empty: w.T("desk.overview.nothing-none"),
		Order: "-turns", Columns: []Column{
			{Key: "category", Label: w.T("desk.category.label")},
			{Key: "need", Label: w.T("desk.overview.need"), Help: w.T("desk.overview.need-counts"), Long: true},
			{Key: "message", Label: w.T("desk.overview.message"), Help: w.T("desk.overview.message-counts")},
			{Key: "turns", Label: w.T("desk.overview.turns"), Kind: Count, Help: w.T("desk.overview.nothing-turns")},
			{Key: "conversations", Label: w.T("desk.overview.conversations"), Kind: Count, Help: w.T("desk.overview.nothing-conversations")},
			{Key: "example", Label: w.T("desk.overview.example")},
		},
	}
	for _, f := range found {
		message := f.Message
		if message == journal.Redacted {
			message = w.T("desk.replay.gone-text")
		}
		where, wanted := d.demandOf(f.Need)
		if where == "" {
			where = w.T("desk.talks.whole-shop")
		}
		t.Rows = append(t.Rows, []Cell{
			Name(where), Name(wanted), Name(message), Value(float64(f.Turns)), Value(float64(len(f.Conversations))),
			Name(w.T("desk.overview.replay")).To(r.To(talksPath + "/" + f.Conversations[len(f.Conversations)-1])),
		})
	}
	return t.head(r, mostFruitless)
}

// demandOf parts all that was asked for into the categories, by their own names, and
// the rest. What was said twice, as a wish and as a limit, is told once.
func (d *Desk) demandOf(need string) (where, wanted string) {
	var names, rest []string
	for part := range strings.SplitSeq(need, insight.Between) {
		if slices.ContainsFunc(d.Store.Categories(), func(c catalog.Category) bool { return c.Path == part }) {
			names = append(names, agent.CategoryName(part))
		} else if !slices.Contains(rest, part) {
			rest = append(rest, part)
		}
	}
	return strings.Join(names, ", "), strings.Join(rest, insight.Between)
}
