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
	n := newNaming(c)
	if _, known := namings.LoadOrStore(key, n); !known {
		runtime.AddCleanup(c, func(key weak.Pointer[catalog.Column]) { namings.Delete(key) }, key)
	}
	return n
}

// draftName is a name in the making.
type draftName struct {
	label    string
	own      []uint32 // codes that are called just this
	most     int      // rows of the commonest of these
	above    string   // key of the broader term, "" for none
	narrower []string // keys, in the order of the values
	loose    bool     // a shared head that is no value itself, and no family: see most
}

// leastShared is how many products make of a code a name that people can know.
const leastShared = 3

// leastLoose is how many values share a head that none of them is, at least: two may do so by chance.
const leastLoose = 3

func newNaming(c *catalog.Column) *Naming {
	terms := map[string]*draftName{}
	var order []string // keys as they were met
	upper := capitals(c.Values)
	counts := c.Counts()
	plain := map[string]bool{} // keys of the values
	for _, v := range c.Values {
		plain[keyOf(c, v.Text)] = true
	}
	meet := func(key, label string) *draftName {
		t := terms[key]
		if t == nil {
			t = &draftName{label: label, loose: true}
			terms[key] = t
			order = append(order, key)
		}
		return t
	}
	for code, v := range c.Values {
		label := Called(&c.Aspect, v.Text)
		if label == "" || label != v.Text && counts[code] < leastShared {
			continue
		}
		key, name := keyOf(c, v.Text), v.Text
		// tags: "casual dresses" are "casual" where both are said
		if i := strings.LastIndex(name, " "); i > 0 && c.Aspect.Kind == catalog.Multi && plain[keyOf(c, name[:i])] && sold(name[i+1:]) {
			key, name = keyOf(c, name[:i]), name[:i]
		}
		t := meet(key, label)
		if counts[code] > t.most { // the commonest spelling
			t.label, t.most = label, counts[code]
		}
		t.own, t.loose = append(t.own, uint32(code)), false
		for t.above == "" {
			broader, sure := broaderName(c, name)
			above := keyOf(c, broader)
			if broader == "" || above == key || Called(&c.Aspect, broader) != broader {
				break
			}
			b := meet(above, cased(broader, upper))
			b.loose = b.loose && !sure
			t.above = above
			b.narrower = append(b.narrower, key)
			t, key, name = b, above, broader
		}
	}
	n := &Naming{}
	for _, key := range order {
		if terms[key].above == "" {
			n.add(terms, key, -1)
		}
	}
	n.distinct(c)
	n.own()
	return n
}

// add adds a term and those below it; a broader name of a single narrower one is left
// out, and so is one that too few share.
func (n *Naming) add(terms map[string]*draftName, key string, parent int) {
	t := terms[key]
	kinds := len(t.narrower)
	if len(t.own) > 0 {
		kinds++
	}
	self := len(n.Names)
	switch {
	case kinds == 1 && len(t.own) > 0:
		n.put(t.own, t.label, parent)
		return
	case kinds == 1, t.loose && kinds < leastLoose:
		self = parent
	default:
		n.put(t.codes(terms), t.label, parent)
		if len(t.own) > 0 {
			n.put(t.own, t.label, self)
			n.Names[len(n.Names)-1].Plain = true
		}
	}
	for _, below := range t.narrower {
		n.add(terms, below, self)
	}
}

func (n *Naming) put(codes []uint32, label string, parent int) {
	n.Names = append(n.Names, clarify.Name{Codes: codes, Parent: parent})
	n.labels = append(n.labels, label)
}

// codes are those of a term and of all below it, ascending.
func (t *draftName) codes(terms map[string]*draftName) []uint32 {
	out := slices.Clone(t.own)
	for _, key := range t.narrower {
		out = append(out, terms[key].codes(terms)...)
	}
	slices.Sort(out)
	return out
}

// distinct sees to it that no two names of which neither holds the other read the same:
// categories of one name in two departments get these before them.
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

// Among returns the names of tags, those silent that say no more than the one category does
// that is looked through, "ring" among rings, and those that are somebody's: "Starglow".
func (n *Naming) Among(scope []string) []clarify.Name {
	said := map[string]bool{}
	var toks []language.Token
	if len(scope) == 1 {
		toks = language.Tokenize(catalog.LastLevel(scope[0]))
	}
	if !slices.ContainsFunc(toks, func(t language.Token) bool { return t.Kind == language.Mark || joining[t.Form] }) {
		for _, t := range toks { // of "Coats & Jackets" either does say something
			said[t.Stem] = true
		}
	}
	out := slices.Clone(n.Names)
	for i, label := range n.labels {
		out[i].Silent = n.proper[i] || !slices.ContainsFunc(language.Tokenize(label), func(t language.Token) bool { return !said[t.Stem] })
	}
	return out
}

// lowerShare is the share of tags in small letters from which a capital tells a name.
const lowerShare = 0.8

// abbreviation matches what is written in capitals because it is short for something.
var abbreviation = regexp.MustCompile(`^[A-Z0-9-]{2,5}$`)

// own marks the names all of whose words have capitals, where nearly all others have none:
// a maker or a line of theirs, which says nothing to who does not know it. An abbreviation,
// "IPS", is no such name.
func (n *Naming) own() {
	n.proper = make([]bool, len(n.labels))
	small := 0
	for i, label := range n.labels {
		words := strings.Fields(label)
		n.proper[i] = !abbreviation.MatchString(label) && !slices.ContainsFunc(words, func(w string) bool { return !strings.ContainsFunc(w, unicode.IsUpper) })
		if !strings.ContainsFunc(label, unicode.IsUpper) {
			small++
		}
	}
	if float64(small) < lowerShare*float64(len(n.labels)) {
		clear(n.proper)
	}
}

// Label is what an option of a name says.
func (n *Naming) Label(o *clarify.Option) string {
	return strings.ReplaceAll(n.labels[o.Name-1], "_", " ")
}

// keyOf tells names apart: those that differ in case, marks, spaces or plural are one.
func keyOf(c *catalog.Column, name string) string {
	if c.Aspect.Key == catalog.KeyCategory {
		return name
	}
	if key := language.Key(language.Tokenize(name)); key != "" {
		return strings.ReplaceAll(key, " ", "")
	}
	return name
}

// broaderName is what people say of a name and of others like it, "" for nothing; sure
// where they say so whatever the others are.
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
	if len(words) < 2 || listed(words) || startsWithDigit(words[0]) {
		return "", false
	}
	if slices.ContainsFunc(words[1:], func(w string) bool { return strings.ContainsFunc(w, unicode.IsDigit) }) {
		return strings.Join(words[:len(words)-1], " "), true
	}
	last := words[len(words)-1]
	head := strings.Join(words[1:], " ")
	if !isHead(words[1]) {
		return "", false
	}
	// "leather" of "full-grain leather" and "dress" of "wrap dress", but not the "lake" of
	// "Alder Lake" nor the "sleeves" of "long sleeves"
	for _, l := range language.Languages() {
		if !l.TraitName(last) && (l.Trait(last) != "" || l.Product(language.Tokenize(last), 0) > 0) {
			return head, false
		}
	}
	return "", false
}

// sold reports whether a word names things that are sold.
func sold(word string) bool {
	return slices.ContainsFunc(language.Languages(), func(l *language.Language) bool { return l.Product(language.Tokenize(word), 0) > 0 })
}

// listed reports whether words name several things, or one with something added.
func listed(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		return strings.ContainsAny(w, ",/&+;|:") || w == "-" || w == "–" || joining[catalog.FoldCase(w)]
	})
}

// joining are the words that a phrase of which the last word is the head does not have
// inside.
var joining = func() map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields("and or with for of in on by to from without und oder mit für von aus ohne zum zur bis") {
		out[w] = true
	}
	return out
}()

func startsWithDigit(w string) bool { return w != "" && w[0] >= '0' && w[0] <= '9' }

// isHead reports whether a word can stand at the beginning of what several names end with.
func isHead(w string) bool {
	const least = 3 // letters: shorter ones are sizes and units
	letters := 0
	for _, r := range w {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters >= least
}

// capitals reports whether most values begin with a capital, as labels then do.
func capitals(values []catalog.Value) bool {
	n := 0
	for _, v := range values {
		if r, _ := utf8.DecodeRuneInString(v.Text); unicode.IsUpper(r) {
			n++
		}
	}
	return 2*n > len(values)
}

func cased(name string, upper bool) string {
	if upper {
		return catalog.Capital(name)
	}
	return name
}

const (
	// longestLabel is how many letters an option may have: two lines on a phone.
	longestLabel = 60
	// longestCode is up to how many characters people say a code: "AM4", "DDR5", "M.2".
	longestCode = 5
)

// Called is what people call a thing by a text: the text itself or, of a bare number or
// what reads like a part number, one word of capitals and digits, with what it is a
// number of: "Size 38", "Socket LGA1700". "" of a whole paragraph, which nobody says.
func Called(a *catalog.Aspect, text string) string {
	if a.Key == catalog.KeyCategory {
		return text
	}
	n := utf8.RuneCountInString(text)
	digits := strings.ContainsFunc(text, unicode.IsDigit)
	switch {
	case n > longestLabel, unparted(text):
		return ""
	case strings.ContainsFunc(text, unicode.IsLetter) && (n <= longestCode || !digits || strings.Contains(text, " ") || strings.ContainsFunc(text, unicode.IsLower)):
		return text
	case strings.Contains(text, "×"): // a size, as it stands: "1920 × 1080"
		return text
	case !digits || n+1+utf8.RuneCountInString(a.Label) > longestLabel:
		return ""
	}
	return a.Label + " " + text
}

// unparted reports whether a text is a list that was not taken apart: "Cellulose,Paper",
// "B4300, B4350".
func unparted(text string) bool {
	if strings.Contains(text, `\n`) || strings.Contains(text, "; ") {
		return true
	}
	parts := strings.Split(text, ",")
	if len(parts) == 1 {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(parts[0])
	first, _ := utf8.DecodeRuneInString(parts[1])
	if unicode.IsLetter(last) && unicode.IsLetter(first) {
		return true
	}
	for i, part := range parts { // numbers of models, each with digits; "1,000" has no space
		if i > 0 && !strings.HasPrefix(part, " ") || !strings.ContainsFunc(part, unicode.IsDigit) {
			return false
		}
	}
	return true
}
