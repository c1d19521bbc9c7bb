package insight

import (
	"slices"
	"strconv"
	"strings"

	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/catalog"
	"shopclerk/search"
)

// interner holds what many conversations say alike, so that each is kept once: names,
// and options.
type interner struct {
	texts  map[string]string
	offers map[string]*Offer

	personal func(parameter string) bool // of errands: see [Confides]
}

func newInterner() *interner {
	return &interner{texts: map[string]string{}, offers: map[string]*Offer{}, personal: func(string) bool { return true }}
}

// text returns the kept copy of a text.
func (s *interner) text(t string) string {
	if kept, ok := s.texts[t]; ok {
		return kept
	}
	s.texts[t] = t
	return t
}

// offer returns the kept copy of an option.
func (s *interner) offer(label string, c *catalog.Condition) *Offer {
	key := c.Key + "\x00" + label + "\x00" + strings.Join(c.Values, "\x00")
	if r := c.Range; r != nil {
		low, high := r.Bounds()
		key += "\x00" + strconv.FormatFloat(low, 'g', -1, 64) + "\x00" + strconv.FormatFloat(high, 'g', -1, 64) + strconv.FormatBool(r.Closed)
	}
	o := s.offers[key]
	if o == nil {
		o = &Offer{Label: label, Condition: *c}
		s.offers[key] = o
	}
	return o
}

// wholeShop is the scope of what is asked or searched without a category.
var wholeShop = []string{""}

// turn digests what an exchange showed, given what was asked for by then.
func (s *interner) turn(e *journal.Recorded, need *search.Need) Turn {
	x := e.Exchange
	t := Turn{
		At: e.At, Undone: e.Undone, Scope: wholeShop, Said: x.Said, Shown: s.list(x.Shown), Empty: foundNothing(x),
		Arm: memory.Arm{Experiment: s.text(x.Experiment.Experiment), Arm: s.text(x.Experiment.Arm)},
	}
	if len(need.Scope) > 0 {
		t.Scope = slices.Compact(s.list(need.Scope)) // a need's scope is sorted
	}
	if t.Empty {
		t.Need = Wording(need)
	}
	s.hear(&t, x)
	if len(x.Questions) > 0 {
		t.Questions = make([]Asked, len(x.Questions))
	}
	for i := range x.Questions {
		t.Questions[i] = s.asked(&x.Questions[i])
	}
	return t
}

// list returns the kept copies of texts.
func (s *interner) list(texts []string) []string {
	if len(texts) == 0 {
		return nil
	}
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = s.text(t)
	}
	return out
}

// asked digests a question.
func (s *interner) asked(p *memory.Posed) Asked {
	n := min(len(p.Options), len(p.Answer.Options))
	q := Asked{
		Aspect: s.text(p.Answer.Key), Shuffle: p.Shuffled, Bits: p.Tells,
		Offers: make([]*Offer, n), Masses: make([]float32, n),
	}
	for i := range n {
		q.Offers[i] = s.offer(p.Options[i].Label, &p.Answer.Options[i])
		q.Masses[i] = float32(p.Options[i].Mass)
	}
	return q
}

// foundNothing reports that no product had all that was asked for. Exchanges from before
// the journal recorded how many fit tell it only when they list nothing.
func foundNothing(x *memory.Exchange) bool {
	return len(x.Shown) == 0 || len(x.Relaxed) > 0 || x.Fit == 0 && x.Total > 0
}

// Between stands between the parts of a need on its line.
const Between = " · "

// Wording says all that was asked for on one line: where, what, in which words. What
// was read from a text that is no longer kept stands as the catalogue has it.
func Wording(need *search.Need) string {
	parts := slices.Clone(need.Scope)
	for _, w := range slices.Backward(need.Wanted()) {
		text := w.Text
		if text == "" || text == journal.Redacted {
			text = demandText(&w.Demand)
		}
		parts = append(parts, text)
	}
	if query := need.Query(); query != "" {
		parts = append(parts, "“"+query+"”")
	}
	return strings.Join(parts, Between)
}

// demandText writes a demand in the catalogue's terms.
func demandText(d *catalog.Demand) string {
	c := &d.Condition
	out := c.Key + ": "
	if d.Not {
		out = c.Key + " ≠ "
	}
	if c.Range == nil {
		return out + strings.Join(c.Values, ", ")
	}
	low, high := "", ""
	if c.Range.Low != nil {
		low = catalog.FormatNumber(*c.Range.Low)
	}
	if c.Range.High != nil {
		high = catalog.FormatNumber(*c.Range.High)
	}
	return out + low + "–" + high
}
