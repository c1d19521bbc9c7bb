package desk

import (
	"cmp"
	"slices"
	"strings"

	"shopclerk/agent/desk/insight"
	"shopclerk/agent/journal"
	"shopclerk/catalog"
)

// fruitlessTable lists what found nothing: how often leads to the control that has the
// message read as another.
func (d *Desk) fruitlessTable(r *Request, found []insight.Fruitless) *Table {
	w := r.Words
	type c = columnSpec[insight.Fruitless]
	behind := func(f *insight.Fruitless) string {
		return r.To(talksPath, fieldMishap, mishapEmpty, fieldSaid, legible(f.Message))
	}
	misread := func(f *insight.Fruitless) string {
		if legible(f.Message) == "" { // something was clicked or ticked: words change nothing
			return behind(f)
		}
		return readAs(f.Message, "")
	}
	return newTable(r, "fruitless", "desk.overview.nothing", "desk.overview.nothing-counts", "desk.overview.nothing-none", found,
		c{"category", "desk.category.label", Text, "", func(f *insight.Fruitless) Cell {
			where, _ := d.demandOf(f.Need)
			return Name(cmp.Or(where, w.T("desk.talks.whole-shop")))
		}},
		c{"need", "desk.overview.need", Text, "desk.overview.need-counts", func(f *insight.Fruitless) Cell {
			_, wanted := d.demandOf(f.Need)
			return Name(wanted)
		}},
		c{"message", "desk.overview.message", Text, "desk.overview.message-counts", func(f *insight.Fruitless) Cell {
			if f.Message == journal.Redacted {
				return Name(w.T("desk.replay.gone-text"))
			}
			return Name(f.Message)
		}},
		c{"turns", "desk.overview.turns", Count, "desk.overview.nothing-turns", linkedCell(countCell(func(f *insight.Fruitless) int { return f.Turns }), misread)},
		c{"conversations", "desk.overview.conversations", Count, "desk.overview.nothing-conversations", linkedCell(countCell(func(f *insight.Fruitless) int { return len(f.Conversations) }), behind)},
		replayed(r, func(f *insight.Fruitless) []string { return f.Conversations }),
	).long("need").by("-turns").head(r, mostHeard)
}

// legible is a message that is still kept, "" else.
func legible(message string) string {
	if message == journal.Redacted {
		return ""
	}
	return message
}

// demandOf parts all that was asked for into the categories, by their own names, and
// the rest. What was said twice, as a wish and as a limit, is told once.
func (d *Desk) demandOf(need string) (where, wanted string) {
	var names, rest []string
	for part := range strings.SplitSeq(need, insight.Between) {
		if slices.ContainsFunc(d.Store.Categories(), func(c catalog.Category) bool { return c.Path == part }) {
			names = append(names, catalog.LastLevel(part))
		} else if !slices.Contains(rest, part) {
			rest = append(rest, part)
		}
	}
	return strings.Join(names, ", "), strings.Join(rest, insight.Between)
}
