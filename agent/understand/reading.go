package understand

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

// Context is what a message is read against. The zero value is the start of a
// conversation.
type Context struct {
	Need     search.Need
	Currency string          // the shop's, ISO 4217
	Shown    []Shown         // the products on the shopper's page, in any order
	Language *words.Language // of texts and notes; nil: English
	// Tongue is the language that the message is read in; nil: the one it shows, and
	// where it shows none that of Language.
	Tongue *language.Language
	// Wide leaves the scope as it is: names of categories are words like others.
	// It is for a second reading, where the first looked in the wrong place.
	Wide bool
	// Revising says that the message changes what was said: a bare number stands for the
	// one that was.
	Revising bool
	// Query says that the message is a query and no part of a conversation: whatever it
	// names is looked for.
	Query bool
	// Sorting says that words of measure are about the order of the list.
	Sorting bool
}

// Shown is a product on the shopper's page.
type Shown struct {
	ID    string
	Price catalog.Price
}

// Reading is what a message says.
type Reading struct {
	// Changes are what it does to the need, with ID and Turn left 0. At most
	// one of them is AddWords, and it is the last.
	Changes []search.Change
	// Notes are remarks for the shopper, as whole sentences.
	Notes []string
	// Unplaced are words that the catalogue does not know, and no everyday ones. They
	// are in no change. Barred are those of them that the shopper does not want:
	// retrieval would look for them.
	Unplaced, Barred []string
	// Loose are the words of AddWords that are a value of no aspect in scope, as they are
	// looked for, with the shopper's own words for them.
	Loose map[string]string
	// Kinds are the kinds of product that may be meant where what is told speaks for several and
	// for none plainly enough to be looked at, likeliest first.
	Kinds []Meant
	// Unsold are names of things that were asked for and are no kind of product here;
	// Nearest are paths of the categories that are nearest to them.
	Unsold  []string
	Nearest []string
	// Certain says that the scope was named in full, and not by the end of a name alone:
	// "lamp" is the end of "projector lamp" too.
	Certain bool
	// Told says that what the message names is a part of what it tells, and nothing that is
	// wanted: "bought the wrong ink".
	Told bool
	// Spans tell what became of every piece of the message, in order. Together
	// they cover every letter and digit of it.
	Spans []Span
}

// Meant is one meaning.
type Meant struct {
	Text   string        // what its chip says
	Change search.Change // that it makes, with Said left out
	Share  float64       // of the belief, 0..1
}

// Span is a piece of the message, in bytes, and what became of it.
type Span struct {
	Start, End int
	As         As
	Change     int // index into Changes when As is Placed
}

// As says what became of a piece of a message.
type As uint8

// What can become of a piece.
const (
	undecided As = iota
	Placed       // it became a change other than AddWords
	Word         // it is among the words for retrieval
	Filler       // politeness, glue and operators, which carry nothing alone
	Refused      // it is among Unplaced
	Moot         // understood, with nothing to change
)

// Understand reads a message. It is pure and deterministic, and safe for
// concurrent use. A message of any content and length is read; the package
// comment has the rules. What is beyond the head of a text, see [language.Head], is moot.
func (v *Vocabulary) Understand(message string, in Context) Reading {
	head := language.Head(message)
	r := v.newReader(head, in)
	names, aims := r.about()
	a := aims[0]
	r.scope = a.scope
	resetting := r.resetting

	r.segs = r.segment(r.live)
	r.resetting = resetting
	if keys := r.waived(); len(keys) > 0 {
		r.scope = r.needScope
		r.waive(0, len(r.segs), keys)
		return r.reading()
	}
	r.commands()
	r.unimportant()
	r.negations()
	r.aimAt(&a, names)
	kinds := r.kinds(aims)
	r.takeStances()
	r.takeUnneeded()
	r.placeAmounts()
	r.placeValues()
	r.placeComparisons()
	r.placeRest()
	r.keepChunks()
	out := r.reading()
	out.Kinds = kinds
	out.Certain = r.sure || slices.ContainsFunc(a.mentions, func(k int) bool { return names[k].rank < rankTail })
	if len(head) < len(message) {
		out.Spans = append(out.Spans, Span{Start: len(head), End: len(message), As: Moot})
	}
	return out
}

// about returns the names of categories in the clause, and the ways to take what it is
// about, likeliest first. Without what tells where words lead, the rules decide.
func (r *reader) about() ([]mention, []aim) {
	r.segs = r.segment(func(ref) bool { return true })
	r.commands()
	r.negations()
	names := r.nameScope()
	rule := r.ruled(names)
	if r.in.Wide || r.in.Query || r.v.leads == nil {
		return names, []aim{rule}
	}
	return names, r.aims(names, rule)
}

// reader is the state of reading one message.
type reader struct {
	v       *Vocabulary
	lang    *language.Language
	in      Context
	message string
	toks    []language.Token
	chunks  []language.Chunk
	segs    []segment
	drafts  []draft
	roles   []language.Role    // by token, see stanceRole
	wanting map[[2]int]float64 // by where the name of a thing begins and ends, see wants

	needScope []bool // by category: the scope before the message; nil for the whole shop
	scope     []bool // by category: what the shopper looks among now; nil for the whole shop
	refused   []int  // tokens at which names of categories stand that were left out
	unneeded  []unneeded
	passed    []int // and that are no longer looked for
	resetting bool
	sure      bool // a word of the message has told apart what shares the end of a name
	notes     []string

	unsold  productName // what is asked for and not sold
	notSold bool
}

// draft is a change that is being put together.
type draft struct {
	change search.Change
	said   string    // in place of the words of its segments
	order  int       // position among the changes: reset, scope, then by place
	ends   [2]string // of a range between numbers that will both do: the lowest and the highest, as said
}

// standingScope returns the need's scope by category, nil for the whole shop.
func (r *reader) standingScope() []bool {
	scope := make([]bool, len(r.v.categories))
	for i, c := range r.v.categories {
		scope[i] = slices.ContainsFunc(r.in.Need.Scope, func(path string) bool { return c.path == path || strings.HasPrefix(c.path, path+" > ") })
	}
	if !some(scope) {
		return nil
	}
	return scope
}

// live reports whether a meaning counts in the scope: categories always do,
// values and labels when a product in scope has them.
func (r *reader) live(m ref) bool {
	e := &r.v.entries[m.entry]
	return e.kind == aCategory || e.countIn(r.scope) > 0
}

// countIn returns the number of products in a scope that an entry counts; a nil
// scope is the whole shop.
func (e *entry) countIn(scope []bool) int {
	n := 0
	for _, t := range e.in {
		if scope == nil || scope[t.category] {
			n += t.count
		}
	}
	return n
}

// add starts a change for a segment and returns its index.
func (r *reader) add(seg int, c search.Change, order int) int {
	r.drafts = append(r.drafts, draft{change: c, order: order})
	d := len(r.drafts) - 1
	r.place(seg, d)
	return d
}

// place makes a segment part of a change.
func (r *reader) place(seg, d int) {
	r.segs[seg].as, r.segs[seg].draft = Placed, d
}

// text returns the shopper's own words of segments [from, to).
func (r *reader) text(from, to int) string {
	return r.message[r.toks[r.segs[from].from].Start:r.toks[r.segs[to-1].to-1].End]
}

// reading puts the changes in order and says what became of every token.
func (r *reader) reading() Reading {
	out := Reading{Notes: r.notes, Told: r.onlyTells()}
	order := make([]int, len(r.drafts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return r.drafts[a].order - r.drafts[b].order })
	index := make([]int, len(r.drafts))
	for i, d := range order {
		index[d] = i
		c := r.drafts[d].change
		if c.Op == search.SetScope || c.Op == search.AddWish || c.Not {
			c.Said = strings.Join(r.runs(func(s *segment) bool { return s.as == Placed && s.draft == d }), " ")
			if c.Said == "" {
				c.Said = r.drafts[d].said
			}
		}
		out.Changes = append(out.Changes, c)
	}
	if words := r.runs(func(s *segment) bool { return s.as == Word && s.negated }); len(words) > 0 {
		text := r.in.Language.T("talk.not-values", "Values", strings.Join(words, r.in.Language.T("language.or")))
		out.Changes = append(out.Changes, search.Change{Op: search.Without, Text: text, Words: words})
	}
	if words := r.runs(func(s *segment) bool { return s.as == Word && !s.negated || s.keep }); len(words) > 0 {
		out.Changes = append(out.Changes, search.Change{Op: search.AddWords, Text: strings.Join(words, " "), Words: words})
	}
	out.Unplaced = r.runs(func(s *segment) bool { return s.as == Refused && !s.negated })
	out.Barred = r.runs(func(s *segment) bool { return s.as == Refused && s.negated })
	out.Unplaced = append(out.Unplaced, out.Barred...)
	if r.notSold {
		out.Unsold = []string{r.message[r.toks[r.unsold.from].Start:r.toks[r.unsold.to-1].End]}
		out.Nearest = r.nearest(r.unsold)
	}
	for i := range r.segs {
		s := &r.segs[i]
		if s.mark {
			continue
		}
		if s.as == Word && !s.negated {
			r.loose(i, &out)
		}
		sp := Span{Start: r.toks[s.from].Start, End: r.toks[s.to-1].End, As: s.as}
		if s.as == Placed {
			sp.Change = index[s.draft]
		}
		out.Spans = append(out.Spans, sp)
	}
	return out
}

// loose notes the words of segment i, which stayed words, that are a value of nothing.
func (r *reader) loose(i int, out *Reading) {
	s := &r.segs[i]
	if out.Loose == nil {
		out.Loose = map[string]string{}
	}
	if s.english != "" {
		if !r.isValue(stemsOf(language.Tokenize(s.english))) {
			for _, w := range strings.Fields(s.english) {
				out.Loose[w] = r.whole(s.from)
			}
		}
		return
	}
	for k := s.from; k < s.to; k++ {
		if t := &r.toks[k]; t.Kind == language.Word && (!r.isValue([]string{t.Stem}) || r.person(i)) {
			out.Loose[r.message[t.Start:t.End]] = r.whole(k)
		}
	}
}

// whole is what the shopper wrote without a gap around a token.
func (r *reader) whole(tok int) string {
	c := r.chunks[tok]
	return r.message[r.toks[c.From].Start:r.toks[c.To-1].End]
}

// isValue reports whether a phrase, by its stems, is a value in the shop of an aspect that
// products in scope have: red, where the red ones are elsewhere.
func (r *reader) isValue(stems []string) bool {
	return slices.ContainsFunc(r.v.find(phraseKey(nil, stems)), func(m ref) bool {
		e := &r.v.entries[m.entry]
		return e.kind == aValue && m.rank <= rankSynonym && r.v.aspects[e.aspect].within(r.scope)
	})
}

// keepChunks keeps the placed parts of what the shopper wrote as one word when
// other parts of it go to retrieval: "t-shirt" is searched for, not "t".
func (r *reader) keepChunks() {
	for i := 0; i < len(r.segs); {
		c := r.chunks[r.segs[i].from]
		searched := false
		j := i
		for ; j < len(r.segs) && r.chunks[r.segs[j].from] == c; j++ {
			searched = searched || r.segs[j].as == Word
		}
		for ; searched && i < j; i++ {
			if s := &r.segs[i]; s.as == Placed && !s.negated && s.to <= c.To {
				s.keep = true
			}
		}
		i = j
	}
}

// runs returns the shopper's own spelling of the segments that are picked,
// neighbours in one text.
func (r *reader) runs(pick func(*segment) bool) []string {
	var out []string
	from := -1
	flush := func(to int) {
		if from >= 0 {
			out = append(out, strings.Join(strings.Fields(r.text(from, to)), " "))
		}
		from = -1
	}
	for i := range r.segs {
		s := &r.segs[i]
		glue := s.mark && from >= 0 && r.toks[s.from].Glued && i+1 < len(r.segs) &&
			r.toks[r.segs[i+1].from].Glued && pick(&r.segs[i+1]) && (language.Joins(&r.toks[s.from]) || r.toks[s.from].Form == "/")
		switch {
		case pick(s) && s.english != "":
			flush(i)
			out = append(out, s.english)
		case pick(s) && from < 0:
			from = i
		case !pick(s) && !glue:
			flush(i)
		case pick(s) && s.keep != r.segs[i-1].keep && r.chunks[s.from] != r.chunks[r.segs[i-1].from]:
			flush(i) // what a wish was read from beside other words
			from = i
		}
	}
	flush(len(r.segs))
	return out
}
