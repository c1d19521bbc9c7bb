package insight

import (
	"fmt"
	"slices"
	"time"

	"pgregory.net/rapid"

	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/catalog"
	"shopclerk/search"
)

// world lives a conversation: it writes the history as the journal has it and, by
// its own bookkeeping, the facts that must come out.
type world struct {
	t       *rapid.T
	now     time.Time
	history journal.History
	pages   []*page
	stack   []*page
	version []*page // what was on the page at a version, from 0
	change  int     // the latest id of a change
}

// page is what one exchange showed.
type page struct {
	Turn
	seen     bool
	since    time.Time
	products []string
	posed    []memory.Posed
	answers  []int // ids of the changes that answer its questions, 0 for none
	led      *page
	scope    []string
	event    int    // index of its event
	change   int    // the latest id of a change by then
	restore  func() // what its undo brings back
}

var day = time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC)

// live makes a conversation of random acts, so many at least and at most.
func live(t *rapid.T, id string, least, most int) *world {
	w := &world{t: t, now: day.Add(time.Duration(w0(t, 40*24*3600)) * time.Second), version: []*page{nil}}
	w.history = journal.History{ID: id, Session: rapid.SampledFrom([]string{"s1", "s2", "s3", "s4", id}).Draw(t, "session"), Created: w.now}
	for range rapid.IntRange(least, most).Draw(t, "acts") {
		w.pass()
		switch act := rapid.SampledFrom([]string{"say", "send", "send", "send", "undo", "revise", "batch", "touch", "touch", "touch", "touch"}).Draw(t, "act"); {
		case len(w.stack) == 0 || act == "say":
			w.say()
		case act == "send":
			w.send()
		case act == "undo":
			w.undo()
		case act == "revise":
			w.revise()
		case act == "batch": // as when an earlier turn is replayed: only the last page is seen
			w.say()
			if rapid.Bool().Draw(t, "answers") {
				w.send()
			} else {
				w.say()
			}
		case act == "touch":
			w.touch()
			continue // nothing is appended
		}
		w.look()
	}
	w.history.Version = len(w.history.Events)
	return w
}

func w0(t *rapid.T, most int) int { return rapid.IntRange(0, most).Draw(t, "seconds") }

func (w *world) pass() { w.now = w.now.Add(time.Duration(1+w0(w.t, 600)) * time.Second) }

func (w *world) top() *page {
	if len(w.stack) == 0 {
		return nil
	}
	return w.stack[len(w.stack)-1]
}

// look lets the shopper see the page.
func (w *world) look() {
	if p := w.top(); p != nil {
		if !p.seen {
			p.seen, p.At = true, w.now
		}
		p.since = w.now
	}
}

func (w *world) id() int { w.change++; return w.change }

// show appends an exchange, and the page after it.
func (w *world) show(x memory.Exchange, scope []string) *page {
	p := &page{scope: scope, event: len(w.history.Events)}
	p.Scope = scope
	if len(scope) == 0 {
		p.Scope = []string{""}
	}
	for range rapid.SampledFrom([]int{0, 2, 3, 5}).Draw(w.t, "listed") {
		p.products = append(p.products, fmt.Sprintf("p%d", len(p.products)))
	}
	x.Shown, p.Shown = p.products, p.products
	x.Total, x.Fit = 10, rapid.IntRange(0, 2).Draw(w.t, "fit")
	p.Empty, p.Said = len(p.products) == 0 || x.Fit == 0, x.Said
	x.Experiment = rapid.SampledFrom([]memory.Arm{{}, {Experiment: "x", Arm: "a"}, {Experiment: "x", Arm: "b"}}).Draw(w.t, "arm")
	p.Arm = x.Experiment
	for _, aspect := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"colour", "size", catalog.KeyCategory}), 0, 3, rapid.ID[string]).Draw(w.t, "aspects") {
		w.pose(p, aspect)
	}
	x.Questions, p.change = p.posed, w.change
	w.history.Events = append(w.history.Events, journal.Recorded{
		Version: len(w.history.Events) + 1, Kind: journal.Exchanged, At: w.now, Exchange: &x,
	})
	w.pages, w.stack = append(w.pages, p), append(w.stack, p)
	w.version = append(w.version, p)
	return p
}

// pose puts a question on a page.
func (w *world) pose(p *page, aspect string) {
	values := []string{"red", "blue", "green"}
	if aspect == catalog.KeyCategory {
		values = []string{"a", "b", "c"}
	}
	q := memory.Posed{Answer: search.Answer{Key: aspect}, Tells: rapid.SampledFrom([]float64{0, 0.3, 1.7}).Draw(w.t, "tells"), Shuffled: rapid.Bool().Draw(w.t, "shuffled")}
	asked := Asked{Aspect: aspect, Bits: q.Tells, Shuffle: q.Shuffled, Offers: []*Offer{}, Masses: []float32{}}
	for _, v := range values[:rapid.IntRange(2, 3).Draw(w.t, "options")] {
		c := catalog.Condition{Key: aspect, Values: []string{v}}
		mass := rapid.Float64Range(0, 1).Draw(w.t, "mass")
		q.Options = append(q.Options, memory.Choice{Label: v, Mass: mass})
		q.Answer.Options, q.Answer.Labels = append(q.Answer.Options, c), append(q.Answer.Labels, v)
		asked.Offers, asked.Masses = append(asked.Offers, &Offer{Label: v, Condition: c}), append(asked.Masses, float32(mass))
	}
	p.posed, p.Questions = append(p.posed, q), append(p.Questions, asked)
	p.answers = append(p.answers, 0)
}

func (w *world) say() {
	text := rapid.SampledFrom([]string{"lamp", "Lamp!", "red thing"}).Draw(w.t, "message")
	x := memory.Exchange{Said: text, Changes: []search.Change{{ID: w.id(), Op: search.AddWords, Words: []string{text}}}}
	unmet, named := w.miss(&x)
	scope := w.scope()
	if rapid.Bool().Draw(w.t, "places") {
		scope = rapid.SampledFrom([][]string{{"a"}, {"a", "b"}}).Draw(w.t, "scope")
		x.Changes = append(x.Changes, search.Change{ID: w.id(), Op: search.SetScope, Said: text, Categories: scope})
	}
	p := w.show(x, scope)
	p.Searched, p.Unmet, p.Named = true, unmet, named
}

// miss has a message say what the shop has nothing for, and demand something.
func (w *world) miss(x *memory.Exchange) (unmet []Want, named []*Offer) {
	if word := rapid.SampledFrom([]string{"", "", "blurple", "gadget"}).Draw(w.t, "unplaced"); word != "" {
		x.Unplaced, unmet = []string{word}, append(unmet, Want{Kind: memory.Unclear, Words: word})
	}
	switch rapid.SampledFrom([]memory.Kind{memory.Need, memory.NotSold, memory.AskProduct, memory.AskShop}).Draw(w.t, "kind") {
	case memory.NotSold:
		x.Acts, unmet = []memory.Act{{Kind: memory.NotSold, Words: "anvils", Nearest: []string{"a", "b"}}}, append(unmet, Want{memory.NotSold, "anvils", "a"})
	case memory.AskProduct:
		x.Acts, unmet = []memory.Act{{Kind: memory.AskProduct, Aspect: "size"}, {Kind: memory.AskProduct, Aspect: "colour", Known: true}}, append(unmet, Want{Kind: memory.AskProduct, About: "size"})
	case memory.AskShop:
		x.Acts, unmet = []memory.Act{{Kind: memory.AskShop, Topic: "returns"}}, append(unmet, Want{Kind: memory.AskShop, About: "returns"})
	}
	if value := rapid.SampledFrom([]string{"", "red", "blue"}).Draw(w.t, "names"); value != "" {
		c := catalog.Condition{Key: "colour", Values: []string{value}}
		x.Changes = append(x.Changes, search.Change{ID: w.id(), Op: search.AddWish, Condition: &c})
		named = []*Offer{{Label: value, Condition: c}}
	}
	return unmet, named
}

func (w *world) scope() []string {
	if p := w.top(); p != nil {
		return p.scope
	}
	return nil
}

// reply makes an answer to a question, as a change and as what must come of it.
func (w *world) reply(q *memory.Posed, a *Asked) search.Change {
	a.Picked = nil
	a.Outcome = rapid.SampledFrom([]Outcome{Skipped, NoPreference, Otherwise, Ticked, Ticked}).Draw(w.t, "outcome")
	answer := q.Answer
	ch := search.Change{ID: w.id(), Op: search.Answered, Answer: &answer}
	switch a.Outcome {
	case NoPreference:
		answer.None = true
	case Otherwise:
		answer.Other = true
	case Ticked:
		a.Picked = rapid.SliceOfNDistinct(rapid.IntRange(0, len(q.Options)-1), 1, 2, rapid.ID[int]).Draw(w.t, "picked")
		slices.Sort(a.Picked)
		answer.Picked = a.Picked
		if a.Aspect == catalog.KeyCategory {
			ch.Op = search.SetScope
			for _, o := range a.Picked {
				ch.Categories = append(ch.Categories, answer.Options[o].Values...)
			}
		}
	}
	return ch
}

// send sends the form on the page.
func (w *world) send() {
	from := w.top()
	if len(from.posed) == 0 {
		w.say()
		return
	}
	var x memory.Exchange
	scope := from.scope
	for k := range from.posed {
		a := &from.Questions[k]
		ch := w.reply(&from.posed[k], a)
		if ch.Op == search.SetScope {
			scope = ch.Categories
		}
		a.Took, a.Told, a.Realised, a.Text = w.now.Sub(from.since), false, 0, ""
		if from.since.IsZero() {
			a.Took = 0
		}
		if rapid.Bool().Draw(w.t, "told") {
			realised := rapid.Float64Range(0, 3).Draw(w.t, "realised")
			x.Realised = append(x.Realised, memory.Realised{Question: k, Bits: realised})
			if a.Bits > 0 {
				a.Told, a.Realised = true, realised
			}
		}
		from.answers[k] = ch.ID
		x.Changes = append(x.Changes, ch)
	}
	w.typed(from, &x)
	from.led = w.show(x, scope)
}

func (w *world) undo() {
	undone := w.top()
	w.history.Events[undone.event].Undone, undone.Undone = true, true
	w.history.Events = append(w.history.Events, journal.Recorded{Version: len(w.history.Events) + 1, Kind: journal.Undone, At: w.now})
	w.stack = w.stack[:len(w.stack)-1]
	p := w.top()
	w.change = 0 // ids are given again
	if p != nil {
		w.change = p.change
	}
	if undone.restore != nil {
		undone.restore()
	}
	if p != nil && p.led == undone {
		for k := range p.Questions {
			if p.Questions[k].Outcome != Skipped {
				p.Questions[k].TakenBack++
			}
		}
	}
	w.version = append(w.version, p)
}

// revise gives an earlier answer anew, or withdraws it.
func (w *world) revise() {
	var x memory.Exchange
	var restore func()
	scope := w.scope()
	for _, p := range w.stack {
		stands := p.led != nil && !p.led.Undone && slices.Contains(w.stack, p.led)
		for k := range p.answers {
			if !stands || p.answers[k] == 0 || p.Questions[k].Outcome == Skipped || p.Questions[k].Aspect == catalog.KeyCategory || x.Changes != nil {
				continue
			}
			x.Changes = append(x.Changes, search.Change{ID: w.id(), Op: search.Drop, Target: p.answers[k]})
			before := p.answers[k]
			restore = func() { p.answers[k] = before }
			p.answers[k] = 0
			p.Questions[k].TakenBack++
			if rapid.Bool().Draw(w.t, "anew") {
				ch := w.reply(&p.posed[k], &p.Questions[k])
				p.Questions[k].Text, p.Questions[k].Told, p.Questions[k].Realised = "", false, 0
				p.answers[k] = ch.ID
				x.Changes = append(x.Changes, ch)
			}
		}
	}
	w.show(x, scope).restore = restore
}

func (w *world) touch() {
	v := len(w.version) - 1 - rapid.IntRange(0, len(w.version)-2).Draw(w.t, "versions back")
	p := w.version[v]
	if p == nil || !p.seen {
		return
	}
	act := rapid.SampledFrom([]journal.Act{journal.Opened, journal.Compared, journal.Basket, journal.Ordered}).Draw(w.t, "act")
	product := rapid.SampledFrom([]string{"p0", "p1", "p2", "p9"}).Draw(w.t, "product")
	var price int64
	quantity := 0
	worth := int64(0)
	if act == journal.Basket || act == journal.Ordered {
		price, quantity = rapid.SampledFrom([]int64{0, 950, 120_00}).Draw(w.t, "price"), rapid.IntRange(1, 3).Draw(w.t, "pieces")
	}
	if act == journal.Ordered {
		worth = price * int64(quantity)
	}
	w.history.Interactions = append(w.history.Interactions, journal.Interaction{
		Session: w.history.Session, Conversation: w.history.ID, Version: v, Act: act, Product: product, At: w.now, Price: price, Quantity: quantity,
	})
	for i := range p.Touches {
		if t := &p.Touches[i]; t.Act == act && t.Product == product {
			t.Worth += worth
			return
		}
	}
	p.Touches = append(p.Touches, Touch{Act: act, Product: product, Place: slices.Index(p.products, product) + 1, Worth: worth})
}

// facts is what must come of the history.
func (w *world) facts() *Facts {
	f := &Facts{ID: w.history.ID, Session: w.history.Session, Began: w.history.Created}
	index := map[*page]int{}
	for _, p := range w.pages {
		if p.seen {
			index[p] = len(f.Turns)
			f.Turns = append(f.Turns, p.Turn)
		}
	}
	for _, p := range w.pages {
		if p.seen && p.led != nil {
			f.Turns[index[p]].Led = index[p.led] // 0 when nobody saw it
		}
	}
	return f
}

// typed may add texts under some questions.
func (w *world) typed(from *page, x *memory.Exchange) {
	if !rapid.Bool().Draw(w.t, "types") {
		return
	}
	x.Said, x.Typed = "teal", make([]string, len(from.Questions))
	for k := range from.Questions {
		if a := &from.Questions[k]; rapid.Bool().Draw(w.t, "typed") {
			x.Typed[k], a.Text = x.Said, x.Said
			if a.Outcome != Ticked {
				a.Outcome = Otherwise
			}
		}
	}
}
