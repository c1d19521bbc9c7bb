package shopper

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/agent/shop"
	"shopclerk/agent/store"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/data"
	"shopclerk/search"
	"shopclerk/words"
)

// Street has people visit the demonstration shop, one after the other, who leave in its store what
// shoppers leave: conversations, what they did with products, baskets and orders. Equal seeds, and
// equal times of visits, leave equal rows. How often people do what is an assumption.
type Street struct {
	clerk    *agent.Agent
	rand     *rand.Rand
	book     *journal.Journal
	sales    *shop.Store
	size     int // products
	now      time.Time
	sessions []string // of those who came
	scripts  []struct {
		Lang, Kind, Say string
		Before          []string
	} // what people say: see data/messages
}

// NewStreet returns the street of a clerk's shop with a store.
func NewStreet(db *store.DB, clerk *agent.Agent, seed uint64) (*Street, error) {
	s := &Street{rand: rand.New(rand.NewPCG(seed, 0)), book: journal.New(db), sales: shop.New(db)}
	s.book.Rand = rand.NewChaCha8([32]byte(fmt.Appendf(nil, "%032d", seed)))
	s.book.Now = func() time.Time { return s.now }
	s.sales.Now = s.book.Now
	s.clerk = clerk.With(func(c *agent.Config) { c.Taken = s.sales.Taken })
	for _, c := range clerk.Config().Engine.Store().Categories() {
		s.size += c.Size
	}
	lines := bytes.ReplaceAll(bytes.TrimSpace(data.Messages), []byte("\n"), []byte(","))
	return s, json.Unmarshal(slices.Concat([]byte("["), lines, []byte("]")), &s.scripts)
}

func (s *Street) chance(p float64) bool { return s.rand.Float64() < p }

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
	trouble error // of noting what was done
}

// asides are the kinds of scripts by which people answer a question with a question.
var asides = []string{"comparison", "question-product", "question-shop", "sort"}

// errLeft ends a visit.
var errLeft = errors.New("the person has left")

// Visit has one person come at a time, which is not before that of the visit before.
func (s *Street) Visit(ctx context.Context, at time.Time) error {
	s.now = at
	session, err := journal.NewID(s.book.Rand)
	if err != nil {
		return err
	}
	if len(s.sessions) > 0 && s.chance(0.15) {
		session = s.sessions[s.rand.IntN(len(s.sessions))]
	}
	s.sessions = append(s.sessions, session)
	v := &visit{Street: s, session: session, words: words.English}
	if v.talk, err = s.book.New(session, ""); err == nil {
		err = v.begin(ctx)
	}
	for n := 0; err == nil && n < 10; n++ {
		err = cmp.Or(v.step(ctx), v.trouble)
	}
	if errors.Is(err, errLeft) {
		err = v.trouble
	}
	return err
}

// begin decides what the person comes for: to cancel an order, to say what somebody wrote, or for a
// product, by words or by its category.
func (v *visit) begin(ctx context.Context) error {
	orders, err := v.sales.Orders(ctx, v.session)
	switch {
	case err != nil:
		return err
	case len(orders) > 0 && v.chance(0.5):
		v.say = []string{"cancel my order " + orders[0].ID, "yes"}
		return nil
	case v.chance(0.6):
		script := &v.scripts[v.rand.IntN(len(v.scripts))]
		v.words, v.say = words.Lookup(script.Lang), append(slices.Clone(script.Before), script.Say)
		return nil
	}
	if err := v.wants(ctx, catalog.Ref(1+v.rand.IntN(v.size))); err != nil {
		return err
	}
	if path := v.Target.Category; v.chance(0.3) {
		return v.reply(ctx, agent.Input{Changes: []search.Change{{Op: search.SetScope, Text: catalog.LastLevel(path), Categories: []string{path}}}})
	}
	v.say = []string{Query(v.Target, Degrees()[v.rand.IntN(len(Degrees()))], v.rand)}
	return nil
}

// wants gives the person a product in mind.
func (v *visit) wants(ctx context.Context, target catalog.Ref) error {
	products, err := v.clerk.Products(ctx, []catalog.Ref{target})
	if err != nil {
		return err
	}
	c, err := v.clerk.Config().Engine.Store().CategoryOf(target)
	if err == nil {
		v.Person = NewPerson([]Nature{Phone(), Desktop()}[v.rand.IntN(2)], &products[0], c.Aspects, v.rand)
	}
	return err
}

// step is what the person does next: look at the list, say something, answer, or leave.
func (v *visit) step(ctx context.Context) error {
	asked := false
	if v.turn != nil {
		if err := v.look(ctx); err != nil {
			return err
		}
		asked = v.Person != nil && len(v.turn.Questions) > 0
	}
	aside := &v.scripts[v.rand.IntN(len(v.scripts))]
	switch in := (agent.Input{}); {
	case asked && aside.Lang == v.words.Code() && slices.Contains(asides, aside.Kind):
		in.Message = aside.Say
		return v.reply(ctx, in)
	case len(v.say) > 0 && !(asked && v.chance(0.5)):
		in.Message, v.say = v.say[0], v.say[1:]
		return v.reply(ctx, in)
	case !asked:
		return errLeft
	}
	in := agent.Input{Answered: true}
	for i := range v.turn.Questions {
		if i >= v.Cards && !v.chance(v.Scrolls) {
			break
		}
		given, said, useful := v.Reads(i, &v.turn.Questions[i])
		switch skipped := v.chance(0.15); {
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

// look opens products of the list, and perhaps buys one that is right.
func (v *visit) look(ctx context.Context) error {
	if v.Person == nil && len(v.turn.Products) > 0 {
		items := v.turn.Ranking.Items
		if err := v.wants(ctx, items[v.rand.IntN(len(items))].Ref); err != nil {
			return err
		}
	}
	for i := range v.turn.Products {
		p := &v.turn.Products[i]
		right := i < v.Looks && v.Accepts(p)
		if slices.Contains(v.opened, p.ID) || !right && !v.chance(0.08) {
			continue
		}
		v.pass()
		v.opened = append(v.opened, p.ID)
		v.did(ctx, journal.Interaction{Act: journal.Opened}, p.ID)
		switch {
		case !right || len(v.say) > 0 || !p.ForSale():
			continue
		case len(v.opened) > 1 && v.chance(0.5):
			v.did(ctx, journal.Interaction{Act: journal.Compared}, v.opened...)
		}
		var err error
		if v.chance(0.4) {
			err = v.do(ctx, shop.AddToBasket, tools.Arguments{shop.ParamProduct: p.ID})
			if err == nil && v.chance(0.4) {
				err = v.do(ctx, shop.PlaceOrder, maps.Clone(customer))
			}
		}
		return cmp.Or(err, errLeft)
	}
	return nil
}

// customer is what everybody types to order.
var customer = tools.Arguments{"name": "Kim Example", "email": "kim@example.com", "street": "1 Example Road", "zip": "12345", "city": "Exampleton", "country": "Germany"}

// do does something in the shop by a form.
func (v *visit) do(ctx context.Context, tool string, with tools.Arguments) error {
	v.pass()
	t, err := v.tools(ctx)
	if err != nil {
		return err
	}
	with[shop.ParamBasket] = t.Placing().Parameters[0].Domain.Values[0].Of // by which an order is known
	call := tools.Call{Tool: tool, Arguments: with}
	if _, err = t.Execute(ctx, call, call.Key(v.talk.ID)); errors.As(err, new(*tools.Failure)) {
		err = errLeft // it is sold out
	}
	return err
}

// tools opens what can be done for the person in the shop, and notes what is done.
func (v *visit) tools(ctx context.Context) (*shop.Tools, error) {
	note := func(call tools.Call, out shop.Outcome) {
		switch call.Tool {
		case shop.AddToBasket:
			products, err := v.sold(ctx, []string{out.Product})
			for _, p := range products {
				v.did(ctx, journal.Interaction{Act: journal.Basket, Quantity: out.Quantity, Price: p.Price.Minor}, p.ID)
			}
			v.trouble = cmp.Or(v.trouble, err)
		case shop.PlaceOrder:
			for _, l := range out.Order.Lines {
				v.did(ctx, journal.Interaction{Act: journal.Ordered, Quantity: l.Quantity, Price: l.Price.Minor}, l.Article.ID)
			}
		case shop.CancelOrder:
			v.trouble = cmp.Or(v.trouble, v.book.Cancel(ctx, v.session, out.Order.Placed))
		}
	}
	return shop.Shop{Store: v.sales, Products: v.sold, Note: note}.For(ctx, v.session, v.words)
}

// sold reads products by their ids.
func (v *visit) sold(ctx context.Context, ids []string) ([]catalog.Product, error) {
	products := v.clerk.Config().Engine.Store()
	refs, err := products.Refs(ctx, ids)
	if err != nil {
		return nil, err
	}
	return products.Products(ctx, catalog.InOrder(ids, refs))
}

// did notes what the person did with products, at their places in the list.
func (v *visit) did(ctx context.Context, i journal.Interaction, products ...string) {
	i.Session, i.At = v.session, v.now
	for _, i.Product = range products {
		if last := v.talk.Last(); last != nil { // what the first words do comes from no list
			i.Conversation, i.Version, i.Position = v.talk.ID, v.talk.Version, slices.Index(last.Shown, i.Product)+1
		}
		v.trouble = cmp.Or(v.trouble, v.book.Record(ctx, i))
	}
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

// pass lets time go by: people read and type.
func (v *visit) pass() {
	v.now = v.now.Add(time.Duration(5e3+v.rand.ExpFloat64()*25e3) * time.Millisecond)
}
