package feed

import (
	"context"
	"slices"

	"shopclerk/catalog"
)

// partKind says what an entry is of the product that it belongs to.
type partKind uint8

const (
	wholeProduct partKind = iota // a product by itself
	variant                      // one of the forms in which the product is sold
	parent                       // what holds for every form; it can not be bought itself
)

// membership says to what product an entry belongs. Presets set it; otherwise the fields
// of Mapping.Group do.
type membership struct {
	part     partKind
	group    string   // what all parts of the product call it; "" for a whole
	id       string   // of the product, where its own name is not the one that its parts call it by
	keys     []string // names by which entries that are parts of this one may call it
	owns     []string // ids of entries that are variants of it without saying so
	options  []string // keys of the attributes that tell the variants apart; nil: what differs does
	spelled  string   // an id for a variant without one of its own
	untitled bool     // its title is only a placeholder
	hidden   bool     // not for sale
	unlisted bool     // not sold unless it is a variant of something
	impact   float64  // what a variant without a price costs more than its parent, in major units
}

// variantGroup is a product whose parts are being read.
type variantGroup struct {
	name  string
	first Place
	parts []partRecord
	more  int // parts still to come, as far as is known
}

type partRecord struct {
	membership
	rec catalog.Record
}

// grouping brings the parts of products together, whatever lies between them.
// Because a feed may hold millions, only those begun and not complete are kept: a
// reading of its own counts the parts beforehand.
type grouping struct {
	fields []string // folded, of the mapping
	ids    []string // folded, of the mapping
	label  func(key string) string
	taken  *identities // of the products

	count map[digest]int    // parts by group
	keyed map[digest]int    // entries by the names that parts may call them by
	owner map[digest]string // id of an entry → group
	gone  map[digest]bool   // groups that are not for sale
	open  map[string]*variantGroup
	order []string // names of open groups, by their first parts
}

// survey reads the files for the parts of their products, where the mapping groups
// any.
func survey(ctx context.Context, files []source, m Mapping, opts Options) (*grouping, error) {
	hints := m.Hints("")
	g := &grouping{
		fields: foldAll(m.Group), ids: foldAll(m.ID),
		label: func(key string) string { return optionName(key, hints) },
		count: map[digest]int{}, keyed: map[digest]int{}, owner: map[digest]string{}, gone: map[digest]bool{}, open: map[string]*variantGroup{},
	}
	if len(m.Group) == 0 && m.Format == "" {
		return g, nil
	}
	opts.MaxErrors, opts.OnProblem = -1, nil // told of in the reading that follows
	s := &scanner{ctx: ctx, opts: opts, sum: &Summary{}, mapping: m}
	s.emit = func(e *entry) error {
		g.survey(e)
		return nil
	}
	if err := s.scan(files); err != nil {
		return nil, err
	}
	for d, n := range g.keyed {
		if g.count[d] > 0 {
			g.count[d] += n
		}
	}
	g.keyed = nil
	return g, nil
}

// firstValue returns the value of the first of the fields that the entry has.
func firstValue(e *entry, folded []string) string {
	for _, name := range folded {
		for i := range e.fields {
			if fold(e.fields[i].key) == name {
				if s := e.text(e.fields[i].key); s != "" {
					return s
				}
			}
		}
	}
	return ""
}

// survey counts an entry's part in the reading before the one that keeps them.
func (g *grouping) survey(e *entry) {
	name := g.named(e)
	switch {
	case e.member.hidden:
		for _, key := range append(e.member.keys, name) {
			g.gone[digestOf(key)] = true
		}
	case name == "":
		for _, key := range e.member.keys {
			g.keyed[digestOf(key)]++
		}
	default:
		d := digestOf(name)
		g.count[d] += 1 + len(e.member.owns)
		for _, id := range e.member.owns {
			g.owner[digestOf(id)] = name
		}
	}
}

// named returns the group that an entry names itself part of.
func (g *grouping) named(e *entry) string {
	if e.member.part == wholeProduct {
		if name := firstValue(e, g.fields); name != "" {
			e.member.group, e.member.part = name, variant
		}
	}
	return e.member.group
}

// of returns the group that an entry belongs to, "" for a product by itself.
func (g *grouping) of(e *entry) string {
	name := g.named(e)
	for _, key := range e.member.keys {
		if name == "" && g.count[digestOf(key)] > 0 {
			name, e.member.part = key, parent
		}
	}
	if name == "" && len(g.owner) > 0 {
		if name = g.owner[digestOf(firstValue(e, g.ids))]; name != "" {
			e.member.part = variant
		}
	}
	e.member.hidden = e.member.hidden || name != "" && g.gone[digestOf(name)]
	e.member.group = name
	if e.member.part == parent {
		e.member.id = firstValue(e, g.ids)
	}
	return name
}

// add takes an entry's part and the record made of it, nil when it was left out. When
// it completes a product, this is given to yield.
func (g *grouping) add(name string, e *entry, rec *catalog.Record, yield func(catalog.Record, Place) error) error {
	o := g.open[name]
	if o == nil {
		o = &variantGroup{name: name, first: e.place, more: g.count[digestOf(name)]}
		g.open[name] = o
		g.order = append(g.order, name)
	}
	o.more--
	if rec != nil {
		o.parts = append(o.parts, partRecord{e.member, *rec})
	}
	if o.more > 0 {
		return nil
	}
	if len(g.order) > 2*len(g.open)+64 { // names of what was completed
		g.order = slices.DeleteFunc(g.order, func(n string) bool { return g.open[n] == nil })
	}
	return g.finish(o, yield)
}

// flush gives the products of which parts never came.
func (g *grouping) flush(yield func(catalog.Record, Place) error) error {
	for _, name := range g.order {
		if o := g.open[name]; o != nil {
			if err := g.finish(o, yield); err != nil {
				return err
			}
		}
	}
	return nil
}

func (g *grouping) finish(o *variantGroup, yield func(catalog.Record, Place) error) error {
	delete(g.open, o.name)
	if rec, ok := g.merge(o); ok {
		return yield(rec, o.first)
	}
	return nil
}
