package shopper

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/agent/shop"
	"shopclerk/agent/store"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

// Script is what somebody says, one message after the other.
type Script struct {
	Language string   `json:"lang"` // of the page, too
	Kind     string   `json:"kind"` // of Say
	Before   []string `json:"before"`
	Say      string   `json:"say"` // after those
}

// Street has people visit a shop, one after the other, who leave in its store what shoppers leave:
// conversations, what they did with products, baskets and orders. Equal seeds, and equal times of
// visits, leave equal rows. The shop sells no variants.
type Street struct {
	clerk    *agent.Agent
	scripts  []Script
	rand     *rand.Rand
	book     *journal.Journal
	sales    *shop.Store
	now      time.Time
	sessions []string // of those who came, the latest last
}

// NewStreet returns the street of the shop of a clerk and a store.
func NewStreet(db *store.DB, clerk *agent.Agent, scripts []Script, seed uint64) *Street {
	s := &Street{scripts: scripts, rand: rand.New(rand.NewPCG(seed, 0)), book: journal.New(db), sales: shop.New(db)}
	s.book.Rand = rand.NewChaCha8([32]byte(fmt.Appendf(nil, "%032d", seed)))
	s.book.Now = func() time.Time { return s.now }
	s.sales.Now = s.book.Now
	s.clerk = clerk.With(func(c *agent.Config) { c.Taken = s.sales.Taken })
	return s
}

// What visitors do, as probabilities, all of them assumptions, and how many steps they do.
const (
	returns  = 0.15 // as somebody who was here before
	regrets  = 0.3  // cancels the latest order, of those who return
	scripted = 0.6  // begins with what somebody wrote
	clicks   = 0.25 // else with a category, else with words of a product
	desks    = 0.4  // sits at a desk; else has a phone
	skips    = 0.15 // leaves open a question of a form that is sent
	browses  = 0.08 // opens a product that is not what is wanted
	compares = 0.5  // of those who have opened several
	puts     = 0.4  // takes what is wanted into the basket
	buys     = 0.4  // of those

	mostSteps = 10
	seen      = 60 // products of a list, of which one is what the person has in mind
)

// asides are the kinds of scripts by which people answer questions with a question.
var asides = []string{"comparison", "question-product", "question-shop", "sort"}

// visit is one person's.
type visit struct {
	*Street
	*Person // nil until it is known what the person wants
	session string
	words   *words.Language
	talk    *journal.Conversation
	turn    *agent.Turn // nil before the first
	say     []string    // what the person still has to say
	opened  []string
	trouble error // of noting
}

// errLeft ends a visit.
var errLeft = errors.New("the person has left")

// Visit has one person come at a time, which is not before that of the visit before.
func (s *Street) Visit(ctx context.Context, at time.Time) error {
	s.now = at
	v := &visit{Street: s, words: words.English}
	session, err := journal.NewID(s.book.Rand)
	back := len(s.sessions) > 0 && s.rand.Float64() < returns
	if v.session = session; back {
		v.session = s.sessions[max(0, len(s.sessions)-1-s.rand.IntN(200))]
	}
	s.sessions = append(s.sessions, v.session)
	if err == nil {
		v.talk, err = s.book.New(v.session, "")
	}
	if err == nil && back && s.rand.Float64() < regrets {
		err = v.cancel(ctx)
	}
	if err == nil {
		err = v.begin(ctx)
	}
	for n := 0; err == nil && n < mostSteps; n++ {
		err = cmp.Or(v.step(ctx), v.trouble)
	}
	if errors.Is(err, errLeft) {
		return v.trouble
	}
	return err
}

// pass lets time go by: people read and type.
func (v *visit) pass() {
	v.now = v.now.Add(time.Duration(5e3+v.rand.ExpFloat64()*25e3) * time.Millisecond)
}

// begin decides what the person comes for.
func (v *visit) begin(ctx context.Context) error {
	if v.rand.Float64() < scripted {
		script := &v.scripts[v.rand.IntN(len(v.scripts))]
		v.words, v.say = words.Lookup(script.Language), append(slices.Clone(script.Before), script.Say)
		return nil
	}
	engine := v.clerk.Config().Engine
	c := &engine.Store().Categories()[v.rand.IntN(len(engine.Store().Categories()))]
	shelf, err := engine.Shelf(ctx, c.Path)
	if err != nil {
		return err
	}
	products, err := v.clerk.Products(ctx, []catalog.Ref{shelf.Refs[v.rand.IntN(shelf.Rows())]})
	if err != nil {
		return err
	}
	v.wants(&products[0], c)
	if v.rand.Float64() < clicks {
		return v.reply(ctx, agent.Input{Changes: []search.Change{{Op: search.SetScope, Text: c.Name, Categories: []string{c.Path}}}})
	}
	v.say = []string{Query(&products[0], Degrees()[v.rand.IntN(len(Degrees()))], v.rand)}
	return nil
}

func (v *visit) wants(target *catalog.Product, c *catalog.Category) {
	nature := Phone()
	if v.rand.Float64() < desks {
		nature = Desktop()
	}
	v.Person = NewPerson(nature, target, c.Aspects, v.rand)
}

// step is what the person does next: look at the list, say something, answer, or leave.
func (v *visit) step(ctx context.Context) error {
	asked := v.turn != nil && len(v.turn.Questions) > 0
	if v.turn != nil {
		if err := v.look(ctx); err != nil {
			return err
		}
	}
	if script := &v.scripts[v.rand.IntN(len(v.scripts))]; asked && script.Language == v.words.Code() && slices.Contains(asides, script.Kind) {
		v.say = append(v.say, script.Say)
	}
	if len(v.say) > 0 {
		in := agent.Input{Message: v.say[0]}
		v.say = v.say[1:]
		return v.reply(ctx, in)
	}
	if !asked || v.Person == nil {
		return errLeft
	}
	in := agent.Input{Answered: true}
	for i := range v.turn.Questions {
		if i >= v.Cards && v.rand.Float64() > v.Scrolls {
			break
		}
		given, said, useful := v.Reads(i, &v.turn.Questions[i])
		switch skipped := v.rand.Float64() < skips; {
		case v.Leaves(useful):
			return errLeft
		case said != "":
			in.Message = said
		case !skipped:
			in.Answers = append(in.Answers, given)
		}
	}
	return v.reply(ctx, in)
}

// look opens products of the list, compares them, and takes what is wanted.
func (v *visit) look(ctx context.Context) error {
	if v.Person == nil && len(v.turn.Products) > 0 {
		list, err := v.clerk.Look(ctx, v.turn.Need, search.Page{Limit: seen})
		if err != nil {
			return err
		}
		target := &list.Products[v.rand.IntN(len(list.Products))]
		c, err := v.clerk.Config().Engine.Store().CategoryOf(target.Ref)
		if err != nil {
			return err
		}
		v.wants(target, c)
	}
	for i := range v.turn.Products {
		p := &v.turn.Products[i]
		right := i < v.Looks && v.Accepts(p)
		if slices.Contains(v.opened, p.ID) || !right && v.rand.Float64() > browses {
			continue
		}
		v.pass()
		v.opened = append(v.opened, p.ID)
		v.did(ctx, journal.Interaction{Act: journal.Opened}, p.ID)
		if right && len(v.say) == 0 && p.ForSale() {
			return v.take(ctx, p)
		}
	}
	return nil
}

// take ends a visit with a product that is right: it may be compared, put in the basket and ordered.
func (v *visit) take(ctx context.Context, p *catalog.Product) error {
	if len(v.opened) > 1 && v.rand.Float64() < compares {
		v.did(ctx, journal.Interaction{Act: journal.Compared}, v.opened...)
	}
	if v.rand.Float64() > puts {
		return errLeft
	}
	v.pass()
	if err := v.sales.Put(ctx, v.session, shop.Item{Product: p.ID, Title: p.Title, Quantity: 1, Price: p.Price}); err != nil {
		return err
	}
	v.did(ctx, journal.Interaction{Act: journal.Basket, Quantity: 1, Price: p.Price.Minor}, p.ID)
	if v.rand.Float64() > buys {
		return errLeft
	}
	v.pass()
	t, err := v.tools(ctx)
	if err != nil {
		return err
	}
	call := tools.Call{Tool: shop.PlaceOrder, Arguments: tools.Arguments{}}
	for _, q := range t.Placing().Parameters {
		call.Arguments[q.Name] = customer[q.Name]
		if len(q.Domain.Values) > 0 {
			call.Arguments[q.Name] = q.Domain.Values[0].Of
		}
	}
	if _, err := t.Execute(ctx, call, call.Key(v.talk.ID)); err != nil {
		return err
	}
	return errLeft
}

// customer is what everybody types on the page of an order.
var customer = map[string]any{"name": "Kim Example", "email": "kim@example.com", "street": "1 Example Road", "zip": "12345", "city": "Exampleton", "country": "Germany"}

// cancel has the latest order of the person cancelled, by its page.
func (v *visit) cancel(ctx context.Context) error {
	orders, err := v.sales.Orders(ctx, v.session)
	if err != nil || len(orders) == 0 || orders[0].Status != shop.Placed {
		return err
	}
	err = v.reply(ctx, agent.Input{Wants: &tools.Proposal{Call: tools.Call{Tool: shop.CancelOrder, Arguments: tools.Arguments{"order": orders[0].ID}}}})
	if open := v.talk.Waiting(); err == nil && open != nil {
		err = v.reply(ctx, agent.Input{Errand: &agent.ErrandInput{Task: open.Task.ID, Yes: true}})
	}
	return cmp.Or(err, errLeft)
}

// reply has the clerk answer, and keeps the exchange as pages do.
func (v *visit) reply(ctx context.Context, in agent.Input) (err error) {
	v.pass()
	in.Checkout, in.Submission = true, fmt.Sprint(v.talk.ID, ":", v.talk.Version)
	in.Counter = func(ctx context.Context) (agent.Counter, error) { return v.tools(ctx) }
	if v.turn, err = v.clerk.Reply(words.With(ctx, v.words), &v.talk.Conversation, in); err != nil {
		return err
	}
	event := journal.Exchange(*v.talk.Last())
	if v.talk.Version == 0 {
		v.talk.Version, err = v.book.Begin(ctx, v.talk, event)
	} else {
		v.talk.Version, err = v.book.Append(ctx, v.talk.ID, v.talk.Version, event)
	}
	return err
}

// tools opens what can be done for the person in the shop, and notes what is.
func (v *visit) tools(ctx context.Context) (*shop.Tools, error) {
	products := func(ctx context.Context, ids []string) ([]catalog.Product, error) {
		refs, err := v.clerk.Config().Engine.Store().Refs(ctx, ids)
		if err != nil {
			return nil, err
		}
		return v.clerk.Products(ctx, catalog.InOrder(ids, refs))
	}
	note := func(call tools.Call, out shop.Outcome) {
		switch call.Tool {
		case shop.AddToBasket:
			v.did(ctx, journal.Interaction{Act: journal.Basket, Quantity: out.Quantity}, out.Product)
		case shop.PlaceOrder:
			for _, l := range out.Order.Lines {
				v.did(ctx, journal.Interaction{Act: journal.Ordered, Quantity: l.Quantity, Price: l.Price.Minor}, l.Article.ID)
			}
		case shop.CancelOrder:
			v.trouble = cmp.Or(v.trouble, v.book.Cancel(ctx, v.session, out.Order.Placed))
		}
	}
	return shop.Shop{Store: v.sales, Products: products, Note: note}.For(ctx, v.session, v.words)
}

// did notes what the person did with products, at their places in the list.
func (v *visit) did(ctx context.Context, i journal.Interaction, products ...string) {
	i.Session, i.At = v.session, v.now
	for _, i.Product = range products {
		if last := v.talk.Last(); last != nil { // what is done by the first words comes from no list
			i.Conversation, i.Version, i.Position = v.talk.ID, v.talk.Version, slices.Index(last.Shown, i.Product)+1
		}
		v.trouble = cmp.Or(v.trouble, v.book.Record(ctx, i))
	}
}
