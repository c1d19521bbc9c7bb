package agent

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"shopclerk/agent/clarify"
	"shopclerk/agent/dialog"
	"shopclerk/agent/reply"
	"shopclerk/agent/shop"
	"shopclerk/agent/shop/personal"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

// Input is what a shopper did: a message, answers to the open questions, changes
// made by a click (a chip removed, a category chosen), or several of these.
type Input struct {
	Message  string
	Answers  []dialog.Given
	Answered bool // the question form was sent: questions not in Answers are skipped
	// Typed is what of Message was typed as "something else" to each open question, ""
	// to the others; nil when nothing was.
	Typed   []string
	Changes []search.Change

	// Counter opens the counter at which things can be had done for the shopper, as
	// things stand at the moment of the call: a turn opens it when it has to, and anew
	// after each deed. nil: nothing can be had done, and all words are about products.
	Counter func(context.Context) (Counter, error)
	// Wants begins an errand by a click, with what is known of its call.
	Wants *tools.Proposal
	// Errand is what the shopper did about an open errand by a click.
	Errand *ErrandInput
	// Submission names what was sent: a form that is sent again has the name it had,
	// and what it begins is done once. Nobody else may be able to guess it. Empty: each
	// call is another.
	Submission string
	// Checkout says that a page of the shop asks for what an order lacks: the clerk does not.
	Checkout bool
}

// Counter is what can be had done for one shopper, as things stood when it was opened: see
// [shop.Tools].
type Counter interface {
	// Execute carries a call out, once for each key: a key that was carried out before returns
	// the outcome it had then, and does nothing. What a person or another value could mend is a
	// [*tools.Failure], and has changed nothing.
	Execute(ctx context.Context, call tools.Call, key string) (shop.Outcome, error)
	// Declare declares what can be done, with the products that are shown.
	Declare(shown []catalog.Product) []tools.Tool
	// Pieces is how many of a product, or of a form of it, are in the basket.
	Pieces(product string) int
	// Undo takes back what the call of a key changed in the basket; [shop.ErrNone] where it
	// changed nothing there.
	Undo(ctx context.Context, key string) error
	// All returns the product argument that stands for everything in the basket.
	All() string
}

// ErrandInput answers what an errand asks. One of Replies, Yes, No and Drop is given.
type ErrandInput struct {
	Task    string        // the task's ID
	Replies []tools.Reply // to its inquiries
	Yes, No bool          // to its confirmation
	Drop    bool          // the shopper gives it up
}

// Turn is the clerk's reply.
type Turn struct {
	Need      search.Need
	Scope     *search.Scope
	Ranking   *search.Ranking
	Products  []catalog.Product // of the ranking's items, in order
	Questions []dialog.Posed
	Acts      []dialog.Act    // what the message did, in its order
	Reply     string          // what the clerk says of products; empty when the turn was about none
	Tells     string          // what of Reply is of the list alone: who shows the acts' texts shows this below them
	Errands   []dialog.Errand // what is to be done: what is open, and what ended in the turn

	active *active // the settings that the turn was made under
}

// Fit is how many products meet everything that was asked for; 0 when none does and
// something had to be left out.
func (t *Turn) Fit() int {
	if len(t.Ranking.Relaxed) > 0 || len(t.Scope.Relaxed) > 0 {
		return 0
	}
	return t.Ranking.Full
}

// Reply reads the input, remembers it in the conversation, counts, searches, asks
// and records, in the language of the context. An error leaves the conversation as it
// was. What is personal in words about products is neither read nor remembered: see
// [personal.Mask].
func (a *Agent) Reply(ctx context.Context, c *dialog.Conversation, in Input) (*Turn, error) {
	known, err := a.identify(ctx, in.Message)
	if err != nil {
		return nil, fmt.Errorf("looking for what the message names: %w", err)
	}
	in.Message, in.Typed = personal.MaskNumbers(in.Message), masked(in.Typed)
	page := words.From(ctx)
	if known == nil { // a title tells nothing of the shopper's language
		ctx = answering(ctx, in.Message)
	}
	f := a.active()
	ctx = words.Naming(ctx, f.settings)
	w := words.From(ctx)
	var shown []catalog.Product // what words can point at
	if last := c.Last(); last != nil && (in.Message != "" || in.Wants != nil || in.Errand != nil) {
		if shown, err = a.Named(ctx, last.Shown); err != nil {
			return nil, fmt.Errorf("reading what is shown: %w", err)
		}
	}
	said := in.Message
	service, about, err := a.attend(ctx, f, c, &in, shown)
	if err != nil {
		return nil, err
	}
	in.Message = personal.Mask(in.Message) // where to send goods is an errand's, what goods is not
	if about != said {
		known = nil
	}
	about = f.settings.Heard(personal.Mask(about))
	reading, err := a.read(ctx, f, c, in, about, known, shown)
	if err != nil {
		return nil, fmt.Errorf("reading the message: %w", err)
	}
	turn, err := reading.look()
	if err == nil && !service.busy && len(in.Changes) == 0 && !in.Answered && reading.failed(about, turn) {
		var found *Turn
		if found, err = reading.floor(about); found != nil {
			if turn = found; len(strings.Fields(about)) == 1 { // nor does a word of one
				w = page
			}
		}
	}
	if err != nil {
		return nil, err
	}
	if err := reading.beside(turn); err != nil {
		return nil, err
	}
	changes, notes := search.Renew(c.Changes(), reading.changes), reading.notes
	next := dialog.Exchange{Said: in.Message, Typed: in.Typed, Unplaced: reading.left, Changes: c.Number(changes)}
	next.Consulted = reading.consulted
	if service.sought && len(turn.Products) > 0 {
		notes = append(notes, w.T("errand.sought"))
	}
	reading.answers(turn)
	if next.Errands, err = service.pursue(ctx); err != nil {
		return nil, err
	}
	turn.Errands = next.Errands
	for _, e := range next.Errands {
		if service.busy {
			turn.Acts = append(turn.Acts, dialog.Act{Kind: dialog.DoErrand, Errand: e.Task.ID, Text: e.Say})
		}
	}
	turn.Acts = append(turn.Acts, reading.acts...)
	if !service.waits() && len(reading.left) == 0 && reading.things == nil { // who was not understood is not asked for details
		turn.Questions = a.ask(w, turn, uint64(len(c.Exchanges)))
	}
	if len(changes)+len(notes) > 0 || !service.busy && !dialog.Answered(turn.Acts) {
		turn.Tells = strings.Join(notes, " ")
		if reading.things == nil {
			turn.Tells = reply.Found(w, &turn.Need, turn.Scope, turn.Ranking, notes)
		}
	}
	next.Acts = turn.Acts
	after := dialog.Conversation{Exchanges: append(slices.Clip(c.Exchanges), next)}
	if after.OnlyErrands() || after.Unlisted() {
		turn.Ranking.Items, turn.Products, turn.Questions, turn.Tells = nil, nil, nil, strings.Join(notes, " ")
	}
	turn.Reply = replies(turn.Acts, turn.Tells)
	next.Questions, next.Acts, next.Reply, next.Tells = turn.Questions, turn.Acts, turn.Reply, turn.Tells
	next.Shown = productIDs(turn.Products)
	next.Fit = turn.Fit()
	a.record(&next, turn)
	c.Exchanges = append(c.Exchanges, next)
	return turn, nil
}

// masked is what was typed to each question without what is personal in it.
func masked(typed []string) []string {
	var out []string
	for _, text := range typed {
		out = append(out, personal.Mask(text))
	}
	return out
}

// Look searches for a need and lists a page of its products, without asking.
func (a *Agent) Look(ctx context.Context, need search.Need, page search.Page) (*Turn, error) {
	return a.look(ctx, a.active(), need, page)
}

// look lists what a need finds, in its category and beyond: feeds file products oddly, and kinds
// that were read from titles are narrow.
func (a *Agent) look(ctx context.Context, f *active, need search.Need, page search.Page) (*Turn, error) {
	turn, err := a.list(ctx, f, need, page)
	if err != nil {
		return nil, err
	}
	if beyond, ok := need.Beyond(); ok && page.After == 0 {
		err = a.extend(ctx, turn, beyond, page)
	}
	return turn, err
}

// extend adds to a list what its words find beyond the category: after the titles that have all of
// the words, those that lie elsewhere; at the end of a page that the category does not fill, near matches.
func (a *Agent) extend(ctx context.Context, turn *Turn, beyond search.Need, page search.Page) error {
	var titled map[catalog.Ref]bool
	if words := beyond.Retrieval(); words != turn.Need.ScopeWords {
		var err error
		titled, err = a.config.Engine.Titled(ctx, words, func(category string, t *search.Title) bool {
			return t[search.All] == 1 && t[search.Head] == 1 && !slices.Contains(turn.Need.Scope, category)
		})
		if err != nil {
			return err
		}
	}
	small := turn.Scope.Shelf.Rows() < page.Limit
	if len(titled) == 0 && !small || len(a.config.Engine.Store().Categories()) == 1 {
		return nil
	}
	more, err := a.list(ctx, turn.active, beyond, search.Page{Limit: page.Limit, Hidden: page.Hidden})
	if err != nil {
		return err
	}
	r, at := turn.Ranking, 0
	for i := range r.Items {
		if r.Items[i].Full && turn.Scope.Titled(r.Items[i].Row) {
			at = i + 1
		}
	}
	add := func(at int, it search.Ranked, p catalog.Product) {
		r.Items, turn.Products = slices.Insert(r.Items, at, it), slices.Insert(turn.Products, at, p)
	}
	for i, it := range more.Ranking.Items {
		switch p := more.Products[i]; {
		case titled[it.Ref]:
			it.Full = true
			add(at, it, p)
			at, r.Open, r.Full = at+1, r.Open+1, r.Full+1
		case small:
			it.Full = false
			it.Lacks = append(it.Lacks, search.Lack{Wanted: turn.Need.Category(), Has: []catalog.Value{{Text: catalog.LastLevel(p.Category)}}})
			add(len(r.Items), it, p)
		}
	}
	shown := min(page.Limit, len(r.Items))
	r.Items, turn.Products = r.Items[:shown], turn.Products[:shown]
	return nil
}

// list gathers a need's candidates and ranks them.
func (a *Agent) list(ctx context.Context, f *active, need search.Need, page search.Page) (*Turn, error) {
	need, page = f.settings.Widen(need, words.From(ctx).Code()), f.place(page, &need)
	scope, err := a.config.Engine.Scope(ctx, &need, page.Pinned...)
	if err != nil {
		return nil, fmt.Errorf("gathering candidates: %w", err)
	}
	if scope.Shelf, err = a.reserved(ctx, scope.Shelf); err != nil {
		return nil, fmt.Errorf("reading what orders have sold out: %w", err)
	}
	evidence := clarify.Evidence(scope.Shelf.Rows(), answers(scope.Shelf, need.Evidence), likelihood)
	like, err := a.config.Engine.Likeness(ctx, &need, scope.Shelf)
	if err != nil {
		return nil, fmt.Errorf("ranking: %w", err)
	}
	for i, x := range like {
		evidence[i] += x
	}
	ranking, err := a.config.Engine.Rank(ctx, &need, scope, evidence, page)
	if err != nil {
		return nil, fmt.Errorf("ranking: %w", err)
	}
	refs := make([]catalog.Ref, len(ranking.Items))
	for i, it := range ranking.Items {
		refs[i] = it.Ref
	}
	products, err := a.Products(ctx, refs)
	if err != nil {
		return nil, fmt.Errorf("reading the page: %w", err)
	}
	return &Turn{Need: need, Scope: scope, Ranking: ranking, Products: products, active: f}, nil
}

// read turns the input into changes and acts: the clicks, and the words that are about
// products and the shop.
func (a *Agent) read(ctx context.Context, f *active, c *dialog.Conversation, in Input, about string, known *search.Change, shown []catalog.Product) (*heard, error) {
	changes := scoped(in.Changes)
	if in.Answered {
		given, err := c.Answers(words.From(ctx), in.Answers)
		if err != nil {
			return nil, err
		}
		changes = append(changes, scoped(given)...)
	}
	h := &heard{agent: a, ctx: ctx, f: f, c: c, words: words.From(ctx), shown: shown, changes: changes}
	switch led := a.led(f, about); {
	case led != nil:
		h.changes = append(h.changes, *led)
	case known != nil:
		if need := h.c.Need(); !need.Empty() {
			h.changes = append(h.changes, search.Change{Op: search.Reset})
		}
		h.changes = append(h.changes, *known)
		h.act(dialog.Act{Kind: dialog.Need})
	case strings.TrimSpace(about) != "":
		if err := h.read(about); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// replies joins what is said to each act with what is said of the list.
func replies(acts []dialog.Act, tells string) string {
	var said []string
	for _, a := range acts {
		if a.Text != "" && a.Kind != dialog.DoErrand {
			said = append(said, a.Text)
		}
	}
	if tells != "" {
		said = append(said, tells)
	}
	return strings.Join(said, " ")
}

// scoped adds to an answer about the category what it means for the scope.
func scoped(changes []search.Change) []search.Change {
	var out []search.Change
	for _, ch := range changes {
		if a := ch.Answer; ch.Op == search.Answered && a.Key == catalog.KeyCategory && len(a.Picked) > 0 {
			scope := search.Change{Op: search.SetScope, Text: ch.Text, Answer: a} // kept, so that it can be given anew
			for _, o := range a.Picked {
				scope.Categories = append(scope.Categories, a.Options[o].Values...)
			}
			out = append(out, scope)
			continue
		}
		out = append(out, ch)
	}
	return out
}

// Named reads products by their ids, in their order; those that are gone are left out.
func (a *Agent) Named(ctx context.Context, ids []string) ([]catalog.Product, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	store := a.config.Engine.Store()
	refs, err := store.Refs(ctx, ids)
	if err != nil {
		return nil, err
	}
	return a.Products(ctx, catalog.InOrder(ids, refs))
}

func productIDs(products []catalog.Product) []string {
	out := make([]string, len(products))
	for i, p := range products {
		out[i] = p.ID
	}
	return out
}
