package understand

import (
	"cmp"
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

// Proposal is how somebody else reads a message, such as a language model. Nothing of it
// is believed: see [Vocabulary.Weigh].
type Proposal struct{ Parts []Part }

// Part is a part of a message that does one thing.
type Part struct {
	Text    string // of the message
	Label   string // what it does, as [Clause.Label]
	Places  []int  // products on the page that it is about, from 1
	Demands []Demand
}

// Demand is one thing that is wanted: a category, or of an aspect one of its values or
// the numbers from Low to High.
type Demand struct {
	Quote     string // the words of the message that say it
	Category  string // its path or name; "" for a demand about an aspect
	Aspect    string // key
	Value     string // as the catalogue spells it; "yes" of a flag
	Low, High *float64
	Unit      string // that the numbers were said in; "": none was said
	Not       bool   // it is not wanted
}

// Fate is what became of a proposed demand.
type Fate uint8

// What can become of one.
const (
	Dropped Fate = iota // it is not in the catalogue, or was not said
	Agreed              // the vocabulary reads it too
	Taken               // the vocabulary made nothing of the words
	Doubted             // the vocabulary reads something else: see [Reading.Doubts]
)

const (
	// trust is the share of the belief that a proposal has. Where the vocabulary is sure
	// of another reading, it is outvoted and, where that matters, becomes a question to
	// the shopper; where the vocabulary's best acts lie within .54 of each other it
	// decides. It is set so, and not learned: no judged messages come with models' readings.
	trust = 0.35
	// plainly is the share of an act from which a clause's act is not worth asking about.
	plainly = 0.8
)

// Weighed reads as a vocabulary does, with a proposal as one more source of candidate
// readings. It is for one message and one goroutine.
type Weighed struct {
	*Vocabulary
	proposal Proposal
	fates    [][]Fate // by part and demand
}

// Weigh returns a reader that weighs a proposal beside the vocabulary's own reading of
// the message that it is of. Only what the catalogue has is weighed, and only where the
// message has the words and the numbers that it is said to be read from. What the
// vocabulary makes of words stays; another meaning of them becomes a doubt. What it made
// nothing of becomes a wish, never a limit, so that a wrong reading weighs and does not
// cut; what is not wanted is believed only of values that the message names.
func (v *Vocabulary) Weigh(p Proposal) *Weighed {
	w := &Weighed{Vocabulary: v, proposal: p}
	for _, part := range p.Parts {
		w.fates = append(w.fates, make([]Fate, len(part.Demands)))
	}
	return w
}

// Fates counts what became of the proposal's demands, by [Fate].
func (w *Weighed) Fates() [4]int {
	var out [4]int
	for _, list := range w.fates {
		for _, f := range list {
			out[f]++
		}
	}
	return out
}

// Open reports whether a message's reading leaves something that another reader could
// add: an act that is not plain, words that nothing or only retrieval was made of, or a
// doubt.
func (v *Vocabulary) Open(clauses []Clause, in Context) bool {
	for i := range clauses {
		c := &clauses[i]
		if c.Share < plainly || c.Act == "unclear" {
			return true
		}
		if c.Act != "need" && c.Act != "revise" {
			continue
		}
		r := v.Understand(c.Text, in)
		if len(r.Unplaced) > 0 || len(r.Unsold) > 0 || len(r.Doubts) > 0 || slices.ContainsFunc(r.Changes, func(ch search.Change) bool {
			return ch.Op == search.AddWords || ch.Op == search.Without
		}) {
			return true
		}
	}
	return false
}

// Clauses implements the reader: the division is the vocabulary's, and what a clause does
// is pooled with what the part that covers most of it is said to do.
func (w *Weighed) Clauses(message string, tongue *language.Language, at language.Setting) []Clause {
	out := w.Vocabulary.Clauses(message, tongue, at)
	for i := range out {
		c := &out[i]
		label, most := "", 0
		for _, p := range w.proposal.Parts {
			if n := overlap(c.Text, p.Text); n > most && slices.Contains(tongue.Acts().Labels, p.Label) {
				label, most = p.Label, n
			}
		}
		if label == "" {
			continue
		}
		act, topic, _ := strings.Cut(label, ":")
		if act == "revise" && at == language.AtStart {
			act, topic = "need", ""
		}
		for kind := range c.Shares {
			c.Shares[kind] *= 1 - trust
		}
		c.Shares[act] += trust
		if c.Shares[act] > c.Shares[c.Act] {
			c.Act, c.Topic = act, topic
		}
		c.Share = c.Shares[c.Act]
	}
	return out
}

// overlap is how many bytes of two texts, of which one holds the other, are the same; 0
// where none does.
func overlap(a, b string) int {
	if quotes(a, b) || quotes(b, a) {
		return min(len(a), len(b))
	}
	return 0
}

// quotes reports whether a text has the words of a quote, as they stand there.
func quotes(text, quote string) bool { _, _, ok := find(text, quote); return ok }

// find finds the words of a quote in a text, in bytes.
func find(text, quote string) (from, to int, ok bool) {
	in, of := language.Tokenize(text), language.Tokenize(quote)
	for i := 0; len(of) > 0 && i+len(of) <= len(in); i++ {
		if slices.EqualFunc(in[i:i+len(of)], of, func(a, b language.Token) bool { return a.Form == b.Form }) {
			return in[i].Start, in[i+len(of)-1].End, true
		}
	}
	return 0, 0, false
}

// Asked implements the reader: where the vocabulary finds nothing of the page that a
// clause points at, the proposal says it.
func (w *Weighed) Asked(clause string, in Context) Asked {
	out := w.Vocabulary.Asked(clause, in)
	if len(out.Places) > 0 || out.Those || out.That {
		return out
	}
	for _, p := range w.proposal.Parts {
		for _, place := range p.Places {
			if overlap(clause, p.Text) > 0 && place >= 1 && place <= len(in.Shown) && !slices.Contains(out.Places, place) {
				out.Places = append(out.Places, place)
			}
		}
	}
	return out
}

// Understand implements the reader.
func (w *Weighed) Understand(message string, in Context) Reading {
	if in.Language == nil {
		in.Language = words.English
	}
	r := w.Vocabulary.Understand(message, in)
	for i := range w.proposal.Parts {
		for k := range w.proposal.Parts[i].Demands {
			d := &w.proposal.Parts[i].Demands[k]
			if d.Category == "" || in.Wide || !quotes(message, d.Quote) {
				continue
			}
			if ch, ok := w.ground(d, in); ok {
				w.fates[i][k] = w.scope(&r, message, in, ch)
			}
		}
	}
	for _, ch := range r.Changes {
		if ch.Op == search.SetScope {
			in.Need.Scope = ch.Categories
		}
	}
	for i := range w.proposal.Parts {
		for k := range w.proposal.Parts[i].Demands {
			d := &w.proposal.Parts[i].Demands[k]
			if d.Category != "" || !quotes(message, d.Quote) {
				continue
			}
			if ch, ok := w.ground(d, in); ok {
				w.fates[i][k] = r.weigh(message, in, ch)
			}
		}
	}
	return r
}

// scope weighs what the message is said to be about. The rest of it is read again where
// that is taken: what a value means depends on it.
func (w *Weighed) scope(r *Reading, message string, in Context, ch search.Change) Fate {
	if len(r.Unsold) > 0 { // what is not sold is offered, one tap away, and not shown in its place
		for _, path := range ch.Categories {
			if !slices.Contains(r.Nearest, path) {
				r.Nearest = append([]string{path}, r.Nearest...)
			}
		}
		return Doubted
	}
	i := slices.IndexFunc(r.Changes, func(o search.Change) bool { return o.Op == search.SetScope })
	standing := in.Need.Scope
	if i >= 0 {
		standing = r.Changes[i].Categories
	}
	switch doubted := r.doubted(i); {
	case slices.Equal(standing, ch.Categories):
		if doubted {
			r.contest(i, 1, ch) // which makes it plainer
		}
		return Agreed
	case doubted:
		r.contest(i, 1, ch)
		return Doubted
	case r.Certain, i < 0 && len(standing) > 0: // it was named; or what stands stands until the shopper turns away
		return Dropped
	case i >= 0:
		own := 1.0
		if aims := w.Aims(message, in); slices.Equal(aims[0].Scope, standing) {
			own = aims[0].Share
		}
		if (1-trust)*own >= trust {
			r.contest(i, own, ch)
			return Doubted
		}
		taken := r.Changes[i]
		*r = w.within(message, in, ch)
		r.Doubts = append(r.Doubts, Doubt{Said: ch.Said, Readings: []Meant{{ch.Text, ch, trust}, {taken.Text, taken, (1 - trust) * own}}})
		return Doubted
	}
	*r = w.within(message, in, ch)
	return Taken
}

// within reads a message as one about the categories of a change.
func (w *Weighed) within(message string, in Context, ch search.Change) Reading {
	in.Wide = true
	in.Need.Scope = ch.Categories
	again := w.Vocabulary.Understand(message, in)
	again.Changes = append([]search.Change{ch}, again.Changes...)
	again.shift(0, 1)
	again.cover(message, &ch, 0)
	return again
}

// cover marks the words that a change was read from as placed, where nothing was made of
// them.
func (r *Reading) cover(message string, ch *search.Change, change int) {
	from, to, _ := find(message, ch.Said)
	wish := ch.Condition != nil && !ch.Not // whose own words retrieve
	for i := range r.Spans {
		if s := &r.Spans[i]; s.Start >= from && s.End <= to && (s.As == Refused || s.As == Filler || s.As == Word && wish) {
			s.As, s.Change = Placed, change
		}
	}
	understood := func(text string) bool { return quotes(ch.Said, text) }
	r.Unplaced, r.Barred = slices.DeleteFunc(r.Unplaced, understood), slices.DeleteFunc(r.Barred, understood)
	if n := len(r.Changes) - 1; wish && r.Changes[n].Op == search.AddWords {
		last := &r.Changes[n]
		last.Words = slices.DeleteFunc(slices.Clone(last.Words), understood)
		if last.Text = strings.Join(last.Words, " "); last.Text == "" {
			r.Changes = r.Changes[:n]
		}
	}
}

// weigh adds a demand about an aspect to a reading of a message, and says what became of it.
func (r *Reading) weigh(message string, in Context, ch search.Change) Fate {
	from, to, _ := find(message, ch.Said)
	for _, s := range r.Spans {
		if s.As != Placed || s.Start >= to || s.End <= from || r.Changes[s.Change].Condition == nil {
			continue
		}
		o := &r.Changes[s.Change]
		switch {
		case means(o, &ch):
			if r.doubted(s.Change) {
				r.contest(s.Change, 1, ch) // which makes it plainer
			}
			return Agreed
		case ch.Not || o.Op != search.AddWish || o.Condition.Range != nil || ch.Condition.Range != nil:
			return Dropped // what cuts, and how much, the vocabulary reads
		}
		r.contest(s.Change, 1, ch)
		return Doubted
	}
	for i := range r.Changes {
		o := &r.Changes[i]
		if o.Condition == nil || o.Condition.Key != ch.Condition.Key || o.Not != ch.Not || o.Also {
			continue
		}
		if o.Condition.Range != nil || ch.Condition.Range != nil {
			return Dropped
		}
		if value := ch.Condition.Values[0]; !slices.Contains(o.Condition.Values, value) { // one wish of two would take the other's place
			o.Condition.Values = append(slices.Clip(o.Condition.Values), value)
			o.Text += in.Language.T("language.or") + value
		}
		r.cover(message, &ch, i)
		return Taken
	}
	at := len(r.Changes)
	for at > 0 && (r.Changes[at-1].Op == search.AddWords || r.Changes[at-1].Op == search.Without) {
		at--
	}
	r.Changes = slices.Insert(r.Changes, at, ch)
	r.shift(at, 1)
	r.cover(message, &ch, at)
	return Taken
}

// shift moves what points at changes from one on.
func (r *Reading) shift(from, by int) {
	for i := range r.Spans {
		if s := &r.Spans[i]; s.As == Placed && s.Change >= from {
			s.Change += by
		}
	}
	for i := range r.Doubts {
		if d := &r.Doubts[i]; d.Change >= from {
			d.Change += by
		}
	}
}

// doubted reports whether change i could mean something else.
func (r *Reading) doubted(i int) bool {
	return slices.ContainsFunc(r.Doubts, func(d Doubt) bool { return d.Change == i })
}

// contest gives another meaning of what change i was read from its share of the belief,
// where what it was taken for had the share own. The likeliest is what it is taken for.
func (r *Reading) contest(i int, own float64, ch search.Change) {
	k := slices.IndexFunc(r.Doubts, func(d Doubt) bool { return d.Change == i })
	if k < 0 {
		taken := r.Changes[i]
		r.Doubts = append(r.Doubts, Doubt{Said: ch.Said, Change: i, Readings: []Meant{{Text: taken.Text, Change: taken, Share: own}}})
		k = len(r.Doubts) - 1
	}
	d := &r.Doubts[k]
	d.Readings = slices.Clone(d.Readings)
	for j := range d.Readings {
		d.Readings[j].Share *= 1 - trust
	}
	same := func(m Meant) bool { return means(&m.Change, &ch) }
	if j := slices.IndexFunc(d.Readings, same); j >= 0 {
		d.Readings[j].Share += trust
	} else {
		other := ch
		other.Said = ""
		d.Readings = append(d.Readings, Meant{Text: ch.Text, Change: other, Share: trust})
	}
	slices.SortStableFunc(d.Readings, func(a, b Meant) int { return cmp.Compare(b.Share, a.Share) })
	if best := d.Readings[0].Change; !means(&best, &r.Changes[i]) {
		best.Said = r.Changes[i].Said
		r.Changes[i] = best
	}
}

// means reports whether two changes demand the same.
func means(a, b *search.Change) bool {
	if a.Condition == nil || b.Condition == nil {
		return slices.Equal(a.Categories, b.Categories)
	}
	return a.Condition.Key == b.Condition.Key && a.Not == b.Not && slices.Equal(a.Condition.Values, b.Condition.Values) && (a.Condition.Range == nil) == (b.Condition.Range == nil)
}

// ground makes a change of a demand, of what the catalogue has; false where it has none
// such, or the quote lacks the numbers.
func (v *Vocabulary) ground(d *Demand, in Context) (search.Change, bool) {
	r := v.newReader(d.Quote, in)
	r.scope = r.needScope
	if d.Category != "" {
		scope := make([]bool, len(v.categories))
		for i, c := range v.categories {
			scope[i] = catalog.Same(c.path, d.Category) || catalog.Same(c.name, d.Category)
		}
		ch := r.scopeChange(scope)
		ch.Said = d.Quote
		return ch, len(ch.Categories) > 0 && !d.Not
	}
	k := r.v.aspectNamed(d.Aspect)
	if k < 0 || !v.aspects[k].within(r.scope) {
		return search.Change{}, false
	}
	a := int32(k)
	if d.Low != nil || d.High != nil {
		return r.groundNumbers(a, d)
	}
	if v.aspects[a].first(r.scope).kind == catalog.Numeric {
		return search.Change{}, false
	}
	c := candidateValue{aspect: a, count: 1}
	if v.aspects[a].flag() {
		if d.Value != "yes" || d.Not {
			return search.Change{}, false
		}
		c.flag, c.values = true, []string{"yes"}
	} else {
		for _, id := range v.aspects[a].values {
			if e := &v.entries[id]; catalog.Same(e.text, d.Value) && e.countIn(r.scope) > 0 {
				c.add(e, 1)
			}
		}
	}
	if len(c.values) == 0 || d.Not && !quotes(d.Quote, d.Value) {
		return search.Change{}, false
	}
	ch := search.Change{
		Op: search.AddWish, Text: r.valueText(c, d.Not), Said: d.Quote, Not: d.Not, Also: r.several(a),
		Condition: &catalog.Condition{Key: d.Aspect, Values: c.values},
	}
	if d.Not {
		ch.Op, ch.Also = search.AddLimit, false
	}
	return ch, true
}

// groundNumbers makes a wish of numbers that the quote has.
func (r *reader) groundNumbers(k int32, d *Demand) (search.Change, bool) {
	am := language.Amount{Bound: language.Exactly}
	switch {
	case d.Not:
		return search.Change{}, false
	case d.Low == nil:
		am.Bound, am.Low, am.High = language.Most, *d.High, *d.High
	case d.High == nil:
		am.Bound, am.Low, am.High = language.Fewest, *d.Low, *d.Low
	default:
		am.Low, am.High, am.Ranged = *d.Low, *d.High, *d.Low != *d.High
	}
	if !r.numbered(am.Low) || !r.numbered(am.High) || am.Low > am.High || am.Low < 0 {
		return search.Change{}, false
	}
	r.segs = []segment{{from: 0, to: len(r.toks), amount: &am}}
	if d.Aspect == catalog.KeyPrice {
		r.placePrice(0)
	} else {
		if d.Unit != "" {
			if am.Unit, am.Measured = language.UnitNamed(d.Unit); !am.Measured {
				return search.Change{}, false
			}
		}
		m, ok := r.measure(k, &am, true)
		if !ok || m.around == 0 {
			return search.Change{}, false // no product has a number like it
		}
		r.placeMeasured(0, m, false)
	}
	ch := r.drafts[0].change
	ch.Op, ch.Said = search.AddWish, d.Quote
	return ch, true
}

// numbered reports whether the reader's text has a number, in digits or in words.
func (r *reader) numbered(n float64) bool {
	amounts := language.Amounts{Language: r.lang, Toks: r.toks, Chunks: r.chunks, Currency: r.in.Currency}
	for i := range r.toks {
		value, next := r.lang.Numeral(r.toks, i)
		if r.toks[i].Kind == language.Number && r.toks[i].Value == n || next > i && value == n {
			return true
		}
		if a, next := amounts.At(i); next > i && (a.Low == n || a.High == n) {
			return true
		}
	}
	return false
}
