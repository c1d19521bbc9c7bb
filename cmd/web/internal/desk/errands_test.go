package desk

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/memory"
	"shopclerk/agent/shop/orders/counter"
	"shopclerk/agent/tools"
	"shopclerk/views"
	view "shopclerk/views/desk"
)

// secret is where somebody lives: it is in everything that an errand holds in words.
const secret = "1 Mill Lane"

// errand is an errand as it stands after an exchange.
func errand(id, tool string, do tools.Do, clarity tools.Clarity, log ...tools.Observation) memory.Errand {
	e := memory.Errand{Task: tools.Task{ID: id, Words: "to " + secret, Log: log}, Say: secret, Decision: tools.Decision{Do: do, Clarity: clarity, Preview: secret}}
	if tool != "" {
		e.Decision.Call = &tools.Call{Tool: tool, Arguments: tools.Arguments{"street": secret}}
	}
	return e
}

// asking puts a question, with options as they were shown.
func asking(e memory.Errand, aspect string, kind tools.Kind, options ...string) memory.Errand {
	q := tools.Question{Aspect: aspect, Label: aspect, Kind: kind}
	for _, o := range options {
		q.Options = append(q.Options, tools.Option{Value: tools.Value{Of: "id of " + o}})
	}
	e.Inquiries = append(e.Inquiries, memory.Inquiry{Text: secret, Options: options, Question: q})
	return e
}

func ended(e memory.Errand, as memory.Ending, order string) memory.Errand {
	e.Ending = as
	if as == memory.Done {
		e.Deed = &memory.Deed{Tool: e.Decision.Call.Tool, Text: secret, Order: order, Key: "k"}
	}
	return e
}

func replied(r tools.Reply) tools.Observation { return tools.Observation{Reply: &r} }

// cancelling is an errand in three turns: which order, is that right, done. Beside it
// an order is to be placed, which waits, is asked where it goes, and stays open.
func cancelling() *told {
	which := replied(tools.Reply{Aspect: "order", Value: "id of Lamp, ordered 3 March"})
	where := replied(tools.Reply{Aspect: "street", Words: secret})
	confirmed := errand("a", counter.CancelOrder, tools.Execute, tools.Clear, which)
	confirmed.Task.Confirmed = "fingerprint"
	place := func(log ...tools.Observation) memory.Errand {
		return errand("b", counter.PlaceOrder, tools.Ask, tools.Missing, log...)
	}
	return tell().
		exchange(memory.Exchange{Said: "cancel it, and order the basket", Errands: []memory.Errand{
			asking(errand("a", counter.CancelOrder, tools.Ask, tools.Missing), "order", tools.Finite, "Lamp, ordered 3 March", "Mug, ordered 4 March"),
			asking(place(), "street", tools.Text)}}).wait(10 * time.Second).
		exchange(memory.Exchange{Errands: []memory.Errand{errand("a", counter.CancelOrder, tools.Confirm, tools.Clear, which), asking(place(), "street", tools.Text)}}).wait(5 * time.Second).
		exchange(memory.Exchange{Errands: []memory.Errand{ended(confirmed, memory.Done, "W2"), asking(place(), "street", tools.Text)}}).wait(9 * time.Second).
		exchange(memory.Exchange{Errands: []memory.Errand{asking(place(where), "to", tools.Finite, secret, "2 "+secret)}})
}

// cancellingFirst is the first exchange of cancelling.
func cancellingFirst() memory.Exchange { return *cancelling().h.Events[0].Exchange }

// inVain are errands that came to nothing, each in a turn.
func inVain() *told {
	beyond := errand("c", counter.ShowBasket, tools.Decline, tools.Beyond)
	beyond.Task.Words = "gift wrap it"
	late := errand("d", counter.ReturnItems, tools.Decline, tools.Wrong)
	late.Decision.Objections = []tools.Objection{{Reason: "it has not been delivered"}, {Parameter: "items", Because: tools.Nothing}}
	refused := errand("e", counter.CancelOrder, tools.Confirm, tools.Clear)
	refused.Task.Refused = "fingerprint"
	clicked := errand("f", counter.CancelOrder, tools.Ask, tools.Missing)
	clicked.Task.Words = ""
	c := tell()
	for _, e := range []memory.Errand{ended(beyond, memory.Declined, ""), ended(late, memory.Declined, ""), ended(refused, memory.Refused, ""), ended(clicked, memory.Dropped, "")} {
		c.exchange(memory.Exchange{Said: "please", Errands: []memory.Errand{e}}).wait(time.Second)
	}
	return c
}

func TestErrandsPage(t *testing.T) {
	d := lampDesk(t, append(someTalks(), cancelling(), inVain())...)
	r := request("en", "")
	p, err := d.errands(r)
	if err != nil {
		t.Fatal(err)
	}
	got := tables(t, r, p)
	begin := func(id string, want ...string) {
		t.Helper()
		if len(got[id]) != len(want) {
			t.Fatalf("table %s: %q, want %q", id, got[id], want)
		}
		for i := range want {
			if !strings.HasPrefix(got[id][i], want[i]) {
				t.Errorf("table %s, row %d: %s, want %s…", id, i, got[id][i], want[i])
			}
		}
	}
	// begun, done, declined, refused, dropped, open
	begin("tools", "Cancel an order,3,1,0,1,1,0,", "Not done here,1,0,1,0,0,0,", "Order what is in the basket,1,0,0,0,0,1,", "Send articles back,1,0,1,0,0,0,")
	begin("parameters-asked", "Order,Cancel an order,1,1,1,", "Street and number,Order what is in the basket,1,1,1,", "To,Order what is in the basket,1,1,0,")
	begin("turns-until-done", "1,0,0,", "2,0,0,", "3,1,1,")
	begin("declined-why", "No tool does it,1,", "Impossible now,1,", "For want of an answer,0,", "It failed,0,")
	begin("impossible", "it has not been delivered,Send articles back,,1,0,1,", "nothing is possible now,Send articles back,Articles,1,0,1,")
	begin("beyond", "gift wrap it,1,,1")
	if tile := p.Report.Tiles[0]; tile.Value != "6" || tile.URL != "/desk/conversations?errand=any&period=7" {
		t.Errorf("the first tile: %+v", tile)
	}
	if url := p.Tables[1].Rows[0][2].URL; url != "/desk/conversations?ended=done&errand=cancel_order&period=7" {
		t.Errorf("what was done leads to %s", url)
	}
	// a turn about errands alone has found nothing because it looked for nothing
	if p, err = d.numbers(r); err != nil {
		t.Fatal(err)
	}
	if got := tables(t, r, p)["fruitless"]; len(got) != 0 {
		t.Errorf("what found nothing: %q", got)
	}
	for _, d := range []*Desk{lampDesk(t), lampDesk(t, someTalks()...)} {
		if p, err := d.errands(r); err != nil || p.Report.Sections[0].Empty.Title == "" {
			t.Errorf("without errands: %+v, %v", p.Report, err)
		}
	}
}

func TestCriteriaOfErrands(t *testing.T) {
	all := []*told{tell().say("lamp", "p1"), cancelling(), inVain()}
	for query, want := range map[string]string{
		"errand=any": "cancelling in-vain", "errand=cancel_order": "cancelling in-vain", "errand=cancel_order&ended=done": "cancelling",
		"errand=none": "in-vain", "errand=show_basket": "", "errand=place_order&ended=open": "cancelling", "ended=refused": "in-vain", "errand=place_order&ended=done": "",
	} {
		c, err := readCriteria(asked(query))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i, name := range []string{"lamp", "cancelling", "in-vain"} {
			if c.find(facts(t, &all[i].h)) {
				got = append(got, name)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s finds %q, want %q", query, got, want)
		}
	}
	if _, err := readCriteria(asked("ended=x")); err == nil {
		t.Error("an ending that there is not is taken")
	}
}

// A replay tells an errand's steps in order, and nothing that is the shopper's own.
func TestReplayOfErrands(t *testing.T) {
	d := openDesk(t, func() time.Time { return began.Add(time.Hour) })
	c := cancelling()
	var got [][]string
	for turn := 1; turn <= 4; turn++ {
		replay := played(d, t, &c.h, turn)
		page, err := views.Render(t.Context(), view.ReplayView(replay))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(page), secret) {
			t.Errorf("turn %d tells where the shopper lives:\n%s", turn, page)
		}
		for _, e := range replay.Errands {
			steps := append([]string{e.Title}, append(e.Shopper, e.Clerk...)...)
			if e.Order.URL != "" {
				steps = append(steps, e.Order.URL)
			}
			got = append(got, steps)
		}
	}
	want := [][]string{
		{"Cancel an order", "Asked for it in words.", "Asked about: Order.", "Offered: Lamp, ordered 3 March, Mug, ordered 4 March."},
		{"Order what is in the basket", "Asked for it in words.", "Waits until the errand above is settled."},
		{"Cancel an order", "Answered: Order: Lamp, ordered 3 March.", "Showed what would happen and asked for a confirmation."},
		{"Order what is in the basket", "Waits until the errand above is settled."},
		{"Cancel an order", "Confirmed it.", "Done.", "/desk/orders/W2"},
		{"Order what is in the basket", "Asked about: Street and number."},
		{"Order what is in the basket", "Answered in words: Street and number.", "Asked about: To."},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	c = tell().exchange(cancellingFirst()).wait(time.Second).
		exchange(memory.Exchange{Said: secret, Errands: []memory.Errand{errand("b", counter.PlaceOrder, tools.Confirm, tools.Clear, replied(tools.Reply{Aspect: "street", Words: secret}))}}).wait(time.Second).
		exchange(memory.Exchange{Said: "no: to " + strings.ToUpper(secret), Errands: []memory.Errand{errand("g", counter.ChangeAddress, tools.Confirm, tools.Clear)}})
	for turn, confided := range map[int]bool{1: false, 2: true, 3: true} {
		if said := played(d, t, &c.h, turn).Said; said.Gone != confided || confided && said.Text != "Something of the shopper’s own: not shown." {
			t.Errorf("turn %d shows %+v", turn, said)
		}
	}
	if f := facts(t, &c.h); f.Turns[0].Confided || !f.Turns[1].Confided || !f.Turns[2].Confided || f.Turns[1].Said+f.Turns[2].Said != "" {
		t.Errorf("the book has what was confided: %+v", f.Turns)
	}

	c = inVain()
	got = nil
	for turn := 1; turn <= 4; turn++ {
		for _, e := range played(d, t, &c.h, turn).Errands {
			got = append(got, append([]string{e.Title}, append(e.Shopper, e.Clerk...)...))
		}
	}
	want = [][]string{
		{"Not done here", "Asked for it in words.", "Declined: No tool does it."},
		{"Send articles back", "Asked for it in words.", "Impossible: it has not been delivered.", "Impossible: Articles: nothing is possible now.", "Declined: Impossible now."},
		{"Cancel an order", "Asked for it in words.", "Said no to the confirmation."},
		{"Cancel an order", "Asked for it with a click.", "Gave it up."},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("in vain (-want +got):\n%s", diff)
	}
}
