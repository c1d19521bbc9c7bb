package shopper

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
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
	"shopclerk/data"
	"shopclerk/words"
)

// Street has people visit the demonstration shop, one after the other, who leave in its store what
// shoppers leave: conversations, what they did with products, baskets and orders. Equal seeds, and
// equal times of visits, leave equal rows. How often people do what is an assumption.
type Street struct {
	clerk   *agent.Agent
	rand    *rand.Rand
	book    *journal.Journal
	sales   *shop.Store
	now     time.Time
	scripts []struct {
		Lang, Kind, Say string
		Before          []string
	} // what people say: see data/messages
}

// NewStreet returns the street of a clerk's shop with a store. The clerk knows nothing of orders: the
// shop refuses what they have taken.
func NewStreet(db *store.DB, clerk *agent.Agent, seed uint64) (*Street, error) {
	s := &Street{clerk: clerk.With(func(c *agent.Config) { c.Taken = nil }), rand: rand.New(rand.NewPCG(seed, 0)), book: journal.New(db), sales: shop.New(db)}
	s.book.Rand = rand.NewChaCha8([32]byte(fmt.Appendf(nil, "%032d", seed)))
	s.book.Now = func() time.Time { return s.now }
	s.sales.Now = s.book.Now
	return s, json.Unmarshal(slices.Concat([]byte("["), bytes.ReplaceAll(bytes.TrimSpace(data.Messages), []byte("\n"), []byte(",")), []byte("]")), &s.scripts)
}

func (s *Street) chance(p float64) bool { return s.rand.Float64() < p }

// pass lets time go by: people read and type.
func (s *Street) pass() {
	s.now = s.now.Add(time.Duration(5e3+s.rand.ExpFloat64()*25e3) * time.Millisecond)
}

// visit is one person's.
type visit struct {
	*Street
	*Person // nil until it is known what the person wants
	ctx     context.Context
	words   *words.Language
	talk    journal.Conversation
	turn    *agent.Turn // nil before the first
	say     []string    // what the person still has to say
	opened  []string
	err     error // the first
}

// fails keeps the first error, and reports whether there is one.
func (v *visit) fails(err error) bool {
	v.err = cmp.Or(v.err, err)
	return v.err != nil
}

// Visit has one person come at a time, which is not before that of the visit before, to say what
// somebody wrote, or for a kind of product.
func (s *Street) Visit(ctx context.Context, at time.Time) error {
	v, script := &visit{Street: s, ctx: ctx, words: words.English}, &s.scripts[s.rand.IntN(len(s.scripts))]
	s.now = at
	v.talk.Session, _ = journal.NewID(s.book.Rand) // without one nothing is started
	v.talk.ID, v.err = s.book.Start(ctx, v.talk.Session, "")
	if kinds := s.clerk.Config().Engine.Store().Categories(); s.chance(0.3) {
		v.say = []string{catalog.LastLevel(kinds[s.rand.IntN(len(kinds))].Path)}
	} else {
		v.words, v.say = words.Lookup(script.Lang), append(slices.Clone(script.Before), script.Say)
	}
	for n := 0; n < 10 && v.err == nil && v.step(); n++ {
	}
	return v.err
}

// step is what the person does next: look at the list, say something, answer, or ask something else
// in place of an answer. It reports whether the person stays.
func (v *visit) step() bool {
	if v.turn != nil && v.look() {
		return false
	}
	in, aside := agent.Input{}, &v.scripts[v.rand.IntN(len(v.scripts))]
	switch asked := v.turn != nil && v.Person != nil && len(v.turn.Questions) > 0; {
	case asked && aside.Lang == v.words.Code() && slices.Contains([]string{"comparison", "question-product", "question-shop", "sort"}, aside.Kind):
		in.Message = aside.Say
	case len(v.say) > 0 && !(asked && v.chance(0.5)):
		in.Message, v.say = v.say[0], v.say[1:]
	case !asked:
		return false
	default:
		in.Answered = true
		for i := 0; i < len(v.turn.Questions) && (i < v.Cards || v.chance(v.Scrolls)); i++ {
			switch given, said, useful := v.Reads(i, &v.turn.Questions[i]); {
			case v.Leaves(useful):
				return false
			case said != "":
				in.Message = said
			case !v.chance(0.15):
				in.Answers = append(in.Answers, given)
			}
		}
	}
	v.pass()
	in.Checkout, in.Submission = true, fmt.Sprint(v.talk.ID, ":", v.talk.Version)
	in.Counter = func(context.Context) (agent.Counter, error) { return v.tools() }
	turn, err := v.clerk.Reply(words.With(v.ctx, v.words), &v.talk.Conversation, in)
	if !v.fails(err) {
		v.turn = turn
		v.talk.Version, v.err = v.book.Append(v.ctx, v.talk.ID, v.talk.Version, journal.Exchange(*v.talk.Last()))
	}
	return true
}

// look opens products of the list, one of which becomes what the person wants, and perhaps buys one that is
// right. It reports whether the person has looked for long enough.
func (v *visit) look() bool {
	if items := v.turn.Ranking.Items; v.Person == nil && len(items) > 0 {
		target := items[v.rand.IntN(len(items))].Ref
		products, err := v.clerk.Products(v.ctx, []catalog.Ref{target})
		v.fails(err)
		c, err := v.clerk.Config().Engine.Store().CategoryOf(target)
		if v.fails(err) {
			return true
		}
		v.Person = NewPerson([]Nature{Phone(), Desktop()}[v.rand.IntN(2)], &products[0], c.Aspects, v.rand)
	}
	for i := range v.turn.Products {
		p := &v.turn.Products[i]
		right := i < v.Looks && v.Accepts(p)
		if slices.Contains(v.opened, p.ID) || !right && !v.chance(0.08) {
			continue
		}
		v.pass()
		v.opened = append(v.opened, p.ID)
		v.did(journal.Opened, 0, p.ID)
		if !right || len(v.say) > 0 || !p.ForSale() {
			continue
		}
		if len(v.opened) > 1 && v.chance(0.5) {
			v.did(journal.Compared, 0, v.opened...)
		}
		customer := tools.Arguments{"name": "Kim Example", "email": "kim@example.com", "street": "1 Example Road", "zip": "12345", "city": "Exampleton", "country": "Germany"}
		if v.chance(0.4) && v.does(shop.AddToBasket, tools.Arguments{shop.ParamProduct: p.ID}) && v.chance(0.4) && v.does(shop.PlaceOrder, customer) && v.chance(0.2) {
			v.say = []string{"cancel my order", "yes"}
		}
		return len(v.say) == 0
	}
	return false
}

// does does something in the shop by a form. It reports whether that can be done: a product may be sold out.
func (v *visit) does(tool string, with tools.Arguments) bool {
	v.pass()
	t, err := v.tools()
	if err == nil {
		with[shop.ParamBasket] = t.Placing().Parameters[0].Domain.Values[0].Of // by which an order is known
		call := tools.Call{Tool: tool, Arguments: with}
		_, err = t.Execute(v.ctx, call, call.Key(v.talk.ID))
	}
	return !errors.As(err, new(*tools.Failure)) && !v.fails(err)
}

// tools opens what can be done for the person in the shop, and notes what is done.
func (v *visit) tools() (*shop.Tools, error) {
	return shop.Shop{Store: v.sales, Products: v.clerk.Named, Note: func(call tools.Call, out shop.Outcome) {
		switch call.Tool {
		case shop.AddToBasket:
			v.did(journal.Basket, out.Quantity, out.Product)
		case shop.PlaceOrder:
			for _, l := range out.Order.Lines {
				v.did(journal.Ordered, l.Quantity, l.Article.ID)
			}
		case shop.CancelOrder:
			v.fails(v.book.Cancel(v.ctx, v.talk.Session, out.Order.Placed))
		}
	}}.For(v.ctx, v.talk.Session, v.words)
}

// did notes what the person did with products, or with so many pieces of them.
func (v *visit) did(act journal.Act, pieces int, products ...string) {
	for _, p := range products {
		v.fails(v.book.Record(v.ctx, journal.Interaction{Session: v.talk.Session, Conversation: v.talk.ID, Version: v.talk.Version, Act: act, Product: p, Quantity: pieces, At: v.now}))
	}
}
