package feed

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"shopclerk/catalog"
	"shopclerk/data/feeds"
)

// spellings tells, by format, how each of its fields is also spelled: by other
// versions of the shop system, and in the languages it writes headers in. "#" stands
// for a number.
var spellings = embeddedTable[map[string]map[string][]string](feeds.Columns)

// embeddedTable reads a table of data, as JSON; that it can be read is tested.
func embeddedTable[T any](text []byte) (table T) {
	if err := json.Unmarshal(text, &table); err != nil {
		panic(fmt.Errorf("reading an embedded table: %w", err))
	}
	return table
}

// columns knows the fields of one format under every spelling.
type columns struct {
	names map[string]string // folded spelling → the format's own name
	memo  map[string]string // the feed's spelling → name, "" for a field that the format does not know
	own   map[string]string // name → the feed's spelling, of a table with this header
}

func newColumns(format string, names ...string) *columns {
	c := &columns{names: map[string]string{}, memo: map[string]string{}, own: map[string]string{}}
	for name, others := range spellings[format] {
		c.names[tight(name)] = name
		for _, o := range others {
			c.names[tight(o)] = name
		}
	}
	for _, n := range names {
		c.names[tight(n)] = n
	}
	return c
}

// tight is fold without what headers are punctuated by, so that "In stock?" and
// "En stock ?" are found however they are spaced.
func tight(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '_', '?', '*', '’', '\'', '(', ')', ':', '.', '/', '\u00a0', '\u202f':
			return -1
		}
		return r
	}, fold(s))
}

// name returns the format's own name for a field of the feed, "" for one that it does
// not know. A "#" in it is the number that the field has.
func (c *columns) name(key string) string {
	if n, ok := c.memo[key]; ok {
		return n
	}
	t := tight(key)
	n, ok := c.names[t]
	if bare, note, more := strings.Cut(key, " ("); !ok && more && !strings.HasPrefix(note, "product.metafields") {
		n, ok = c.names[tight(bare)] // "Categories (x,y,z...)"
	}
	if !ok {
		if digits := someDigits.FindString(t); digits != "" {
			if n, ok = c.names[strings.Replace(t, digits, "#", 1)]; ok {
				n = strings.Replace(n, "#", digits, 1)
			}
		}
	}
	if len(c.memo) < maxInterned {
		c.memo[key] = n
	}
	return n
}

var someDigits = regexp.MustCompile(`[0-9]+`)

// header notes how a table spells the names.
func (c *columns) header(names []string) {
	for _, spelled := range names {
		if n := c.name(spelled); n != "" && c.own[n] == "" {
			c.own[n] = spelled
		}
	}
}

// formatRow is an entry whose fields are found by the format's own names.
type formatRow struct {
	*entry
	columns *columns
	at      map[string]int // name → position in fields
}

// look finds the fields of an entry; r is reused.
func (c *columns) look(r *formatRow, e *entry) {
	if r.at == nil {
		r.at = map[string]int{}
	}
	clear(r.at)
	r.entry, r.columns = e, c
	for i := range e.fields {
		if n := c.name(e.fields[i].key); n != "" {
			if _, twice := r.at[n]; !twice {
				r.at[n] = i
			}
		}
	}
}

// get returns the first of the named fields that the entry has as text; of a list its
// first.
func (r *formatRow) get(names ...string) string {
	for _, n := range names {
		if i, ok := r.at[n]; ok {
			return strings.TrimSpace(firstOf(r.fields[i].value).String())
		}
	}
	return ""
}

// key returns how the feed spells the field, or the format's own name where it has
// none.
func (r *formatRow) key(name string) string {
	if i, ok := r.at[name]; ok {
		return r.fields[i].key
	}
	return cmp.Or(r.columns.own[name], name)
}

// keep copies the named fields to another entry under the feed's spelling.
func (r *formatRow) keep(to *entry, names ...string) {
	for _, n := range names {
		if i, ok := r.at[n]; ok {
			to.add(r.fields[i].key, r.fields[i].value)
		}
	}
}

// keepFirst copies the first of a field's values, which are separated.
func (r *formatRow) keepFirst(to *entry, name, sep string) {
	if parts := split(r.get(name), sep); len(parts) > 0 {
		to.add(r.key(name), catalog.Text(parts[0]))
	}
}

// attribute adds an attribute under a name that the feed gives it, unless that is the
// name of a field with a role: two things of one name are told apart.
func (c *columns) attribute(to *entry, name string, v catalog.Raw) string {
	name = strings.TrimSpace(name)
	if name == "" || v.Kind == 0 {
		return ""
	}
	if _, clash := to.index[name]; clash || c.name(name) != "" {
		name += " (attribute)"
	}
	to.add(name, v)
	return name
}

// numberedColumn is the name of the nth of numbered columns.
func numberedColumn(name string, n int) string { return strings.Replace(name, "#", strconv.Itoa(n), 1) }

// split cuts a text at a separator and trims the parts; empty ones are left out.
func split(s, sep string) []string {
	var out []string
	for part := range strings.SplitSeq(s, sep) {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

// textList is one text, or a list of several; its Kind is 0 for none.
func textList(parts []string) catalog.Raw {
	list := make([]catalog.Raw, len(parts))
	for i, p := range parts {
		list[i] = catalog.Text(p)
	}
	return listOf(list)
}
