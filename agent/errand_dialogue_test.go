package agent_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"shopclerk/agent"
	"shopclerk/agent/dialog"
	"shopclerk/agent/shop"
	"shopclerk/agent/store"
	"shopclerk/agent/store/storetest"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/words"
)

// desk is the counter of a dialogue: of Ann, who has ordered from the small shop.
type desk struct {
	t      *testing.T
	db     *store.DB
	orders *shop.Store
	shop   shop.Shop

	sent  int               // forms that were sent
	last  *agent.Input      // the latest of them
	then  []dialog.Exchange // what the conversation was when it was sent
	fails *tools.Failure    // of the next call
	runs  int               // calls that were carried out
}

// newDesk opens a desk with files of its own.
func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{t: t, db: storetest.New(t)}
	d.orders = shop.New(d.db)
	now := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	d.orders.Now = func() time.Time { now = now.Add(time.Minute); return now }
	agent.AddOrders(t, d.db, annsOrders()...)
	products := readShop(t).products
	d.shop = shop.Shop{Store: d.orders, Products: func(_ context.Context, ids []string) ([]catalog.Product, error) {
		var out []catalog.Product
		for _, id := range ids {
			for _, p := range products {
				if p.ID == id {
					out = append(out, p)
				}
			}
		}
		return out, nil
	}}
	return d
}

// annsOrders are what Ann has ordered.
func annsOrders() []shop.Order {
	euro := func(n int64) catalog.Price { return catalog.Price{Minor: 100 * n, Currency: "EUR"} }
	dot := shop.Article{ID: "dot-w", Product: "t01", Title: "Lumo Dot table lamp", Price: euro(29), Options: []catalog.Option{{Name: "colour", Value: "white"}}}
	plain := func(id, title string, price int64) shop.Line {
		return shop.Line{Quantity: 1, Article: shop.Article{ID: id, Product: id, Title: title, Price: euro(price)}}
	}
	order := func(id string, day int, status shop.Status, lines ...shop.Line) shop.Order {
		for i := range lines {
			lines[i].ID = fmt.Sprintf("%s/%d", id, i+1)
		}
		return shop.Order{ID: id, Person: "ann", Placed: time.Date(2026, 2, day, 9, 0, 0, 0, time.UTC), Status: status, Lines: lines,
			Name: "Ann Lee", Email: "ann@example.com", Address: shop.Address{Street: "1 Mill Lane", City: "York", Zip: "YO1 7AA", Country: "UK"}}
	}
	return []shop.Order{
		order("W1001", 3, shop.Delivered, plain("k05", "Thera Morning kettle", 19), shop.Line{Quantity: 1, Article: dot}),
		order("W1002", 12, shop.Shipped, plain("t09", "Kela clip lamp", 19)),
		order("W1003", 20, shop.Placed, plain("t06", "Nara oak lamp", 75)),
		order("W1004", 26, shop.Placed, plain("f01", "Lumo Reed floor lamp", 99), plain("k02", "Kela Swift XL kettle", 32)),
	}
}

// changes counts what was done to orders.
func (d *desk) changes() (n int) {
	d.t.Helper()
	if err := d.db.Reader.QueryRow(`SELECT count(*) FROM trail WHERE purchase <> ''`).Scan(&n); err != nil {
		d.t.Fatal(err)
	}
	return n
}

// serve puts the desk into what a shopper did after some exchanges.
func (d *desk) serve(in *agent.Input, after []dialog.Exchange) {
	if d == nil {
		return
	}
	if in.Submission == "" {
		d.sent++
		in.Submission = strconv.Itoa(d.sent)
	}
	in.Counter = func(ctx context.Context) (agent.Counter, error) {
		at, err := d.shop.For(ctx, "ann", words.From(ctx))
		return &watched{at, d}, err
	}
	kept := *in
	d.last, d.then = &kept, slices.Clone(after)
}

// watched is a counter at which calls are counted, and one can be made to fail.
type watched struct {
	*shop.Tools
	desk *desk
}

func (w *watched) Execute(ctx context.Context, call tools.Call, key string) (shop.Outcome, error) {
	if f := w.desk.fails; f != nil {
		w.desk.fails = nil
		return shop.Outcome{}, f
	}
	w.desk.runs++
	return w.Tools.Execute(ctx, call, key)
}

// act does what a line of a script says about errands: it returns what is sent to the
// clerk, or else what came of it.
func (d *desk) act(p *play, verb, rest string) (agent.Input, []string) {
	p.t.Helper()
	waiting := p.talk.Waiting()
	answer := func(in agent.ErrandInput) (agent.Input, []string) {
		if in.Task == "" && waiting != nil {
			in.Task = waiting.Task.ID
		}
		return agent.Input{Errand: &in}, nil
	}
	reply := func(picked []int, words string, none bool) (agent.Input, []string) {
		if waiting == nil || len(waiting.Inquiries) == 0 {
			return agent.Input{}, []string{"fails: nothing is asked"}
		}
		r, err := waiting.Inquiries[0].Reply(picked, words, none)
		if err != nil {
			return agent.Input{}, []string{"fails: " + err.Error()}
		}
		return answer(agent.ErrandInput{Replies: []tools.Reply{r}})
	}
	switch verb {
	case "yes":
		return answer(agent.ErrandInput{Yes: true})
	case "no":
		return answer(agent.ErrandInput{No: true})
	case "give-up":
		return answer(agent.ErrandInput{Drop: true, Task: d.waits(p, rest)})
	case "choose":
		n, err := strconv.Atoi(rest)
		if err != nil {
			p.t.Fatalf("which option is %q?", rest)
		}
		return reply([]int{n - 1}, "", false)
	case "type":
		return reply(nil, rest, false)
	case "pass":
		return reply(nil, "", true)
	case "want":
		tool, args, _ := strings.Cut(rest, " ")
		call := tools.Call{Tool: tool, Arguments: tools.Arguments{}}
		for _, a := range strings.Fields(args) {
			name, value, _ := strings.Cut(a, "=")
			call.Arguments[name] = value
		}
		return agent.Input{Wants: &tools.Proposal{Call: call}}, nil
	case "again-sent":
		p.talk.Exchanges = d.then
		return *d.last, nil
	case "nobody": // another session's shopper says it
		turn, err := p.clerk.Reply(p.ctx, &p.talk, agent.Input{Message: rest})
		if err != nil {
			return agent.Input{}, []string{"fails: " + err.Error()}
		}
		return agent.Input{}, tell(turn)
	case "ships":
		if _, err := d.db.Exec(p.ctx, `UPDATE purchase SET status = 'shipped' WHERE id = $1`, rest); err != nil {
			p.t.Fatal(err)
		}
	case "fails":
		parameter, reason, _ := strings.Cut(rest, " ")
		d.fails = &tools.Failure{Parameter: parameter, Reason: reason}
	case "runs":
		out := []string{fmt.Sprintf("errand: %d calls", d.runs)}
		return agent.Input{}, append(out, fmt.Sprintf("errand: %d changes of orders", d.changes()))
	default:
		p.t.Fatalf("nobody knows how to %q", verb)
	}
	return agent.Input{}, []string{}
}

// waits finds the open errand of a title; "" is the first.
func (d *desk) waits(p *play, title string) string {
	for _, e := range p.talk.Errands() {
		if e.Open() && title != "" && e.Title == title {
			return e.Task.ID
		}
	}
	return ""
}

// tellErrand writes how an errand stands.
func tellErrand(e *dialog.Errand) []string {
	out := []string{"errand: " + string(e.Ending) + ": " + e.Say}
	if e.Open() {
		out[0] = "errand: " + string(e.Decision.Do) + " (" + e.Title + "): " + e.Say
	}
	for i, q := range e.Inquiries {
		line := "errand:   " + q.Text
		for _, o := range q.Options {
			line += " | " + o
		}
		if i == 0 && len(q.Options) == 0 && len(e.Inquiries) == 1 {
			continue
		}
		out = append(out, line)
	}
	return out
}

// The shopper's basket is told from one that is sold, before anything is shown: what is refused, asked or supposed of
// it searches for nothing and does nothing.
func TestBasketsAreSold(t *testing.T) {
	s := &stock{categories: []catalog.Category{{Path: "Dog beds", Name: "Dog beds", Aspects: []catalog.Aspect{anAspect("series")}}}}
	for i, series := range []string{"Basket", "Basket", "Lodge", "Lodge"} {
		s.add(t, []string{fmt.Sprint("d", i), series + " dog bed number " + strconv.Itoa(i), series})
	}
	clerk := s.hire(t, true)
	for said, sought := range map[string]bool{
		"don't put the first one in my basket": false, "leg das erste nicht in den Basket": false,
		"should I put it in the basket?": false, "who put it in my basket?": false,
		"if it were cheaper I would put the first one in my basket": false,
		"basket dog bed": true, "the Basket bed, not the Lodge": true, "is there a basket for dogs?": true,
	} {
		in := agent.Input{Message: said}
		newDesk(t).serve(&in, nil)
		turn := mustReply(t, clerk, &dialog.Conversation{}, in)
		if len(turn.Acts) != 1 || turn.Need.Empty() == sought {
			t.Errorf("%q: %v, searches %q", said, tell(turn), turn.Need.Retrieval())
		}
	}
}
