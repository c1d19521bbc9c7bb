package agent

import (
	"maps"
	"slices"
	"strings"

	"shopclerk/agent/tools"
)

// teller tells instructions for a counter's tools from searches. A search that is
// taken for an instruction costs more than the other way round: the shopper came for
// products, and says again what was not understood. So a clause is an instruction only
// if it
//
//   - opens with a deed: with the first word of one of the ways to ask for a tool, after
//     manners ("could you please", "I want to"); or asks after something ("where is");
//     or is one of the ways to ask for a tool, as it stands; and
//   - the deed is done to something of the shopper's: an order, parcel or basket, by
//     name, number or "it", or a thing that goes by a name in the orders, in the basket
//     or on the page ("the lamp", not "lamp"); and
//   - nothing is left over that neither belongs to the deed nor to its object. What can
//     not be undone may have more behind its object ("…, because it came too late",
//     "… to 12 Oak Street"), since it is confirmed before it is done.
//
// "I want to return to hiking, need boots" opens with a deed and has no object.
type teller struct {
	*lexicon
	kit   *tools.Kit
	tools map[string]*able
	deeds map[string]*deed // by the root of the first word
	ways  phrases          // all ways to ask, whole
	looks []string         // the tools that change nothing
	ids   phrases          // what goes by a number or a code
}

// shortestID is how long a number or code is that stands for a thing by itself: shorter
// ones count and measure.
const shortestID = 4

// able is what a tool's words are, as roots.
type able struct {
	final bool            // it can not be undone, and asks for confirmation
	words map[string]bool // that it is declared with
	names map[string]bool // of the things that it can be about
}

// deed is what a first word asks for.
type deed struct {
	tools []string
	with  string // a word that has to follow: "check out"
}

func newTeller(kit *tools.Kit, declared []tools.Tool) *teller {
	t := &teller{lexicon: theLexicon(), kit: kit, tools: map[string]*able{}, deeds: map[string]*deed{}}
	for i := range declared {
		tool := &declared[i]
		can := &able{final: tool.Effect == tools.Irreversible, words: roots(tool.Purpose), names: map[string]bool{}}
		t.tools[tool.Name] = can
		if tool.Effect == tools.Reads {
			t.looks = append(t.looks, tool.Name)
		}
		for _, way := range append([]string{strings.ReplaceAll(tool.Name, "_", " "), tool.Title}, tool.Examples...) {
			maps.Copy(can.words, roots(way))
			t.learn(tool.Name, t.manners.strip(forms(way)))
		}
		for p := range tool.Parameters {
			t.learnNames(can, tool.Parameters[p].Domain.At(nil))
		}
	}
	return t
}

// roots are those of a text's words.
func roots(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range forms(text) {
		out[root(w)] = true
	}
	return out
}

// learn takes in a way to ask for a tool. One of small words alone says too little.
func (t *teller) learn(tool string, way []string) {
	if !slices.ContainsFunc(way, func(w string) bool { return !t.minor(w) }) {
		return
	}
	t.ways = append(t.ways, way)
	thing := t.things.begin(way) > 0 && max(t.it.begin(way[1:]), t.the.begin(way[1:])) == 0 // and not "order it"
	if t.minor(way[0]) || thing || t.seeks.begin(way) > 0 || t.asks.begin(way) > 0 {
		return
	}
	first, with := root(way[0]), ""
	if len(way) == 2 && t.between.are(way[1:]) {
		with = way[1]
	}
	d := t.deeds[first]
	if d == nil {
		d = &deed{with: with}
		t.deeds[first] = d
	}
	if d.with != with {
		d.with = ""
	}
	if !slices.Contains(d.tools, tool) {
		d.tools = append(d.tools, tool)
	}
}

// learnNames takes in what the things are called that a parameter can be.
func (t *teller) learnNames(can *able, d tools.Domain) {
	if d.Items != nil {
		d = d.Items.At(nil)
	}
	for _, v := range d.Values {
		for _, name := range v.Names {
			maps.Copy(can.names, roots(name))
		}
		if id, ok := v.Of.(string); ok && len(v.Names) > 0 && len(id) >= shortestID && strings.ContainsAny(id, "0123456789") {
			t.ids = append(t.ids, forms(id))
		}
	}
}

// minor reports whether a word says neither what is done nor to what.
func (t *teller) minor(w string) bool {
	one := []string{w}
	return w == comma || t.small.are(one) || t.it.are(one) || t.the.are(one) || t.own.are(one) || t.some.are(one) || t.between.are(one) || t.follows.are(one)
}

// instructs reports whether a clause of a message is an instruction.
func (t *teller) instructs(clause string) bool {
	text := t.manners.strip(forms(clause))
	if t.ways.are(text) || t.opens(text) {
		return true
	}
	text = t.manners.strip(clausal(clause))
	if t.opens(text) {
		return true
	}
	for i := 1; i < len(text); i++ { // "it came broken, I want to send it back"
		if t.nots.are(text[i-1 : i]) {
			return false
		}
		if n := t.manners.begin(text[i:]); n > 1 && t.opens(t.manners.strip(text[i:])) {
			return true
		}
	}
	return false
}

// searches reports whether a clause says that something is looked for.
func (t *teller) searches(clause string) bool {
	return t.seeks.begin(t.manners.strip(forms(clause))) > 0
}

// pointing reports whether a word says which of several things is meant, or nothing.
func (t *teller) pointing(w string) bool {
	one := []string{w}
	return t.minor(w) || number(w) || t.things.are(one) || t.tells.are(one) || t.one.are(one) || t.thanks.are(one) || t.manners.are(one)
}

// opens reports whether a text opens with a deed, and what it is done to.
func (t *teller) opens(text []string) bool {
	if len(text) < 2 {
		return false
	}
	sought := t.seeks.begin(text)
	if n := max(t.asks.begin(text), sought); n > 0 {
		return t.asksAfter(text[n:], sought == n)
	}
	if d := t.deeds[root(text[0])]; d != nil {
		return t.doneTo(d, text[1:])
	}
	// where the verb stands last: "die Lampe zurückgeben"
	last := len(text) - 1
	if d := t.deeds[root(text[last])]; d != nil && t.object(text[:last], d.tools).to > 0 {
		return t.doneTo(d, text[:last])
	}
	return false
}

// asksAfter reports whether a question is about something of the shopper's own, and
// about nothing else. What was sought ("show me …") has to be the shopper's plainly.
func (t *teller) asksAfter(text []string, sought bool) bool {
	for i := range text {
		if o := t.object(text[i:], t.looks); o.to > 0 && (o.kind == owned || !sought && o.kind >= pointed) {
			return !t.leftover(text[:i], t.looks) && !t.leftover(text[i+o.to:], t.looks)
		}
	}
	return false
}

// doneTo reports whether a deed is done to what a text says.
func (t *teller) doneTo(d *deed, text []string) bool {
	if d.with != "" && !slices.Contains(text, d.with) {
		return false
	}
	rest := text
	for n := t.before(rest); n > 0; n = t.before(rest) {
		rest = rest[n:]
	}
	if tool, final := t.best(d, text); final {
		if o := t.object(rest, []string{tool}); o.to > 0 {
			behind := rest[o.to:]
			return o.kind >= known || t.goes.begin(behind) > 0 && o.kind != something || !t.leftover(behind, d.tools)
		}
	} else if o := t.object(rest, d.tools); o.to > 0 && o.kind != vague && !t.leftover(rest[o.to:], d.tools) {
		return true
	}
	for i := 1; i < len(text); i++ { // "put … in my basket"
		if o := t.object(text[i:], nil); o.kind >= known && t.into.are(text[i-1:i]) && i+o.to == len(text) {
			return true
		}
	}
	return false
}

// before returns how many words stand between a deed and its object, 0 for none.
func (t *teller) before(text []string) int {
	switch {
	case len(text) == 0:
		return 0
	case number(text[0]):
		return 1
	}
	return t.between.begin(text)
}

// best is the tool that a deed asks for, by the words behind it, and whether it can
// not be undone: of equal ones one that can be.
func (t *teller) best(d *deed, text []string) (tool string, final bool) {
	most := -1
	for _, name := range d.tools {
		n := 0
		for _, w := range text {
			if !t.minor(w) && t.tools[name].words[root(w)] {
				n++
			}
		}
		if n > most || n == most && final && !t.tools[name].final {
			most, tool, final = n, name, t.tools[name].final
		}
	}
	return tool, final
}

// kind is how plainly a passage points at something of the shopper's.
type kind uint8

const (
	vague     kind = iota // "a lamp", "desk lamp": a thing there is, or another
	something             // "an order", "the black one"
	pointed               // "it"
	known                 // "the lamp", "the order"
	owned                 // "my order", "W1003"
)

// object is a passage that points at something; to is 0 for none.
type object struct {
	to   int // words
	kind kind
}

// object reads what a text begins with, of what some tools can be about.
func (t *teller) object(text []string, of []string) object {
	if n := t.ids.begin(text); n > 0 {
		return object{n, owned}
	}
	if o := t.noun(text, of); o.to > 0 {
		return o
	}
	return object{t.it.begin(text), pointed}
}

// noun reads a noun with what stands before it.
func (t *teller) noun(text []string, of []string) object {
	own, the, some := t.own.begin(text), t.the.begin(text), t.some.begin(text)
	at := max(own, the, some)
	from := at
	for n := t.tells.begin(text[at:]); n > 0; n = t.tells.begin(text[at:]) {
		at += n
	}
	if n := t.things.begin(text[at:]); n > 0 && (t.ends(text[at+n:]) || text[at+n] == "of") {
		numbered := t.ids.begin(text[at+n:])
		o := object{at + n + numbered, something}
		switch {
		case own > 0 || numbered > 0:
			o.kind = owned
		case the > 0:
			o.kind = known
		}
		return o
	}
	compared := at > from
	from = at
	for at < len(text) && t.one.begin(text[at:]) == 0 && t.names(text[at], of) {
		at++
	}
	named := at - from
	o := object{kind: known}
	switch n := t.one.begin(text[at:]); {
	case own+the+some == 0 && named < 2, own+the == 0 && named == 0:
		return object{}
	case n > 0 || compared:
		at, o.kind = at+n, something // "the black one", "the second", "the cheapest lamp"
	case own+the == 0:
		o.kind = vague
	}
	if (at > from || compared) && t.ends(text[at:]) {
		o.to = at
	}
	return o
}

// ends reports whether an object can end before a text: "the lamp because", and not
// "the lamp shade".
func (t *teller) ends(text []string) bool {
	return len(text) == 0 || text[0] == comma || number(text[0]) || t.follows.begin(text) > 0 || t.between.begin(text) > 0 || t.ids.begin(text) > 0 || t.own.begin(text) > 0
}

// leftover reports whether something in a text is neither of the tools' own words, nor
// small, nor a thing of the shopper's. Names count where they are counted: "three
// lamps".
func (t *teller) leftover(text []string, of []string) bool {
	counted := slices.ContainsFunc(text, func(w string) bool { return number(w) || t.between.are([]string{w}) })
	for len(text) > 0 {
		n := max(t.things.begin(text), t.ids.begin(text), t.one.begin(text), t.manners.begin(text), t.thanks.begin(text), t.follows.begin(text))
		switch {
		case n > 0:
		case t.minor(text[0]), number(text[0]), counted && t.names(text[0], of), t.says(text[0], of):
			n = 1
		default:
			return true
		}
		text = text[n:]
	}
	return false
}

// says reports whether a word is one of the tools' own.
func (t *teller) says(w string, of []string) bool {
	return slices.ContainsFunc(of, func(name string) bool { return t.tools[name].words[root(w)] })
}

// names reports whether a word is in the name of something that tools can be about.
func (t *teller) names(w string, of []string) bool {
	return slices.ContainsFunc(of, func(name string) bool { return t.tools[name].names[root(w)] })
}

// number reports whether a word is a number in digits.
func number(w string) bool { return strings.Trim(w, "0123456789") == "" }

// root is a word without the endings that verbs and nouns get, in English and German:
// cancel, cancelling; ship, shipped; lamp, lamps; bestelle, bestellen. It is for
// comparison alone.
func root(form string) string {
	for _, ending := range []string{"ling", "led", "ing", "ed", "en", "es", "e", "s", "n", "t"} {
		shortest := 4
		if ending == "s" {
			shortest = 3
		}
		stem, ok := strings.CutSuffix(form, ending)
		if !ok || len(stem) < shortest || strings.HasSuffix(form, "ss") {
			continue
		}
		if n := len(stem); (ending == "ed" || ending == "ing") && stem[n-1] == stem[n-2] && strings.IndexByte("bdgmnprt", stem[n-1]) >= 0 {
			return stem[:n-1]
		}
		return root(stem)
	}
	return form
}
