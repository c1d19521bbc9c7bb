package feed

import (
	"context"
	"slices"
	"strconv"

	"shopclerk/catalog"
)

// memberKind says what an entry is of the product that it belongs to.
type memberKind uint8

const (
	wholeProduct memberKind = iota // a product by itself
	variant                        // one of the forms in which the product is sold
	parent                         // what holds for every form; it can not be bought itself
	extra                          // a further picture
)

// membership says to what an entry belongs. Formats in which a product takes several
// rows set it; otherwise the fields of Mapping.Group do.
type membership struct {
	part     memberKind
	group    string            // what all parts of the product call it; "" for a whole
	id       string            // of the product, where its own name is not the one that its parts call it by
	alias    string            // another name by which parts may call the group
	owns     []string          // ids of entries that are variants of it without saying so
	options  []string          // keys of the attributes that tell the variants apart; nil: what differs does
	labels   map[string]string // of the options, where the format gives them others than their keys
	title    string            // of the product, where parts have their own
	unlisted bool              // not sold unless it is a variant of something
	impact   float64           // what a variant without a price costs more than its parent, in major units
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
	take   func(id string, at Place) bool // reserves an id

	count   map[digest]int    // parts by group
	alias   map[digest]string // another name → group
	owner   map[digest]string // id of an entry → group
	options map[digest][]string
	labels  map[digest]map[string]string
	unnamed int // parts that were given an id for want of one that is theirs
	open    map[string]*variantGroup
	order   []string // names of open groups, by their first parts
}

// survey reads the files for the parts of their products, where the mapping groups
// any. Nil is a grouping in which every product is whole.
func survey(ctx context.Context, files []source, m Mapping, opts Options) (*grouping, error) {
	if len(m.Group) == 0 && m.Format == "" {
		return nil, nil
	}
	g := newGrouping(m)
	opts.MaxErrors, opts.OnProblem = -1, nil // told of in the reading that follows
	s := &scanner{ctx: ctx, opts: opts, sum: &Summary{}, mapping: m}
	s.emit = func(e *entry) error {
		if !m.foreign(e) {
			g.survey(e)
		}
		return nil
	}
	if err := s.scan(files); err != nil {
		return nil, err
	}
	g.settle()
	return g, nil
}

func newGrouping(m Mapping) *grouping {
	hints := m.Hints("")
	return &grouping{
		fields: foldAll(m.Group), ids: foldAll(m.ID),
		label:   func(key string) string { return optionName(key, hints) },
		count:   map[digest]int{},
		alias:   map[digest]string{},
		owner:   map[digest]string{},
		options: map[digest][]string{},
		labels:  map[digest]map[string]string{},
		open:    map[string]*variantGroup{},
	}
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

// reserve has the ids of groups taken among those of the products.
func (g *grouping) reserve(ids *identities) {
	if g != nil {
		g.take = func(id string, at Place) bool {
			_, _, ok := ids.take(id, "", at)
			return ok
		}
	}
}

// survey counts an entry's part in the reading before the one that keeps them.
func (g *grouping) survey(e *entry) {
	name := g.named(e)
	if name == "" {
		return
	}
	d := digestOf(name)
	g.count[d]++
	if a := e.member.alias; a != "" && a != name {
		g.alias[digestOf(a)] = name
	}
	for _, id := range e.member.owns {
		g.owner[digestOf(id)] = name
		g.count[d]++
	}
	if len(e.member.options) > 0 {
		g.options[d] = e.member.options
	}
	if len(e.member.labels) > 0 {
		g.labels[d] = e.member.labels
	}
}

// settle ends the survey.
func (g *grouping) settle() {
	for d, name := range g.alias {
		if n := g.count[d]; n > 0 {
			g.count[digestOf(name)] += n
			delete(g.count, d)
		}
	}
}

// named returns the group that an entry names itself part of.
func (g *grouping) named(e *entry) string {
	if e.member.group != "" || e.member.part != wholeProduct {
		return e.member.group
	}
	if name := firstValue(e, g.fields); name != "" {
		e.member.group, e.member.part = name, variant
		e.member.title = firstValue(e, groupTitles)
		return name
	}
	return ""
}

// groupTitles are fields that name the product where others name the variant.
var groupTitles = []string{"item_group_title", "group_title"}

// of returns the group that an entry belongs to, "" for a product by itself.
func (g *grouping) of(e *entry) string {
	if g == nil {
		return ""
	}
	if name := g.named(e); name != "" {
		if real, ok := g.alias[digestOf(name)]; ok {
			name = real
		}
		return name
	}
	if len(g.owner) == 0 {
		return ""
	}
	if name, ok := g.owner[digestOf(firstValue(e, g.ids))]; ok {
		e.member.group, e.member.part = name, variant
		return name
	}
	return ""
}

// rename keeps the id of what can not be bought apart from those of what can: a
// product of one variant often has its id.
func (g *grouping) rename(e *entry) {
	if e.member.part != parent && e.member.part != extra {
		return
	}
	if e.member.part == parent && e.member.id == "" {
		e.member.id = firstValue(e, g.ids)
	}
	g.unnamed++
	id := catalog.Text("\x00" + strconv.Itoa(g.unnamed)) // no feed has it
	found := false
	for i := range e.fields {
		if slices.Contains(g.ids, fold(e.fields[i].key)) {
			e.fields[i].value, found = id, true
		}
	}
	if !found && len(g.ids) > 0 {
		e.add(g.ids[0], id)
	}
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
	delete(g.open, name)
	if len(g.order) > 2*len(g.open)+64 { // names of what was completed
		kept := g.order[:0]
		for _, n := range g.order {
			if g.open[n] != nil {
				kept = append(kept, n)
			}
		}
		g.order = kept
	}
	return g.finish(o, yield)
}

// flush gives the products of which parts never came.
func (g *grouping) flush(yield func(catalog.Record, Place) error) error {
	if g == nil {
		return nil
	}
	for _, name := range g.order {
		if o := g.open[name]; o != nil {
			delete(g.open, name)
			if err := g.finish(o, yield); err != nil {
				return err
			}
		}
	}
	return nil
}

func (g *grouping) finish(o *variantGroup, yield func(catalog.Record, Place) error) error {
	if len(o.parts) == 0 {
		return nil
	}
	rec, ok := g.merge(o)
	if !ok {
		return nil
	}
	return yield(rec, o.first)
}
