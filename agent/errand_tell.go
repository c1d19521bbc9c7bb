package agent

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/agent/shop/orders/counter"
	"shopclerk/agent/tools"
	"shopclerk/words"
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
	*language.Errands
	kit      *tools.Kit
	tools    map[string]*able
	deeds    map[string]*verbDeed // by the root of the first word
	lasts    map[string]*verbDeed // by the root of the last, where the verb stands last: "die Lampe zurückgeben"
	ways     language.Phrasing    // all ways to ask, whole
	looks    []string             // the tools that change nothing
	all      []string             // all tools
	spelled  map[string]bool      // words of instructions that misspelt ones are held against
	initials map[byte][]string    // those words by their first letter
	ids      language.Phrasing    // what goes by a number or a code
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

// verbDeed is what a first word asks for.
type verbDeed struct {
	tools []string
	with  string // a word that has to follow: "check out"
}

func newTeller(kit *tools.Kit) *teller {
	t := &teller{Errands: language.ErrandWords(), kit: kit, tools: map[string]*able{}, ways: language.Phrasing{}, ids: language.Phrasing{}, spelled: map[string]bool{}, initials: map[byte][]string{}, deeds: map[string]*verbDeed{}, lasts: map[string]*verbDeed{}}
	for _, tool := range kit.Tools() {
		can := &able{final: tool.Effect == tools.Irreversible, words: roots(tool.Purpose), names: map[string]bool{}}
		t.tools[tool.Name], t.all = can, append(t.all, tool.Name)
		if tool.Effect == tools.Reads {
			t.looks = append(t.looks, tool.Name)
		}
		for _, way := range append([]string{strings.ReplaceAll(tool.Name, "_", " "), tool.Title}, tool.Examples...) {
			maps.Copy(can.words, roots(way))
			t.learn(tool.Name, t.Manners.Strip(language.Forms(way)))
		}
		for p := range tool.Parameters {
			t.learnNames(can, tool.Parameters[p].Domain.At(nil))
		}
	}
	for w, all := range t.Things {
		if len(w) >= language.ShortWord && len(all[0]) == 1 {
			t.spelled[w] = true
		}
	}
	for w := range t.spelled {
		t.initials[w[0]] = append(t.initials[w[0]], w)
	}
	return t
}

// roots are those of a text's words.
func roots(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range language.Forms(text) {
		out[language.Root(w)] = true
	}
	return out
}

// learn takes in a way to ask for a tool. One of small words alone says too little.
func (t *teller) learn(tool string, way []string) {
	if !slices.ContainsFunc(way, func(w string) bool { return !t.minor(w) }) {
		return
	}
	t.ways.Add(way)
	for _, w := range way {
		if len(w) >= language.ShortWord && !t.minor(w) {
			t.spelled[w] = true
		}
	}
	determined := max(t.Own.Begin(way), t.The.Begin(way), t.Some.Begin(way)) > 0
	if last := way[len(way)-1]; len(way) > 1 && !t.minor(last) && (determined || t.Things.Begin(way) > 0) {
		know(t.lasts, last, tool, "")
	}
	thing := t.Things.Begin(way) > 0 && max(t.It.Begin(way[1:]), t.The.Begin(way[1:])) == 0 // and not "order it"
	if t.minor(way[0]) || thing || t.Seeks.Begin(way) > 0 || t.Asks.Begin(way) > 0 || t.Checks.Begin(way) > 0 {
		return
	}
	with := ""
	if len(way) > 1 && t.Between.Are(way[1:2]) && (len(way) == 2 || max(t.Own.Begin(way[2:]), t.The.Begin(way[2:])) > 0) {
		with = way[1] // "check out", "call off my order"
	}
	know(t.deeds, way[0], tool, with)
}

// know adds a tool to those that a word asks for. A word that has to follow is only
// needed while every way has it.
func know(deeds map[string]*verbDeed, word, tool, with string) {
	for _, root := range language.Roots(word) {
		d := deeds[root]
		if d == nil {
			d = &verbDeed{with: with}
			deeds[root] = d
		}
		if d.with != with {
			d.with = ""
		}
		if !slices.Contains(d.tools, tool) {
			d.tools = append(d.tools, tool)
		}
	}
}

// deed is what a first word asks for, nil for nothing; last what a last word does.
func (t *teller) deed(w string) *verbDeed { return sought(t.deeds, w) }
func (t *teller) last(w string) *verbDeed { return sought(t.lasts, w) }

// sought is what a word asks for, by any of its roots.
func sought(deeds map[string]*verbDeed, w string) *verbDeed {
	for _, root := range language.Roots(w) {
		if d := deeds[root]; d != nil {
			return d
		}
	}
	return nil
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
			t.ids.Add(language.Forms(id))
		}
	}
}

// minor reports whether a word says neither what is done nor to what.
func (t *teller) minor(w string) bool {
	return w == language.Comma || t.Small.Is(w) || t.It.Is(w) || t.The.Is(w) || t.Own.Is(w) || t.Some.Is(w) || t.Between.Is(w) || t.Follows.Is(w)
}

// wanted is a text without the manners that it begins with and the thanks that it ends
// with. Manners alone stay.
func (t *teller) wanted(text []string) []string {
	if rest := t.Manners.Strip(text); len(rest) > 0 {
		text = rest
	}
	for i := 1; i < len(text); i++ {
		if t.Thanks.All(text[i:]) {
			return text[:i]
		}
	}
	return text
}

// instructs reports whether a clause of a message is an instruction.
func (t *teller) instructs(clause string) bool {
	if t.plainly(clause) {
		return true
	}
	mended, ok := t.mend(language.Clausal(clause))
	return ok && t.plainly(mended)
}

// plainly reports whether a clause is an instruction as it is spelled.
func (t *teller) plainly(clause string) bool {
	text := t.wanted(language.Forms(clause))
	if t.ways.Are(text) || t.opens(text) || t.puts(text) || t.pieces(clause) > 0 {
		return true
	}
	text = t.wanted(language.Clausal(clause))
	if t.opens(text) {
		return true
	}
	if at := slices.Index(text, language.Comma); at > 0 && t.Goes.Begin(text[at+1:]) > 0 && t.opens(text[:at]) {
		return true // "ich möchte das bestellen, was ich im Korb habe"
	}
	for i := 1; i < len(text); i++ { // "it came broken, I want to send it back"
		if t.Nots.Is(text[i-1]) {
			return false
		}
		if n := t.Manners.Begin(text[i:]); n > 1 && t.opens(t.Manners.Strip(text[i:])) {
			return true
		}
	}
	return false
}

// mostMended is how many words of a clause are taken for misspelt: of one that has more,
// too much would be guessed.
const mostMended = 2

// mend replaces the words of a clause that nobody knows by words of instructions that
// they may have been meant to be, and reports whether there were any: "cancle my order".
// Their first letters have to be right, and the first such word in the alphabet is taken.
func (t *teller) mend(text []string) (clause string, ok bool) {
	mended := 0
	for i, w := range text {
		if len(w) < language.ShortWord || t.spelled[w] || t.minor(w) || t.Manners.Is(w) || allDigits(w) {
			continue
		}
		meant := ""
		for _, known := range t.initials[w[0]] {
			if (meant == "" || known < meant) && max(len(known)-len(w), len(w)-len(known)) <= 2 && language.Misspelt(w, known) {
				meant = known
			}
		}
		if meant != "" && !t.names(w, t.all) && !language.Known(w) {
			text[i] = meant
			mended++
		}
	}
	return strings.Join(text, " "), mended > 0 && mended <= mostMended
}

// repeats reports whether a clause stands on what the one before it speaks of: "find a
// lamp and put it in my basket".
func (t *teller) repeats(clause string) bool {
	return slices.ContainsFunc(language.Forms(clause), func(w string) bool {
		return t.It.Is(w) && !t.The.Is(w)
	})
}

// may reports whether a clause can be an instruction, whatever goes by a name.
func (t *teller) may(clause string) bool {
	said := language.Clausal(clause)
	if mended, ok := t.mend(said); ok {
		clause = mended
	}
	text := t.wanted(language.Forms(clause))
	if len(text) == 0 {
		return false
	}
	asks := t.ways.Are(text) || t.Asks.Begin(text) > 0 || t.pieces(clause) > 0 || slices.ContainsFunc(text, t.Basket.Is)
	if !asks && (t.Checks.Begin(text) > 0 || t.Seeks.Begin(text) > 0) {
		return slices.ContainsFunc(text, func(w string) bool { return t.Things.Is(w) || t.It.Is(w) && !t.The.Is(w) })
	}
	asks = asks || t.deed(text[0]) != nil || t.last(text[len(text)-1]) != nil || t.Again.Is(text[len(text)-1])
	if at := slices.Index(said, language.Comma); at > 0 {
		asks = asks || t.last(said[at-1]) != nil
	}
	for i := 1; i < len(text) && !asks; i++ {
		asks = t.Manners.Begin(text[i:]) > 1
	}
	return asks
}

// newGlances are tellers, by language, of a counter where nothing goes by a name: what may
// be an instruction at all.
func newGlances() map[string]*teller {
	out := map[string]*teller{}
	for _, l := range words.Languages() {
		kit, err := tools.New(counter.Declared(l)...)
		if err != nil {
			panic(fmt.Sprintf("what counters declare in %s: %v", l.Code(), err)) // a test makes it
		}
		out[l.Code()] = newTeller(kit)
	}
	return out
}

func (s *counterTurn) glance() *teller { return s.agent.glances[s.words.Code()] }

// searches reports whether a clause says that something is looked for.
func (t *teller) searches(clause string) bool {
	return t.Seeks.Begin(t.Manners.Strip(language.Forms(clause))) > 0
}

// beside parts, in clauses, an instruction from the search that a comma stands before: "put the
// first in the basket, then I need a lamp".
func (t *teller) beside(clauses []string) []string {
	var out []string
	for _, clause := range clauses {
		for _, tok := range language.Tokenize(clause) {
			if rest := clause[tok.End:]; tok.Form == language.Comma && t.searches(rest) && t.Goes.Begin(language.Forms(rest)) == 0 && t.instructs(clause[:tok.Start]) {
				out, clause = append(out, clause[:tok.Start]), rest
				break
			}
		}
		out = append(out, clause)
	}
	return out
}

// pointing reports whether a word says which of several things is meant, or nothing.
func (t *teller) pointing(w string) bool {
	return t.minor(w) || allDigits(w) || t.Things.Is(w) || t.Tells.Is(w) || t.OneOf.Is(w) || t.Thanks.Is(w) || t.Manners.Is(w)
}

// opens reports whether a text opens with a deed, and what it is done to.
func (t *teller) opens(text []string) bool {
	if len(text) < 2 {
		return false
	}
	if n := t.Asks.Begin(text); n > 0 {
		return t.asksAfter(text[n:], func(o object) bool { return o.kind >= pointed })
	}
	if n := t.Checks.Begin(text); n > 0 { // "has my order come", and not "is the lamp dimmable"
		return t.asksAfter(text[n:], func(o object) bool { return o.kind == pointed || o.kind >= definite && !o.named })
	}
	if n := t.Seeks.Begin(text); n > 0 { // "show me my orders"
		return t.asksAfter(text[n:], func(o object) bool { return o.kind == owned && !o.named })
	}
	if d := t.deed(text[0]); d != nil && !participle(text[0]) {
		return t.doneTo(d, text[1:]) || t.Surely.Is(text[0]) && t.plain(text[1:]) || t.again(text[1:]) || t.goneOn(text[1:])
	}
	last := len(text) - 1
	d := t.last(text[last])
	if d == nil || t.Surely.Is(text[last]) && t.Into.Is(text[last-1]) { // "zum Zurückgeben"
		return false
	}
	return t.object(text[:last], d.tools).to > 0 && t.doneTo(d, text[:last]) || t.Surely.Is(text[last]) && t.plain(text[:last])
}

// plain reports whether a text points at something known and says no more than that it
// was bought, whatever it is called: nobody searches for "cancel the toaster", even who
// never ordered one.
func (t *teller) plain(text []string) bool {
	text = text[t.Between.Begin(text):]
	n := max(t.Own.Begin(text), t.The.Begin(text))
	small := func(w string) bool { return t.minor(w) && !language.IsProduct(w) } // "hat" is small in German
	if n == 0 || len(text) == n || small(text[n]) {
		return false
	}
	end := n + 1
	if end < len(text) && !small(text[end]) {
		end++
	}
	rest := text[end:]
	rest = rest[t.Again.Begin(rest):]
	return len(rest) == 0 || t.Goes.Begin(rest) > 0
}

// again reports whether a text points at something known, whatever it is called, that is
// to be taken back: "the hat again".
func (t *teller) again(text []string) bool {
	last := len(text) - 1
	return last > 0 && t.Again.Is(text[last]) && t.plain(text)
}

// goneOn reports whether a text points at something known, whatever it is called, that is
// said to be the shopper's: "the chair back that I bought last week".
func (t *teller) goneOn(text []string) bool {
	for i := range text {
		if t.Goes.Begin(text[i:]) > 1 && i > 0 {
			return t.plain(text[:i])
		}
	}
	return false
}

// participle reports whether a word tells of what was done or goes on, in English, and
// asks for nothing: "deleted items".
func participle(w string) bool { return strings.HasSuffix(w, "ed") || strings.HasSuffix(w, "ing") }

// asksAfter reports whether a question is about something of the shopper's, as plainly
// as it has to be, and about nothing else.
func (t *teller) asksAfter(text []string, plain func(object) bool) bool {
	for i := range text {
		if o := t.object(text[i:], t.looks); o.to > 0 && plain(o) {
			return !t.leftover(text[:i], t.looks) && !t.leftover(text[i+o.to:], t.looks)
		}
	}
	return false
}

// doneTo reports whether a deed is done to what a text says.
func (t *teller) doneTo(d *verbDeed, text []string) bool {
	if d.with != "" && !slices.Contains(text, d.with) {
		return false
	}
	rest := text
	for n := t.before(rest); n > 0; n = t.before(rest) {
		rest = rest[n:]
	}
	tool, final := t.best(d, text)
	if len(rest) == 0 && len(text) > 1 && !final { // "nimm sie wieder heraus"
		return slices.ContainsFunc(text, t.It.Is)
	}
	if final {
		if o := t.object(rest, []string{tool}); o.to > 0 {
			behind := rest[o.to:]
			return o.kind >= definite || t.Goes.Begin(behind) > 0 && o.kind != something || !t.leftover(behind, d.tools)
		}
	} else if o := t.object(rest, d.tools); o.to > 0 && o.kind != vague && !t.leftover(rest[o.to:], d.tools) {
		return true
	}
	for i := 1; i < len(text); i++ { // "put … in my basket"
		if o := t.object(text[i:], nil); o.kind >= definite && t.Into.Is(text[i-1]) && i+o.to == len(text) {
			return true
		}
		if t.Into.Is(text[i-1]) && t.Basket.Are(text[i:]) { // "add 1 and 3 to cart"
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
	case allDigits(text[0]):
		return 1
	}
	return t.Between.Begin(text)
}

// best is the tool that a deed asks for, by the words behind it, and whether it can
// not be undone: of equal ones one that can be.
func (t *teller) best(d *verbDeed, text []string) (tool string, final bool) {
	most := -1
	for _, name := range d.tools {
		n := 0
		for _, w := range text {
			if !t.minor(w) && t.tools[name].words[language.Root(w)] {
				n++
			}
		}
		if n > most || n == most && final && !t.tools[name].final {
			most, tool, final = n, name, t.tools[name].final
		}
	}
	return tool, final
}
