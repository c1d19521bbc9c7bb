package desk

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"shopclerk/agent/desk/insight"
	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/views"
	view "shopclerk/views/desk"
)

// fieldTurn names the field of an address that says which turn, from 1.
const fieldTurn = "turn"

// replay shows one turn of a conversation as the shopper saw it. Everything is as it
// was recorded but the titles of products, which are the catalogue's of today.
func (d *Desk) replay(r *Request) (*Page, error) {
	h, err := d.Journal.History(r.Context(), r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	turns := turnsOf(h)
	if len(turns) == 0 {
		return nil, fmt.Errorf("%w: nothing has been said in conversation %s", ErrNotFound, h.ID)
	}
	n := 1
	if text := r.query.Get(fieldTurn); text != "" {
		if n, err = strconv.Atoi(text); err != nil || n < 1 || n > len(turns) {
			return nil, fmt.Errorf("%w: conversation %s has turns 1 to %d, not %q", ErrNotFound, h.ID, len(turns), text)
		}
	}
	p := player{Request: r, desk: d, history: h, turns: turns, at: n - 1}
	if p.products, err = d.titles(r.Context(), p.mentioned()); err != nil {
		return nil, err
	}
	return &Page{
		Title: r.Words.T("desk.replay.title", "Turn", n, "Turns", len(turns)),
		Body:  view.ReplayView(p.view()),
	}, nil
}

// titles returns the products that the catalogue still has, by id.
func (d *Desk) titles(ctx context.Context, ids []string) (map[string]catalog.Product, error) {
	refs, err := d.Store.Refs(ctx, ids)
	if err != nil {
		return nil, err
	}
	products, err := d.Store.Products(ctx, slices.Sorted(maps.Values(refs)))
	if err != nil {
		return nil, err
	}
	out := make(map[string]catalog.Product, len(products))
	for _, p := range products {
		out[p.ID] = p
	}
	return out, nil
}

// player presents one turn.
type player struct {
	*Request
	desk     *Desk
	history  *journal.History
	turns    []replayTurn
	at       int // index of the turn
	products map[string]catalog.Product
}

func (p *player) turn() *replayTurn { return &p.turns[p.at] }

// mentioned lists the products that the turn speaks of.
func (p *player) mentioned() []string {
	ids := slices.Clone(p.turn().exchange.Shown)
	for _, a := range p.turn().acts {
		ids = append(ids, a.Product)
	}
	for i := range p.turn().exchange.Acts {
		ids = append(ids, p.turn().exchange.Acts[i].Products...)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func (p *player) view() view.Replay {
	x := p.turn().exchange
	reply := x.Reply
	if memory.Answered(x.Acts) { // the whole reply says again what they do
		reply = x.Tells
	}
	out := view.Replay{
		Facts: p.facts(), Before: p.before(), Acts: p.did(), Reply: p.said(reply), Relaxed: p.relaxed(),
		Questions: p.questions(), Unasked: p.Words.T("desk.replay.unasked"), List: p.list(), Others: p.others(), After: p.after(),
	}
	if out.Errands = p.errands(); len(out.Errands) > 0 {
		out.Unasked = "" // something else may have been asked
	}
	switch {
	case p.confides():
		out.Said = view.Said{Text: p.Words.T("desk.errands.confided"), Gone: true}
	case x.Said != "":
		out.Said = p.said(x.Said)
	}
	for i := range p.turns {
		out.Turns = append(out.Turns, view.Choice{Text: strconv.Itoa(i + 1), URL: p.address(i), Chosen: i == p.at})
	}
	out.Back = views.Link{Text: p.Words.T("desk.replay.back"), URL: p.To(talksPath)}
	if p.at > 0 {
		out.Pager.Previous = views.Link{Text: p.Words.T("desk.replay.previous"), URL: p.address(p.at - 1)}
	}
	if p.at+1 < len(p.turns) {
		out.Pager.Next = views.Link{Text: p.Words.T("desk.replay.next"), URL: p.address(p.at + 1)}
	}
	return out
}

// address is that of a turn, by its index.
func (p *player) address(turn int) string {
	return p.To(talksPath+"/"+p.history.ID, fieldTurn, strconv.Itoa(turn+1))
}

// said presents a text, or says that it is gone.
func (p *player) said(text string) view.Said {
	if text == journal.Redacted {
		return view.Said{Text: p.Words.T("desk.replay.gone-text"), Gone: true}
	}
	return view.Said{Text: text}
}

// facts are what is known of the conversation, and of how the turn came about.
func (p *player) facts() []view.Fact {
	w, x := p.Words, p.turn().exchange
	out := []view.Fact{
		{Term: w.T("desk.talks.session"), Value: short(p.history.Session)},
		{Term: w.T("desk.talks.began"), Value: Minute(p.history.Created)},
		{Term: w.T("desk.replay.at"), Value: p.turn().at.Format(time.DateTime)},
		{Term: w.T("desk.replay.searched"), Value: scopeText(p.Request, p.scope())},
	}
	add := func(term, value string) {
		if value != "" {
			out = append(out, view.Fact{Term: term, Value: value})
		}
	}
	if len(x.Path) > 0 {
		add(w.T("desk.replay.path"), strings.Join(x.Path, " → "))
	}
	if x.Policy.Name != "" {
		add(w.T("desk.replay.policy"), x.Policy.Name+" "+strconv.Itoa(x.Policy.Version))
	}
	if x.Experiment.Experiment != "" {
		add(w.T("desk.talks.arm"), x.Experiment.Experiment+"/"+x.Experiment.Arm)
	}
	if x.Controls > 0 {
		add(w.T("desk.replay.controls"), strconv.FormatInt(x.Controls, 10))
	}
	if now := p.desk.Store.Version(); p.history.Catalogue != now {
		add(w.T("desk.replay.catalogue"), w.T("desk.replay.catalogue-changed"))
	}
	return out
}

// scope is where the turn searched, "" for the whole shop.
func (p *player) scope() []string { return scopeOrWhole(p.turn().exchange.Scope) }

// before says how the shopper came to the turn's page, but for what they typed.
func (p *player) before() []string {
	w, t := p.Words, p.turn()
	var out []string
	if t.from >= 0 {
		for _, d := range p.turns[t.from].left {
			if d.to == p.at && !d.back {
				out = append(out, w.T("desk.replay.came", "Turn", t.from+1, "Took", Spell(Seconds, d.waited.Seconds(), w)))
				if d.sent {
					out = append(out, w.T("desk.replay.sent"))
				}
			}
		}
		if t.from != p.at-1 {
			out = append(out, w.T("desk.replay.went-back-first", "Turn", t.from+1))
		}
	}
	if offer := p.taken(); offer != "" {
		return append(out, w.T("desk.acts.taken", "What", offer))
	}
	changes := t.exchange.Changes
	sent := memory.Sent(p.origin().Questions, changes)
	for i := 0; i < len(changes); i++ {
		ch, revised := &changes[i], i+1 < len(changes) && changes[i].Op == search.Drop && changes[i+1].Answer != nil && len(sent) == 0
		switch {
		case revised:
			out = append(out, w.T("desk.replay.revised", "Was", p.dropped(ch.Target), "Now", p.ticks(&changes[i+1])))
			i++
		case ch.Answer != nil && !ch.Answer.Skipped():
			out = append(out, w.T("desk.replay.ticks", "Aspect", p.aspect(ch.Answer.Key), "Ticks", p.ticks(ch)))
		default:
			if line := p.change(ch); line != "" {
				out = append(out, line)
			}
		}
	}
	return out
}

// origin is the exchange of the page that the shopper came from, an empty one of none.
func (p *player) origin() *memory.Exchange {
	if from := p.turn().from; from >= 0 {
		return p.turns[from].exchange
	}
	return &memory.Exchange{}
}

// ticks says what an answer's change answered.
func (p *player) ticks(ch *search.Change) string {
	switch {
	case ch.Answer != nil && ch.Answer.None:
		return p.Words.T("desk.replay.no-preference")
	case ch.Text != "" && ch.Text != journal.Redacted:
		return ch.Text
	case ch.Answer != nil && ch.Answer.Other:
		return p.Words.T("desk.replay.anything-else")
	}
	return "–"
}

// change says what a click changed; what a message or a form did stands elsewhere.
func (p *player) change(ch *search.Change) string {
	w, text := p.Words, ch.Text
	if text == journal.Redacted {
		text = w.T("desk.talks.redacted")
	}
	switch ch.Op {
	case search.Reset:
		return w.T("desk.replay.reset")
	case search.Drop:
		return w.T("desk.replay.dropped", "What", p.dropped(ch.Target))
	case search.SetScope:
		if ch.Said == "" && ch.Answer == nil {
			return w.T("desk.replay.chose", "Category", scopeText(p.Request, scopeOrWhole(ch.Categories)))
		}
	case search.AddLimit:
		if p.turn().exchange.Said == "" {
			return w.T("desk.replay.limited", "What", text)
		}
	case search.SkipSeen:
		return w.T("desk.replay.seen")
	}
	return ""
}

// scopeOrWhole are some categories, "" for the whole shop where none is named.
func scopeOrWhole(categories []string) []string {
	if len(categories) == 0 {
		return []string{""}
	}
	return categories
}

// dropped names an earlier change by its id.
func (p *player) dropped(id int) string {
	for i := range p.turns[:p.at+1] {
		for _, ch := range p.turns[i].exchange.Changes {
			if ch.ID == id && ch.Text != "" && ch.Text != journal.Redacted {
				return ch.Text
			}
		}
	}
	return p.Words.T("desk.replay.something")
}

// relaxed says what was asked for and left out because nothing had all of it.
func (p *player) relaxed() string {
	var names []string
	for _, id := range p.turn().exchange.Relaxed {
		names = append(names, p.dropped(id))
	}
	if len(names) == 0 {
		return ""
	}
	return p.Words.T("desk.replay.relaxed", "What", strings.Join(names, p.Words.T("language.comma")))
}

// questions presents the questions as they were shown, and the latest answers.
func (p *player) questions() []view.ReplayQuestion {
	answers := p.turn().answers(p.turns)
	var out []view.ReplayQuestion
	for i := range p.turn().exchange.Questions {
		q := &p.turn().exchange.Questions[i]
		var a *questionReply
		if i < len(answers) {
			a = &answers[i]
		}
		out = append(out, p.question(q, a))
	}
	return out
}

func (p *player) question(q *memory.Posed, a *questionReply) view.ReplayQuestion {
	w := p.Words
	facts := "desk.replay.question-facts"
	if q.Shuffled {
		facts = "desk.replay.question-shuffled"
	}
	out := view.ReplayQuestion{Text: q.Text, Help: q.Help, Facts: w.T(facts, "Aspect", p.aspect(q.Answer.Key), "Policy", q.Policy, "Bits", w.Fixed(q.Bits, 2))}
	for k, o := range q.Options {
		out.Options = append(out.Options, view.ReplayOption{Label: o.Label, Count: w.N("page.products", o.Count),
			Ticked: a != nil && (slices.Contains(a.picked, k) || a.label != "" && strings.Contains(a.label, o.Label))})
	}
	other := view.ReplayOption{Label: cmp.Or(q.Other.Label, w.T("desk.replay.anything-else")), Ticked: a != nil && a.other}
	if q.Other.Count > 0 {
		other.Count = w.N("page.products", q.Other.Count)
	}
	out.Options = append(out.Options, other, view.ReplayOption{Label: cmp.Or(q.None.Label, w.T("desk.replay.no-preference")), Ticked: a != nil && a.none})
	if a != nil && a.typed != "" {
		out.Typed = p.said(a.typed)
	}
	outcome := "desk.replay.answered"
	switch {
	case a == nil:
		outcome = "desk.replay.open"
	case a.skipped():
		outcome = "desk.replay.skipped"
	case a.none:
		outcome = "desk.replay.answered-none"
	case a.other || a.typed != "" && len(a.picked) == 0:
		outcome = "desk.replay.answered-other"
	}
	out.Outcome = w.T(outcome)
	return out
}

// aspect is what shoppers read of an aspect.
func (p *player) aspect(key string) string {
	return p.desk.aspectName(insight.Topic{Category: p.scope()[0], Aspect: key})
}

// list presents the first page of the list as it was shown.
func (p *player) list() view.ReplayList {
	x := p.turn().exchange
	out := view.ReplayList{Heading: p.Words.T("desk.replay.list"), Empty: p.Words.T("desk.replay.list-empty")}
	if x.Total > 0 {
		out.Heading = p.Words.N("desk.replay.list-of", x.Fit, "Total", x.Total)
	}
	for _, id := range x.Shown {
		out.Products = append(out.Products, p.product(id))
	}
	return out
}

// others presents what was done with products beyond the list's first page.
func (p *player) others() []view.ReplayProduct {
	var out []view.ReplayProduct
	var done []string
	for _, a := range p.turn().acts {
		if !slices.Contains(p.turn().exchange.Shown, a.Product) && !slices.Contains(done, a.Product) {
			done = append(done, a.Product)
			out = append(out, p.product(a.Product))
		}
	}
	return out
}

// product presents a product and what was done with it.
func (p *player) product(id string) view.ReplayProduct {
	out := p.title(id)
	for _, a := range p.turn().acts {
		if a.Product != id {
			continue
		}
		after := Spell(Seconds, max(0, a.At.Sub(p.turn().at).Seconds()), p.Words)
		if id := touchWords[a.Act]; id != "" {
			out.Acts = append(out.Acts, p.Words.N(id, max(1, a.Quantity), "After", after))
		}
	}
	return out
}

// touchWords are the ids of what was done with a product.
var touchWords = map[journal.Act]string{
	journal.Opened: "desk.replay.opened", journal.Compared: "desk.replay.compared", journal.Basket: "desk.replay.basket", journal.Ordered: "desk.replay.ordered",
}

// title presents a product by what the catalogue calls it now.
func (p *player) title(id string) view.ReplayProduct {
	if now, ok := p.products[id]; ok {
		return view.ReplayProduct{ID: id, Title: now.Title, URL: "/p/" + url.PathEscape(id)}
	}
	return view.ReplayProduct{ID: id, Title: p.Words.T("desk.replay.gone")}
}

// after says what the shopper did next: pages that were gone back to are left more
// than once.
func (p *player) after() []string {
	w := p.Words
	var out []string
	for _, d := range p.turn().left {
		id := "desk.replay.then-went-on"
		switch {
		case d.back:
			id = "desk.replay.went-back"
		case d.sent:
			id = "desk.replay.then-sent"
		case len(p.turn().exchange.Questions) == 0: // there was no such form
			id = "desk.errands.went-on"
		}
		out = append(out, w.T(id, "Turn", d.to+1, "Took", Spell(Seconds, d.waited.Seconds(), w)))
	}
	if len(out) == 0 {
		out = append(out, w.T("desk.replay.left"))
	}
	return out
}
