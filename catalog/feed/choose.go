package feed

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"shopclerk/data"
)

// choices is which field fills which role.
type choices struct {
	g      *gathered
	title  *fieldStats            // what the other roles were scored beside; the title unless it is a join
	fields map[string]*fieldStats // by role; nil for none

	levelled []*fieldStats // fields that fill a role together with that of the role
}

// weights are those of data/fields: role → feature → weight, in log odds.
var weights = sync.OnceValue(func() map[string]map[string]float64 {
	return embeddedTable[map[string]map[string]float64](data.FieldWeights)
})

// scored is a field for a role.
type scored struct {
	role  string
	field *fieldStats
	score float64 // log odds against leaving the role empty
}

// choose decides the roles together. Every field has a score for each role that its
// values can fill: the weighted sum of its evidence, see [gathered.evidence], in log odds
// against no field at all. A field fills one role and a role has one field; of all pairs
// the one is settled first whose role would lose most by its next best field (Vogel's
// approximation of the assignment problem), because there the reading is surest.
//
// Roles lean on each other by their evidence: a brand begins titles, an id tells them, a
// price is at most the price beside it. So the title is scored first, and chosen with the
// others.
func (g *gathered) choose() *choices {
	c := &choices{g: g, fields: map[string]*fieldStats{}}
	c.title = c.best("title")
	var open []scored
	for _, role := range chosenRoles {
		for _, f := range g.fields {
			if s, fits := c.score(role.Name, f); fits && s > 0 {
				open = append(open, scored{role.Name, f, s})
			}
		}
	}
	slices.SortStableFunc(open, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	for _, s := range open {
		if c.fields[s.role] == nil && !c.taken(s.field) {
			c.fields[s.role] = s.field
		}
	}
	return c
}

// taken reports whether a field fills a role by itself.
func (c *choices) taken(f *fieldStats) bool {
	return slices.Contains(slices.Collect(maps.Values(c.fields)), f)
}

// score weighs the evidence for a field in a role, in log odds; false where its values
// cannot fill it.
func (c *choices) score(role string, f *fieldStats) (float64, bool) {
	e, fits := c.evidence(role, f)
	w := weights()[role]
	sum := w["bias"]
	for _, k := range slices.Sorted(maps.Keys(e)) {
		sum += w[k] * e[k]
	}
	return sum, fits
}

// best returns the field that suits a role best by itself, nil when none does.
func (c *choices) best(role string) *fieldStats {
	var best *fieldStats
	most := 0.0
	for _, f := range c.g.fields {
		if s, fits := c.score(role, f); fits && s > most {
			best, most = f, s
		}
	}
	return best
}

// why tells in a few words what speaks for the field of a role.
func (c *choices) why(role string) string {
	f := c.fields[role]
	var parts []string
	if own := f.of(roleNamed(role).Concepts...); own >= 0.5 {
		parts = append(parts, "its name")
	}
	parts = append(parts, formatPercent(f.present, f.rows))
	switch role {
	case "id":
		if f.unique() == 1 {
			parts = append(parts, "unique")
		} else {
			parts = append(parts, formatPercent(f.distinct(), f.present)+" distinct")
		}
	case "brand", "category":
		parts = append(parts, fmt.Sprintf("%d values", f.distinct()))
	case "price":
		median, _ := f.median()
		parts = append(parts, fmt.Sprintf("median %g", median))
	}
	return strings.Join(parts, ", ")
}

func formatPercent(n, of int) string {
	share := 100 * float64(n) / float64(max(1, of))
	if n < of && share > 99.9 {
		share = 99.9
	}
	if share == float64(int(share)) || share > 1 && share < 99 {
		return fmt.Sprintf("%.0f %%", share)
	}
	return fmt.Sprintf("%.1f %%", share)
}
