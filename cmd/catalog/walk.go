package main

import (
	"context"
	"fmt"
	"time"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/agent/shopper"
	"shopclerk/catalog/sqlite"
	"shopclerk/search"
)

// walk is one simulated conversation: a customer, the clerk, and what the journal is
// to hold of it.
type walk struct {
	clerk    *agent.Agent
	store    *sqlite.Store
	customer *shopper.Customer
	session  string

	at      time.Time // now, for the customer
	talk    memory.Conversation
	version int // events so far
	entries []entry

	written int // events in the journal
}

// entry is something the journal is to hold, at its time.
type entry struct {
	at   time.Time
	walk *walk
	// one of the three; none: the conversation begins
	event        *journal.Event
	interactions []journal.Interaction // without session, conversation and time
	cancelled    time.Time             // when what is now cancelled was ordered
}

// run talks until the customer leaves.
func (w *walk) run(ctx context.Context) error {
	w.note(entry{})
	in, err := w.opening()
	if err != nil {
		return err
	}
	turn, err := w.reply(ctx, in)
	for err == nil {
		acts, likeness := w.customer.Browse(turn.Products)
		if err := w.act(ctx, acts); err != nil {
			return err
		}
		step := w.customer.Next(len(w.talk.Exchanges), likeness, len(w.talk.Last().Questions) > 0)
		if step == shopper.Undo {
			w.at = w.at.Add(w.customer.Ponders(step))
			if err := w.talk.Undo(); err != nil {
				return err
			}
			w.event(journal.Undo())
			// back at the page before, which was looked through already
			step = shopper.Answer
			if len(w.talk.Last().Questions) == 0 {
				step = shopper.Say
			}
		}
		switch step {
		case shopper.Leave:
			return nil
		case shopper.Say:
			w.at = w.at.Add(w.customer.Ponders(step))
			in = agent.Input{Message: w.customer.Message()}
		case shopper.SkipAll:
			w.at = w.at.Add(w.customer.Ponders(step))
			in = agent.Input{Answered: true}
		case shopper.Hush:
			w.at = w.at.Add(w.customer.Ponders(step))
			in = agent.Input{Answered: true, Changes: []search.Change{{Op: search.Hush}}}
		default:
			f := w.customer.Fill(w.talk.Last().Questions)
			w.at = w.at.Add(f.Took)
			in = agent.Input{Answered: true, Answers: f.Given, Message: f.Message(), Typed: f.Typed}
		}
		turn, err = w.reply(ctx, in)
	}
	return err
}

// opening is the customer's first input, as the start page sends it.
func (w *walk) opening() (agent.Input, error) {
	o := w.customer.Open()
	if o.Category == "" {
		return agent.Input{Message: o.Message}, nil
	}
	c, err := w.store.Category(o.Category)
	if err != nil {
		return agent.Input{}, err
	}
	return agent.Input{Changes: []search.Change{{Op: search.SetScope, Text: c.Name, Categories: []string{c.Path}}}}, nil
}

// reply lets the clerk answer and notes the exchange.
func (w *walk) reply(ctx context.Context, in agent.Input) (*agent.Turn, error) {
	in.Session = w.session
	turn, err := w.clerk.Reply(ctx, &w.talk, in)
	if err != nil {
		return nil, fmt.Errorf("turn %d: %w", len(w.talk.Exchanges)+1, err)
	}
	w.event(journal.Exchange(*w.talk.Last()))
	return turn, nil
}

func (w *walk) event(e journal.Event) {
	w.version++
	w.note(entry{event: &e})
}

// deeds are what the journal calls what customers do with products.
var deeds = map[shopper.Deed]journal.Act{shopper.Opens: journal.Opened, shopper.Compares: journal.Compared, shopper.Buys: journal.Basket}

// act notes what the customer does with products.
func (w *walk) act(ctx context.Context, acts []shopper.Act) error {
	for _, a := range acts {
		w.at = w.at.Add(a.After)
		var done []journal.Interaction
		for i, id := range a.Products {
			x := journal.Interaction{Act: deeds[a.Deed], Product: id}
			if a.Deed == shopper.Buys {
				p, err := w.store.Product(ctx, id)
				if err != nil {
					return err
				}
				x.Quantity, x.Price = 1, p.Price.Minor
			}
			if a.Positions[i] > 0 {
				x.Version, x.Position = w.version, a.Positions[i]
			}
			done = append(done, x)
		}
		w.note(entry{interactions: done})
	}
	return nil
}

func (w *walk) note(e entry) {
	e.at, e.walk = w.at, w
	w.entries = append(w.entries, e)
}
