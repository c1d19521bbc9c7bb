package search

import (
	"reflect"
	"slices"
	"strings"

	"shopclerk/catalog"
)

// Op says what a [Change] does.
type Op string

// The operations. Each names the fields of Change that it reads.
const (
	AddWords Op = "words"    // Words: free text for retrieval; Refs: the products that it names by itself
	Without  Op = "without"  // Words: what the product's own text must not say
	SetScope Op = "scope"    // Categories: the shopper looks among these; empty means the whole shop
	AddLimit Op = "limit"    // Condition, Not: must hold (or must not)
	AddWish  Op = "wish"     // Condition: should hold; replaces an earlier wish about the same aspect, and that it does not matter
	Answered Op = "answer"   // Answer: a question and what was ticked
	SkipSeen Op = "skipseen" // Refs: products the shopper has seen and does not want ("anything else")
	Drop     Op = "drop"     // Target: takes back one earlier change
	Reset    Op = "reset"    // start over
	Like     Op = "like"     // Refs: a product that what is wanted is like, but for what else is said; replaces an earlier one
	SortBy   Op = "sort"     // Key, Down: the list stands in the order of a number; no Key: by relevance again
	Hush     Op = "hush"     // ask nothing more: the shopper wants to see products only
	Unhush   Op = "unhush"   // ask again
)

// Change is what one piece of a message, or one click, adds to or takes from the
// need. A conversation is a list of changes; [Fold] makes the need of them.
type Change struct {
	ID         int                `json:"id"` // unique in its conversation, ascending
	Turn       int                `json:"turn"`
	Op         Op                 `json:"op"`
	Text       string             `json:"text,omitempty"` // the shopper's own words or the option's label: what its chip says
	Words      []string           `json:"words,omitempty"`
	Weak       bool               `json:"weak,omitempty"`       // of words: they rank, and are no demand; of a wish: it may not be meant
	Exact      bool               `json:"exact,omitempty"`      // of words, a scope or a wish: looked for as said, without correction
	Said       string             `json:"said,omitempty"`       // of a scope or wish: the message's words it was read from, for retrieval; of words: the query that they are of
	Categories []string           `json:"categories,omitempty"` // category paths
	Condition  *catalog.Condition `json:"condition,omitempty"`
	Figure     *Figure            `json:"figure,omitempty"` // of a wish: the number that its Condition's range lies around
	Not        bool               `json:"not,omitempty"`
	Also       bool               `json:"also,omitempty"` // of a wish: beside earlier ones about the same aspect, of which a product can have several values
	Answer     *Answer            `json:"answer,omitempty"`
	Refs       []string           `json:"refs,omitempty"` // product ids: they outlive a new import, refs do not
	Target     int                `json:"target,omitempty"`
	Key        string             `json:"key,omitempty"`  // of an order: the aspect
	Down       bool               `json:"down,omitempty"` // of an order: the highest number first
}

// Figure is one number as the shopper said it: "750 ml", "1 TB". The range of its
// condition is as wide as what still counts as that number, in the aspect's unit.
type Figure struct {
	Number float64 `json:"number"`
	Unit   string  `json:"unit,omitempty"` // that was said; "": none was, and it is in the aspect's own
}

// Answer is a question as it was shown and what the shopper did with it. The options are kept because they were
// made for the belief of that moment: what "Other" means depends on them.
type Answer struct {
	Key     string              `json:"key"` // the aspect
	Options []catalog.Condition `json:"options"`
	Labels  []string            `json:"labels"`
	Picked  []int               `json:"picked,omitempty"` // indexes into Options, ascending
	Other   bool                `json:"other,omitempty"`  // "something else"
	None    bool                `json:"none,omitempty"`   // "no preference"
}

// Skipped reports that the question was shown and not answered: no evidence, but reason not to ask it again at once.
func (a *Answer) Skipped() bool { return len(a.Picked) == 0 && !a.Other && !a.None }

// Limit is a demand that filters hard.
type Limit struct {
	Change    int
	Text      string
	Condition catalog.Condition
	Not       bool
	Said      string // the shopper's words for what is ruled out, "" where it was clicked
}

// Evidence is a demand that weighs: a wish from a message, or an answer. A wish
// is an answer to a question with one option.
type Evidence struct {
	Change int
	Turn   int
	Text   string
	Answer Answer
	Said   bool    // from the shopper's own words rather than from a question
	Words  string  // those words
	Exact  bool    // which are looked for as said
	Figure *Figure // the one number that was said; nil: none was, or more than one
}

// Need is what the shopper is after: the fold of a conversation's changes.
type Need struct {
	Scope       []string // category paths, sorted; empty: the whole shop
	ScopeChange int
	ScopeWords  string // the shopper's own words for the scope
	ScopeExact  bool   // which are looked for as said
	Words       []Words
	Said        string  // a query as it was said, to retrieve by in place of the words; "": these
	Without     []Words // what is not wanted in words alone; Text is one of Change.Words
	Limits      []Limit
	Evidence    []Evidence
	Like        *Likeness // nil: like no product that was pointed at
	Seen        []string  // product ids not to show again, sorted
	Quiet       bool      // the shopper wants no questions
	Order       Order     // that the list was asked for in; ByRelevance when in none
}

// Likeness is a wish for products like one. That one is not shown again.
type Likeness struct {
	Change int
	Text   string
	ID     string // of the product
}

// Words is free text and the change it came with.
type Words struct {
	Change int
	Text   string
	Exact  bool     // looked for as said: its correction was refused
	Names  []string // ids of the products that it names by itself; nil: none
	Weak   bool     // it ranks, and is no demand
}

// Named lists the ids of the products that the need's words name: by id, title or model
// number. Where anything else is asked for, the words only rank.
func (n *Need) Named() []string {
	var out []string
	for _, w := range n.Words {
		if len(w.Names) == 0 || len(n.Without) > 0 || !n.OnlyWords() {
			return nil
		}
		out = append(out, w.Names...)
	}
	return out
}

// Texts lists what is demanded in words alone, in the order it was said, each once: the
// need's free words but for names of products, those that only rank and those that a wish was read from as well ("brass" beside
// "Colour: brass"), which are kept to find by.
func (n *Need) Texts() []string {
	var out []string
	for _, w := range n.Words {
		wished := slices.ContainsFunc(n.Evidence, func(e Evidence) bool { return strings.EqualFold(e.Words, w.Text) })
		if !wished && !w.Weak && len(w.Names) == 0 && !slices.Contains(out, w.Text) {
			out = append(out, w.Text)
		}
	}
	return out
}

// Query joins the need's free words, in the order they were said.
func (n *Need) Query() string {
	q := ""
	for i, w := range n.Words {
		if i > 0 {
			q += " "
		}
		q += w.Text
	}
	return q
}

// exact lists the words of the need that are looked for as they were said.
func (n *Need) exact() []string {
	var out []string
	for _, w := range n.Words {
		if w.Exact {
			out = append(out, strings.Fields(w.Text)...)
		}
	}
	for _, e := range n.Evidence {
		if e.Exact {
			out = append(out, strings.Fields(e.Words)...)
		}
	}
	if n.ScopeExact {
		out = append(out, strings.Fields(n.ScopeWords)...)
	}
	return out
}

// OnlyWords reports that words are all that the need asks for.
func (n *Need) OnlyWords() bool {
	return len(n.Words) > 0 && len(n.Scope)+len(n.Limits)+len(n.Evidence) == 0 && n.Like == nil
}

// onlyScope reports that the need's words name its category and nothing else.
func (n *Need) onlyScope() bool { return n.ScopeWords != "" && n.Retrieval() == n.ScopeWords }

// Retrieval is the text to retrieve by: all that was said of what is wanted, also
// what became a category or a wish, because titles say it too.
func (n *Need) Retrieval() string {
	if n.Said != "" {
		return n.Said
	}
	query := n.Query()
	for _, e := range n.Evidence {
		if e.Words != "" && !strings.Contains(query, e.Words) {
			query += " " + e.Words
		}
	}
	if !strings.Contains(query, n.ScopeWords) {
		query += " " + n.ScopeWords
	}
	return strings.TrimSpace(query)
}

// Beyond is the need's words and limits outside of the category that the words name. false: they
// name none.
func (n *Need) Beyond() (Need, bool) {
	if n.ScopeWords == "" || len(n.Scope) == 0 {
		return Need{}, false
	}
	elsewhere := Limit{Condition: n.Category().Demand.Condition, Not: true}
	return Need{Words: []Words{{Text: n.Retrieval()}}, Without: n.Without, Seen: n.Seen, Limits: append(slices.Clip(n.Limits), elsewhere)}, true
}

// Category is the need's scope as a test of products.
func (n *Need) Category() Wanted {
	return Wanted{Change: n.ScopeChange, Text: n.ScopeWords, Demand: catalog.Demand{Condition: catalog.Condition{Key: catalog.KeyCategory, Values: n.Scope}}}
}

// Settles reports whether asking about an aspect would show that nobody listened: the shopper
// has said what they want of it or do not want, that they do not care, or orders the list by it.
func (n *Need) Settles(key string) bool {
	order, _ := n.Order.Key()
	return order == key || slices.ContainsFunc(n.Limits, func(l Limit) bool { return l.Condition.Key == key }) ||
		slices.ContainsFunc(n.Evidence, func(e Evidence) bool { return e.Answer.Key == key && (e.Said || e.Answer.None) })
}

// keys lists the aspects the need speaks of, sorted.
func (n *Need) keys() []string {
	var out []string
	for _, l := range n.Limits {
		out = append(out, l.Condition.Key)
	}
	for _, e := range n.Evidence {
		out = append(out, e.Answer.Key)
	}
	if key, _ := n.Order.Key(); key != "" {
		out = append(out, key)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Empty reports that nothing has been asked for.
func (n *Need) Empty() bool {
	return len(n.Scope) == 0 && len(n.Words)+len(n.Without) == 0 && len(n.Limits) == 0 && len(n.Evidence) == 0 && n.Like == nil
}

// Fold makes a need of a conversation's changes. It is pure, and changes that
// speak of different things commute: the need sorts by change ID what order of
// arrival must not decide. Dropping a change gives the need as if it had never
// been made.
func Fold(changes []Change) Need {
	var n Need
	for _, c := range standing(changes) {
		n.apply(c)
	}
	slices.Sort(n.Seen)
	n.Seen = slices.Compact(n.Seen)
	return n
}

// standing returns the changes that were not taken back, by ID.
func standing(changes []Change) []Change {
	ordered := slices.Clone(changes)
	slices.SortStableFunc(ordered, func(a, b Change) int { return a.ID - b.ID })
	dropped := map[int]bool{}
	for _, c := range slices.Backward(ordered) { // a drop that was itself dropped has no say
		if c.Op == Drop && c.Target < c.ID && !dropped[c.ID] {
			dropped[c.Target] = true
		}
	}
	return slices.DeleteFunc(ordered, func(c Change) bool { return dropped[c.ID] })
}

// InForce returns the changes that [Fold] makes the need of, by ID: those that were
// not taken back and came after the latest new start, which is the first of them
// where there was one.
func InForce(changes []Change) []Change {
	now := standing(changes)
	for i, x := range slices.Backward(now) {
		if x.Op == Reset {
			return now[i:]
		}
	}
	return now
}

// Renew adds to what is said next the taking back of what it says again: "black" once more, or
// "black and wireless" after "black", where both are words. It is in force once then, as the
// last to be said.
func Renew(changes, next []Change) []Change {
	out := slices.Clip(next)
	for _, x := range InForce(changes) {
		if slices.ContainsFunc(next, func(c Change) bool { return c.repeats(&x) }) {
			out = append(out, Change{Op: Drop, Target: x.ID})
		}
	}
	return out
}

// repeats reports whether a change says all that an earlier one does.
func (c *Change) repeats(x *Change) bool {
	switch {
	case c.Op != x.Op || c.Not != x.Not:
	case c.Op == AddWords, c.Op == Without:
		return !slices.ContainsFunc(x.Words, func(w string) bool {
			return !slices.ContainsFunc(c.Words, func(now string) bool { return strings.EqualFold(w, now) })
		})
	case c.Op == AddWish, c.Op == AddLimit:
		return reflect.DeepEqual(c.Condition, x.Condition)
	case c.Op == Answered:
		return c.Answer != nil && x.Answer != nil && c.Answer.None && x.Answer.None && c.Answer.Key == x.Answer.Key
	}
	return false
}

// Restate returns the changes that say anew what is wanted of an aspect: whatever
// says it now is taken back, also what a later wish has put aside and would come
// back with it, and the condition becomes a limit. nil asks nothing of the aspect.
// "Not leather" stays: it says what is not wanted.
func Restate(changes []Change, key string, c *catalog.Condition, text string) []Change {
	var out []Change
	for _, x := range InForce(changes) {
		if x.wants(key) {
			out = append(out, Change{Op: Drop, Target: x.ID})
		}
	}
	if c != nil {
		out = append(out, Change{Op: AddLimit, Text: text, Condition: c})
	}
	return out
}

// wants reports whether a change says what is wanted of an aspect.
func (c *Change) wants(key string) bool {
	switch c.Op {
	case AddLimit, AddWish:
		return c.Condition != nil && c.Condition.Key == key && !(c.Op == AddLimit && c.Not)
	case Answered:
		return c.Answer != nil && c.Answer.Key == key && !c.Answer.Skipped()
	}
	return false
}

func (n *Need) apply(c Change) {
	switch c.Op {
	case Reset:
		*n = Need{}
	case AddWords:
		if c.Said != "" {
			n.Said = c.Said
		}
		for _, w := range c.Words {
			n.Words = append(n.Words, Words{Change: c.ID, Text: w, Exact: c.Exact, Names: c.Refs, Weak: c.Weak})
		}
	case Without:
		for _, w := range c.Words {
			n.Without = append(n.Without, Words{Change: c.ID, Text: w})
		}
	case SetScope:
		n.Scope = slices.Clone(c.Categories)
		slices.Sort(n.Scope)
		n.ScopeChange, n.ScopeWords, n.ScopeExact = c.ID, c.Said, c.Exact
	case AddLimit:
		if c.Condition != nil {
			n.limit(Limit{Change: c.ID, Text: c.Text, Condition: *c.Condition, Not: c.Not, Said: c.Said})
		}
	case AddWish:
		if c.Condition != nil {
			n.Evidence = slices.DeleteFunc(n.Evidence, func(e Evidence) bool {
				return e.Answer.Key == c.Condition.Key && (e.Said && !c.Also || e.Answer.None)
			})
			n.Evidence = append(n.Evidence, Evidence{Change: c.ID, Turn: c.Turn, Text: c.Text, Said: true, Words: c.Said, Exact: c.Exact, Figure: c.Figure, Answer: Answer{
				Key: c.Condition.Key, Options: []catalog.Condition{*c.Condition}, Labels: []string{c.Text}, Picked: []int{0},
			}})
		}
	case Answered:
		if c.Answer != nil {
			n.Evidence = append(n.Evidence, Evidence{Change: c.ID, Turn: c.Turn, Text: c.Text, Answer: *c.Answer})
		}
	case SkipSeen:
		n.Seen = append(n.Seen, c.Refs...)
	case Like:
		if len(c.Refs) > 0 {
			n.Like = &Likeness{Change: c.ID, Text: c.Text, ID: c.Refs[0]}
			n.Seen = append(n.Seen, c.Refs[0])
		}
	case SortBy:
		n.Order = OrderOf(c.Key, c.Down)
	case Hush:
		n.Quiet = true
	case Unhush:
		n.Quiet = false
	}
}

// limit adds a limit; a later range about an aspect replaces an earlier one and a number that was wished for:
// "under 50" after "under 80" is a correction.
func (n *Need) limit(l Limit) {
	if l.Condition.Range != nil {
		n.Evidence = slices.DeleteFunc(n.Evidence, func(e Evidence) bool {
			return e.Figure != nil && e.Answer.Key == l.Condition.Key && !l.Not
		})
		n.Limits = slices.DeleteFunc(n.Limits, func(o Limit) bool {
			return o.Condition.Range != nil && o.Condition.Key == l.Condition.Key && o.Not == l.Not
		})
	}
	n.Limits = append(n.Limits, l)
}
