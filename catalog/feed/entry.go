package feed

import (
	"slices"

	"shopclerk/catalog"
)

// entry is one product as its file spells it: flat fields in file order, keys
// unique. It is reused from product to product; what is kept must be copied.
type entry struct {
	place    Place
	member   membership     // of what it is a part
	variants [][]fieldValue // where the stream's format lists them in an object
	fields   []fieldValue
	index    map[string]int // key → position in fields
}

type fieldValue struct {
	key   string
	value catalog.Raw
}

func newEntry() *entry {
	return &entry{index: map[string]int{}}
}

func (e *entry) reset(place Place) {
	e.place, e.member, e.variants = place, membership{}, nil
	clear(e.fields) // lets go of the values
	e.fields = e.fields[:0]
	// Clearing costs what the largest product so far had: start anew after one
	// that had unreasonably many fields.
	if len(e.index) > 4096 {
		e.index = map[string]int{}
	}
	clear(e.index)
}

// add puts a value under a key. A key that comes again, as repeated XML elements
// and equally named columns do, makes a list of distinct values.
func (e *entry) add(key string, v catalog.Raw) {
	if v.Kind == 0 || key == "" {
		return
	}
	i, ok := e.index[key]
	if !ok {
		e.index[key] = len(e.fields)
		e.fields = append(e.fields, fieldValue{key, v})
		return
	}
	old := &e.fields[i].value
	if old.Kind != catalog.RawList {
		*old = catalog.List(*old)
	}
	more := []catalog.Raw{v}
	if v.Kind == catalog.RawList {
		more = v.List
	}
	for _, w := range more {
		// Distinctness is for people's lists; a hostile one may repeat at will.
		const few = 64
		if len(old.List) > few || !slices.ContainsFunc(old.List, func(o catalog.Raw) bool { return equalRaw(o, w) }) {
			old.List = append(old.List, w)
		}
	}
}

func equalRaw(a, b catalog.Raw) bool {
	return a.Kind == b.Kind && a.Text == b.Text && a.Number == b.Number && a.Bool == b.Bool &&
		slices.EqualFunc(a.List, b.List, equalRaw)
}

// maxInterned bounds how many names of fields are remembered, of a feed that invents them.
const maxInterned = 1 << 16

// text returns the value under a key as a text, "" when there is none; of a list its
// first.
func (e *entry) text(key string) string {
	i, ok := e.index[key]
	if !ok {
		return ""
	}
	return firstOf(e.fields[i].value).String()
}

// firstOf returns the first element of a list, other values as they are.
func firstOf(v catalog.Raw) catalog.Raw {
	for v.Kind == catalog.RawList && len(v.List) > 0 {
		v = v.List[0]
	}
	return v
}
