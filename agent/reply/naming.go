package reply

import (
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
	"weak"

	"shopclerk/agent/clarify"
	"shopclerk/agent/language"
	"shopclerk/catalog"
)

// Naming is what the values of a column are called when they are offered: a forest in
// which values stand below what people say of several of them. A broader name is
//
//   - of a category, the level above: "Lamps" of "Home > Lamps > Desk lamps";
//   - the family that the language knows: "blue" of "navy";
//   - of a use, place or occasion, the purpose: "outdoors" of "forest trails";
//   - the head that other values share: "leather" of "full-grain leather";
//   - the series, where numbers follow: "GeForce RTX" of "GeForce RTX 3060".
//
// What nobody calls a thing by, a part number or half a page, has no name and is not
// offered.
type Naming struct {
	Names  []clarify.Name
	labels []string // by name
	set    []bool   // by name: the shop gave it
	proper []bool   // by name: it is somebody's, see own
}

// namings keeps the naming of columns as long as they are in use, by weak pointers.
var namings sync.Map

// NamingOf returns the naming of a column of texts, nil for any other.
func NamingOf(c *catalog.Column) *Naming {
	if c.Aspect.Kind != catalog.Single && c.Aspect.Kind != catalog.Multi {
		return nil
	}
	key := weak.Make(c)
	if found, ok := namings.Load(key); ok {
		return found.(*Naming)
	}
	n := NewNaming(c, func(string) string { return "" })
	if _, known := namings.LoadOrStore(key, n); !known {
		runtime.AddCleanup(c, func(key weak.Pointer[catalog.Column]) { namings.Delete(key) }, key)
	}
	return n
}

// draftName is a name under construction.
type draftName struct {
	key, label string
	own        []uint32 // codes that are called exactly this
	most       int      // rows of the commonest of these
	above      *draftName
	narrower   []*draftName // in the order of the values
	set        bool         // by the shop
	loose      bool         // a shared head that is no value itself, and no family: see leastLoose
}

const (
	// leastShared is how many products make of a code a name that people can know.
	leastShared = 3
	// leastLoose is how many values share a head that is no value: two may do so by chance.
	leastLoose = 3
)

// NewNaming makes the naming of a column of texts, in which the shop names some values; "" leaves
// one to the catalogue.
func NewNaming(c *catalog.Column, named func(value string) string) *Naming {
	drafts := map[string]*draftName{}
	var order []*draftName
	plain := map[string]bool{} // keys of the values
	capitals := 0              // values that begin with one, as labels then do
	for _, v := range c.Values {
		plain[keyOf(c, v.Text)] = true
		if r, _ := utf8.DecodeRuneInString(v.Text); unicode.IsUpper(r) {
			capitals++
		}
	}
	draft := func(key, label string) *draftName {
		if drafts[key] == nil {
			drafts[key] = &draftName{key: key, label: label, loose: true}
			order = append(order, drafts[key])
		}
		return drafts[key]
	}
	counts := c.Counts()
	for code, v := range c.Values {
		if name := named(v.Text); name != "" {
			t := draft("\x00"+name, name)
			t.own, t.loose, t.set = append(t.own, uint32(code)), false, true
			continue
		}
		label := OptionName(&c.Aspect, v.Text)
		if label == "" || label != v.Text && counts[code] < leastShared {
			continue
		}
		key, name := keyOf(c, v.Text), v.Text
		// tags: "casual dresses" are "casual" where both are values
		if i := strings.LastIndex(name, " "); i > 0 && c.Aspect.Kind == catalog.Multi && plain[keyOf(c, name[:i])] && sold(name[i+1:]) {
			key, name = keyOf(c, name[:i]), name[:i]
		}
		t := draft(key, label)
		if counts[code] > t.most { // the commonest spelling
			t.label, t.most = label, counts[code]
		}
		t.own, t.loose = append(t.own, uint32(code)), false
		for t.above == nil {
			broader, sure := broaderName(c, name)
			above := keyOf(c, broader)
			if broader == "" || above == t.key || OptionName(&c.Aspect, broader) != broader {
				break
			}
			label := broader
			if 2*capitals > len(c.Values) {
				label = catalog.Capital(broader)
			}
			t.above = draft(above, label)
			t.above.narrower = append(t.above.narrower, t)
			t.above.loose = t.above.loose && !sure
			t, name = t.above, broader
		}
	}
	n := &Naming{}
	for _, t := range order {
		if t.above == nil {
			n.add(t, -1)
		}
	}
	n.distinct(c)
	n.markProper()
	return n
}

// add adds a draft and those below it, without a broader name of a single narrower one or
// one that too few share.
func (n *Naming) add(t *draftName, parent int) {
	kinds := len(t.narrower) + min(len(t.own), 1)
	self := len(n.Names)
	switch {
	case kinds == 1 && len(t.own) > 0:
		n.put(t, t.own, parent)
		return
	case kinds == 1, t.loose && kinds < leastLoose:
		self = parent
	default:
		n.put(t, t.codes(), parent)
		if len(t.own) > 0 {
			n.put(t, t.own, self)
			n.Names[len(n.Names)-1].Plain = true
		}
	}
	for _, below := range t.narrower {
		n.add(below, self)
	}
}

func (n *Naming) put(t *draftName, codes []uint32, parent int) {
	n.Names = append(n.Names, clarify.Name{Codes: codes, Parent: parent})
	n.labels, n.set = append(n.labels, t.label), append(n.set, t.set)
}

// codes returns the codes of a draft and of all below it, ascending.
func (t *draftName) codes() []uint32 {
	out := slices.Clone(t.own)
	for _, below := range t.narrower {
		out = append(out, below.codes()...)
	}
	slices.Sort(out)
	return out
}

// distinct shortens category paths to their last level, but for those that another
// department has too.
func (n *Naming) distinct(c *catalog.Column) {
	if c.Aspect.Key != catalog.KeyCategory {
		return
	}
	times := map[string]int{}
	for i, path := range n.labels {
		if below := n.Names[i].Parent; below < 0 || n.labels[below] != path {
			times[catalog.FoldCase(catalog.LastLevel(path))]++
		}
	}
	for i, path := range n.labels {
		if short := catalog.LastLevel(path); times[catalog.FoldCase(short)] == 1 {
			n.labels[i] = short
		}
	}
}

// Among returns the names with those marked silent that say nothing new: they do not narrow the
// one category in scope, "ring" among rings, are proper names or were said.
func (n *Naming) Among(scope []string, said func(label string) bool) []clarify.Name {
	var category Spoken
	if len(scope) == 1 && !list.MatchString(catalog.LastLevel(scope[0])) { // of "Coats & Jackets" each does
		category.Add(catalog.LastLevel(scope[0]))
	}
	out := slices.Clone(n.Names)
	for i, label := range n.labels {
		out[i].Silent = n.proper[i] || category.Of(label) || said(label)
	}
	return out
}

// Spoken are the words of what was said or ruled out, by their stems.
type Spoken map[string]bool

// Add adds the words of a text.
func (s *Spoken) Add(text string) {
	if *s == nil {
		*s = Spoken{}
	}
	for _, t := range language.Tokenize(text) {
		(*s)[t.Stem] = true
		(*s)[language.Root(t.Form)] = true
	}
}

// Of reports whether all words of a label were spoken.
func (s Spoken) Of(label string) bool {
	toks := language.Tokenize(label)
	return len(toks) > 0 && !slices.ContainsFunc(toks, func(t language.Token) bool { return !s[t.Stem] && !s[language.Root(t.Form)] })
}

// Speaks reports whether one of the names was spoken of.
func (n *Naming) Speaks(spoken Spoken) bool { return slices.ContainsFunc(n.labels, spoken.Of) }

// lowerShare is the share of labels in small letters from which a capital marks a name.
const lowerShare = 0.8

// abbreviation matches what is written in capitals because it is short for something.
var abbreviation = regexp.MustCompile(`^[A-Z0-9-]{3,5}$`)

// markProper marks the names of makers and their lines: all words have capitals where
// nearly all other labels have none. An abbreviation, "IPS", is no such name.
func (n *Naming) markProper() {
	n.proper = make([]bool, len(n.labels))
	small := 0
	for i, label := range n.labels {
		n.proper[i] = !n.set[i] && !abbreviation.MatchString(label) && !slices.ContainsFunc(strings.Fields(label), lower)
		if lower(label) {
			small++
		}
	}
	if float64(small) < lowerShare*float64(len(n.labels)) {
		clear(n.proper)
	}
}

func lower(s string) bool { return !strings.ContainsFunc(s, unicode.IsUpper) }

// Label returns the label of an option of a name.
func (n *Naming) Label(o *clarify.Option) string {
	return strings.ReplaceAll(n.labels[o.Name-1], "_", " ")
}

// keyOf returns the key of a name: names that differ in case, marks, spaces or plural
// share it.
func keyOf(c *catalog.Column, name string) string {
	if c.Aspect.Key == catalog.KeyCategory {
		return name
	}
	if key := language.Key(language.Tokenize(name)); key != "" {
		return strings.ReplaceAll(key, " ", "")
	}
	return name
}

// broaderName returns the name of which a name is one, "" for none; sure where it is so
// whatever the other values are.
func broaderName(c *catalog.Column, name string) (broader string, sure bool) {
	switch c.Aspect.Key {
	case catalog.KeyCategory:
		if i := strings.LastIndex(name, " > "); i >= 0 {
			return name[:i], true
		}
		return "", false
	case catalog.KeyBrand:
		return "", false
	}
	switch language.Topic(c.Aspect.Label, c.Aspect.Unit) {
	case "use", "place", "occasion":
		if purpose := language.Purpose(name); purpose != "" {
			return purpose, true
		}
	}
	for _, l := range language.Languages() {
		for _, family := range l.Families(name) {
			// what values are of is none itself: nobody wants "neckline"
			if !l.TraitName(family) && keyOf(c, family) != keyOf(c, c.Aspect.Label) {
				return family, true
			}
		}
	}
	if i := strings.Index(name, " ("); i > 0 {
		return name[:i], false
	}
	words := strings.Fields(name)
	if len(words) < 2 || list.MatchString(name) || strings.ContainsAny(name[:1], "0123456789") {
		return "", false
	}
	rest := strings.Join(words[1:], " ")
	if strings.ContainsFunc(rest, unicode.IsDigit) {
		return strings.Join(words[:len(words)-1], " "), true
	}
	if !head.MatchString(words[1]) {
		return "", false
	}
	// "leather" of "full-grain leather" and "dress" of "wrap dress", but not the "lake" of
	// "Alder Lake" nor the "sleeves" of "long sleeves"
	last := words[len(words)-1]
	for _, l := range language.Languages() {
		if !l.TraitName(last) && (l.Trait(last) != "" || l.Names(last)) {
			return rest, false
		}
	}
	return "", false
}

// sold reports whether a word names things that are sold.
func sold(word string) bool {
	return slices.ContainsFunc(language.Languages(), func(l *language.Language) bool { return l.Names(word) })
}

var (
	// list matches what names several things, or one with an addition.
	list = regexp.MustCompile(`(?i)[,/&+;|:]|(^|\s)([-–]|and|or|with|for|of|in|on|by|to|from|without|und|oder|mit|für|von|aus|ohne|zum|zur|bis)(\s|$)`)
	// head matches a word that can begin what several names end with: shorter words are
	// sizes and units.
	head = regexp.MustCompile(`\pL.*\pL.*\pL`)
	// unparted matches a list that the importer did not take apart: "Cellulose,Paper", or
	// numbers of models, "B4300, B4350"; "1,000" has no space.
	unparted = regexp.MustCompile(`\\n|; |\pL,\pL|^[^,]*\d[^,]*(, [^,]*\d[^,]*)+$`)
)

const (
	// longestLabel is how many letters an option may have: a line on a phone.
	longestLabel = 40
	// longestCode is up to how many characters people say a code: "AM4", "DDR5", "M.2".
	longestCode = 5
)

// OptionName returns what people call a thing by a value: the value itself or, of a bare number
// that is a size, with its aspect, "Size 38"; "" of a paragraph, a list, another number, what is
// cut off, and of a part number, one word of capitals and digits, but where a thing has to fit it.
func OptionName(a *catalog.Aspect, text string) string {
	if a.Key == catalog.KeyCategory {
		return text
	}
	topic := language.Topic(a.Label, a.Unit)
	digits := strings.ContainsFunc(text, unicode.IsDigit)
	switch n := utf8.RuneCountInString(text); {
	case n > longestLabel, unparted.MatchString(text), unbalanced(text), language.Unasked("shop", text):
		return ""
	case strings.ContainsFunc(text, unicode.IsLetter) && (n <= longestCode || !digits || strings.Contains(text, " ") || strings.ContainsFunc(text, unicode.IsLower)):
		return text
	case strings.Contains(text, "×"), Fits(a) && digits: // a size, as it stands, "1920 × 1080", or "LGA1700"
		return text
	case digits && topic == "size":
		return a.Label + " " + text
	}
	return ""
}

var (
	// aside matches what a name adds in brackets.
	aside = regexp.MustCompile(`\s*\([^()]*\)`)
	// broken matches a name that a program made or cut: digits before letters, a lone letter or
	// number, a mark at its end.
	broken = regexp.MustCompile(`\d\pL{3,}|(^|\s)(\pL|\d+)(\s|$)|[^\pL\pN%.)]$|_|^\d*$`)
)

func unbalanced(text string) bool {
	return strings.ContainsAny(aside.ReplaceAllString(text, ""), "()[]{}")
}

// Worded reports whether people can be asked about an aspect by its name: it is whole, of a few
// words, and what shoppers know and care about.
func Worded(a *catalog.Aspect) bool {
	switch a.Key {
	case catalog.KeyPrice, catalog.KeyBrand, catalog.KeyCategory:
		return true
	}
	const longest, words = 32, 4
	name := aside.ReplaceAllString(a.Label, "")
	return utf8.RuneCountInString(name) <= longest && len(strings.Fields(name)) <= words && !unbalanced(name) && !broken.MatchString(name) && !language.Unasked("shop", name)
}

// Fits reports whether an aspect says what a thing has to fit: a device, a socket, a form.
func Fits(a *catalog.Aspect) bool {
	topic := language.Topic(a.Label, a.Unit)
	return topic == "fits" || topic == "fit"
}
