package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"time"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/agent/shop/basket"
	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/orders/counter"
	ordersdb "shopclerk/agent/shop/orders/sqlite"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	"shopclerk/words"
)

// Names of the counter's files in a data directory.
const (
	ordersFile = "orders.db"
	basketFile = "basket.db"
)

// keeper is who takes the shop's own steps with orders.
const keeper = "desk"

// fulfilment is the shop's counter in a simulated month: it takes the orders of simulated
// shoppers, and sends them off. Who speaks to it does so one after the other, in the
// order of the sittings, so that the numbers of orders do not depend on chance.
type fulfilment struct {
	orders  *ordersdb.Store
	baskets *basket.Store
	shop    counter.Shop
	rng     *rand.Rand
	now     time.Time
	ends    time.Time // of the month
}

// openFulfilment opens the counter of a data directory's shop.
func openFulfilment(ctx context.Context, dir string, store *sqlite.Store, rng *rand.Rand, ends time.Time) (*fulfilment, error) {
	s := &fulfilment{rng: rng, ends: ends}
	var err error
	if s.orders, err = ordersdb.Open(ctx, filepath.Join(dir, ordersFile)); err != nil {
		return nil, err
	}
	if s.baskets, err = basket.Open(ctx, filepath.Join(dir, basketFile)); err != nil {
		return nil, errors.Join(err, s.orders.Close())
	}
	s.orders.Now = func() time.Time { return s.now }
	s.baskets.Now = s.orders.Now
	s.shop = counter.Shop{Orders: s.orders, Baskets: s.baskets, Products: func(ctx context.Context, ids []string) ([]catalog.Product, error) {
		refs, err := store.Refs(ctx, ids)
		if err != nil {
			return nil, err
		}
		return store.Products(ctx, catalog.InOrder(ids, refs))
	}}
	return s, nil
}

func (s *fulfilment) close() error { return errors.Join(s.baskets.Close(), s.orders.Close()) }

const (
	// wants is the share of conversations at whose end something is to be done, and
	// wantsAfter that of who has ordered before: most come back for their order.
	wants, wantsAfter = 0.08, 0.7
	// yes is the share of confirmations that are given.
	yes = 0.85
	// givesUp is the probability, at each question, that the shopper gives the errand
	// up, and walksOff that the shopper just leaves.
	givesUp, walksOff = 0.04, 0.03
	// mostAnswers bounds a conversation about one errand.
	mostAnswers = 12
)

// What shoppers say who have ordered something, and who have not.
var (
	afterOrder = []string{"where is my order?", "where is my parcel?", "cancel my order", "I want to send it back", "order the same again", "change the address of my order"}
	atFirst    = [][]string{
		{"put the first one in my basket"},
		{"put the first one in my basket", "order what is in my basket"},
		{"put the second one in my basket", "please order it"},
		{"put the first one in my basket", "order my basket", "cancel my order"},
		{"put the first one in my basket", "order my basket", "change the address of my order"},
		{"add the cheapest one to my basket", "what is in my basket?"},
		{"put two of the first one in my basket", "order my basket"},
		{"where is my parcel?"},
		{"cancel my order"},
	}
)

// typed is what shoppers type where nothing is offered, by the parameter.
var typed = map[string][]string{
	"zip": {"10115", "YO1 7AA", "8001"}, "street": {"Mill Lane 7", "High Street 12"}, "city": {"Berlin", "York", "Zurich"},
	"name": {"Robin Lee", "Kim Novak"}, "email": {"robin@example.com"},
}

// serve goes on with some conversations: something is to be done.
func (s *fulfilment) serve(ctx context.Context, w *walk) error {
	s.now = w.at
	before, err := s.orders.Latest(ctx, w.session, 1)
	if err != nil {
		return err
	}
	share, messages := wants, atFirst[s.rng.IntN(len(atFirst))]
	if len(before) > 0 {
		share, messages = wantsAfter, []string{afterOrder[s.rng.IntN(len(afterOrder))]}
	}
	if s.rng.Float64() >= share || !w.at.Before(s.ends.Add(-time.Hour)) {
		return nil
	}
	for _, m := range messages {
		if err := s.reply(ctx, w, agent.Input{Message: m}); err != nil {
			return err
		}
		for range mostAnswers {
			e := w.talk.Waiting()
			if e == nil {
				break
			}
			click, stays := s.answer(e)
			if !stays {
				return nil
			}
			if err := s.reply(ctx, w, agent.Input{Errand: click}); err != nil {
				return err
			}
		}
	}
	return nil
}

// answer is what the shopper does about what is asked; stays is false for who leaves.
func (s *fulfilment) answer(e *memory.Errand) (click *agent.ErrandInput, stays bool) {
	click = &agent.ErrandInput{Task: e.Task.ID}
	switch chance := s.rng.Float64(); {
	case chance < walksOff:
		return nil, false
	case chance < walksOff+givesUp:
		click.Drop = true
		return click, true
	case e.Decision.Do == tools.Confirm:
		click.Yes = s.rng.Float64() < yes
		click.No = !click.Yes
		return click, true
	}
	for i := range e.Inquiries {
		q := &e.Inquiries[i]
		reply := tools.Reply{Aspect: q.Question.Aspect, None: true}
		if options, texts := q.Question.Options, typed[q.Question.Aspect]; len(options) > 0 {
			reply = tools.Reply{Aspect: q.Question.Aspect, Value: options[s.rng.IntN(len(options))].Value.Of}
			if q.Question.Several {
				reply.Value = []any{reply.Value}
			}
		} else if len(texts) > 0 {
			reply = tools.Reply{Aspect: q.Question.Aspect, Words: texts[s.rng.IntN(len(texts))]}
		}
		click.Replies = append(click.Replies, reply)
	}
	return click, true
}

// reply lets the clerk answer at the counter, some seconds later.
func (s *fulfilment) reply(ctx context.Context, w *walk, in agent.Input) error {
	w.at = w.at.Add(time.Duration((3 + 25*s.rng.Float64()) * float64(time.Second)))
	s.now = w.at
	in.Submission = fmt.Sprintf("%s %d", w.session, w.at.UnixNano())
	in.Counter = func(ctx context.Context) (agent.Counter, error) {
		at, err := s.shop.At(ctx, counter.Shopper{Person: w.session, Session: w.session, Today: s.now.Format(time.DateOnly)}, words.English)
		if err != nil {
			return nil, err
		}
		note := func(i journal.Interaction) { w.note(entry{interactions: []journal.Interaction{i}}) }
		return agent.Noting{Counter: at, Put: func(d counter.Done) {
			i := journal.Interaction{Act: journal.Basket, Product: d.Product, Quantity: d.Quantity, Version: w.version}
			if p, err := w.store.Product(ctx, d.Product); err == nil {
				i.Price = p.Price.Minor
			}
			note(i)
		}, Ordered: func(l orders.Line, _ time.Time) {
			note(journal.Interaction{Act: journal.Ordered, Product: l.Article.ID, Quantity: l.Quantity, Price: l.Price.Minor, Version: w.version})
		}, Cancelled: func(at time.Time) { w.note(entry{cancelled: at}) }}, nil
	}
	_, err := w.reply(ctx, in)
	return err
}

// dispatch sends off what was ordered a day ago or more, and delivers what was sent off.
func (s *fulfilment) dispatch(ctx context.Context, day time.Time) error {
	s.now = day
	for _, step := range []struct {
		of   orders.Status
		days int
		tool string
		by   func(orders.Order) (orders.Order, error)
	}{
		{orders.Shipped, 3, counter.DeliverOrder, orders.Order.Deliver},
		{orders.Placed, 1, counter.ShipOrder, func(o orders.Order) (orders.Order, error) { return o.Ship("P" + o.ID) }},
	} {
		list, _, err := s.orders.Page(ctx, step.of, 0, mostDispatched)
		if err != nil {
			return err
		}
		for _, o := range list {
			if o.Placed.After(day.AddDate(0, 0, -step.days)) {
				continue
			}
			call, err := json.Marshal(map[string]any{"tool": step.tool, "arguments": map[string]any{"order": o.ID}})
			if err != nil {
				return err
			}
			if _, err := s.orders.Serve(ctx, orders.Act{Key: keeper + "/" + step.tool + "/" + o.ID, Person: keeper, Call: call}, o.ID, step.by); err != nil {
				return err
			}
		}
	}
	return nil
}

// mostDispatched is how many orders are looked at a day: more than a simulated shop has
// under way.
const mostDispatched = 10_000
