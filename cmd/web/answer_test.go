package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/dialog"
	"shopclerk/agent/journal"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/views"
)

const formOffer = "form[action$='/offer']"

// asks adds to a conversation an exchange whose message only asked: what is wanted
// stays, the acts are answered.
func (f *keptFiles) asks(t *testing.T, id, said, tells string, acts ...dialog.Act) {
	t.Helper()
	c, err := f.journal.Load(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	e := dialog.Exchange{Said: said, Acts: acts, Tells: tells, Shown: c.Last().Shown, Questions: c.Last().Questions, Fit: c.Last().Fit}
	for _, a := range acts {
		e.Reply += a.Text + " "
	}
	e.Reply += tells
	if _, err := f.journal.Append(context.WithoutCancel(t.Context()), id, c.Version, journal.Exchange(e)); err != nil {
		t.Fatal(err)
	}
}

// notBlack is an offer that changes the need.
var notBlack = dialog.Offer{Text: "Leave out black ones", Changes: []search.Change{
	{Op: search.AddLimit, Not: true, Text: "not black", Condition: &catalog.Condition{Key: "colour", Values: []string{"black"}}},
}}

// The page reads like a conversation: what was said, each answer with the products it
// is about and what can be done about it. The list stays as it was.
func TestAnswersOnThePage(t *testing.T) {
	b := openBranch(t, config{Name: "Shopclerk"})
	v := visit(t, b.doors)
	before := v.begin("backpack")
	id := strings.TrimPrefix(before.at.Path, "/c/")
	shown := before.Find(".card input[type=checkbox]").Map(func(_ int, s *goquery.Selection) string { return s.AttrOr("value", "") })
	b.asks(t, id, "is the second waterproof? do you sell tents?", "",
		dialog.Act{Kind: dialog.AskProduct, Text: "The catalogue does not say.", Products: []string{shown[1], "gone"}, Offers: []dialog.Offer{notBlack}},
		dialog.Act{Kind: dialog.NotSold, Text: "The shop has no tents.", Words: "tents", Nearest: []string{"Bags & luggage", "Nowhere"}},
		dialog.Act{Kind: dialog.Social, Text: "I can do this.", Topic: dialog.TopicHelp})
	p := v.get(before.at.Path)
	if diff := cmp.Diff([]string{
		"You: is the second waterproof? do you sell tents?", "Clerk: The catalogue does not say.", "Clerk: The shop has no tents.", "Clerk: I can do this.",
	}, p.texts("[role=log] .line")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := p.Find("#newest").Text(); !strings.Contains(got, "does not say") {
		t.Errorf("one goes on reading at %q", got)
	}
	if got := p.texts(".told-products a"); !cmp.Equal(got, before.titles()[1:2]) {
		t.Errorf("the answer is about %q, want %q", got, before.titles()[1:2])
	}
	product := v.get(p.Find(".told-products a").AttrOr("href", ""))
	if product.status != http.StatusOK || product.Find("a[href^='"+before.at.Path+"']").Length() == 0 {
		t.Errorf("the product's page answers %d, and does not lead back", product.status)
	}
	if got := p.texts(".offers button"); !cmp.Equal(got, []string{"Leave out black ones", "Bags & luggage"}) {
		t.Errorf("on offer are %q", got)
	}
	if got := p.texts(".told-examples li"); len(got) != 6 {
		t.Errorf("examples: %q", got)
	}
	if diff := cmp.Diff(before.titles(), p.titles()); diff != "" {
		t.Errorf("the list is another (-before +after):\n%s", diff)
	}
	if got := p.Find("#shop").AttrOr("data-announcement", ""); got != "The catalogue does not say. The shop has no tents. I can do this." {
		t.Errorf("announced: %q", got)
	}

	b.asks(t, id, "and hello", "All 100 are here.", dialog.Act{Kind: dialog.Social, Text: "Hello."})
	p = v.get(before.at.Path)
	if got := p.texts("[role=log] .line-clerk"); !cmp.Equal(got, []string{"Clerk: Hello.", "Clerk: All 100 are here."}) {
		t.Errorf("the clerk says %q", got)
	}
	if got := p.texts(".earlier .line-clerk"); len(got) != 4 || got[1] != "Clerk: The catalogue does not say." || p.Find(formOffer).Length() > 0 {
		t.Errorf("before, the clerk said %q, and still offers %d things", got, p.Find(formOffer).Length())
	}
}

// Who asks something before anything is looked for gets an answer, and no list of which
// nothing is shown; what is wanted then is listed.
func TestQuestionFirst(t *testing.T) {
	v := visit(t, demoShop(t))
	p := v.begin("do you deliver to Austria?")
	for _, p := range []*sheet{p, v.get(p.at.Path)} {
		if p.Find("[role=log] .line-clerk").Length() != 1 || p.Find("#results").Length() > 0 || strings.Contains(p.Text(), "Everything is shown") {
			t.Errorf("the page says %q", p.Find("#shop").Text())
		}
	}
	if p = v.say(p, "backpack"); p.status != http.StatusOK || len(p.titles()) == 0 {
		t.Errorf("status %d, %d products", p.status, len(p.titles()))
	}
}

// An offer is taken with a button, once however often the form is sent; undo takes it
// back, and with it come the answer and its offer.
func TestOfferTaken(t *testing.T) {
	b := openBranch(t, config{Name: "Shopclerk"})
	v := visit(t, b.doors)
	id := strings.TrimPrefix(v.begin("backpack").at.Path, "/c/")
	b.asks(t, id, "any that are not black?", "", dialog.Act{Kind: dialog.Need, Text: "Many are black."}, dialog.Act{Kind: dialog.AskProduct, Text: "Some.", Offers: []dialog.Offer{notBlack}},
		dialog.Act{Kind: dialog.NotSold, Text: "No tents.", Nearest: []string{"Bags & luggage > Suitcases", "Nowhere"}})
	p := v.get("/c/" + id)
	first := v.submit(p, formOffer, nil)
	if want := []string{"Backpacks", "not black"}; !cmp.Equal(first.chips(), want) || !strings.HasPrefix(first.at.Path, "/c/"+id) {
		t.Errorf("taken, at %s, chips are %q, want %q", first.at, first.chips(), want)
	}
	if got := first.texts("[role=log] .line-shopper"); !cmp.Equal(got, []string{"You: not black"}) {
		t.Errorf("it is said as %q", got)
	}
	again := v.submit(p, formOffer, nil)
	if !cmp.Equal(again.chips(), first.chips()) || !cmp.Equal(again.texts(".line"), first.texts(".line")) {
		t.Errorf("taken again, chips are %q and the conversation is %q", again.chips(), again.texts(".line"))
	}
	back := v.submit(again, formUndo, nil)
	if !cmp.Equal(back.chips(), []string{"Backpacks"}) || back.Find(formOffer).Length() != 2 {
		t.Errorf("undone, chips are %q, and %d things are on offer", back.chips(), back.Find(formOffer).Length())
	}
	elsewhere := v.submit(back, formOffer+":has(input[name="+views.FieldNearest+"])", nil)
	if !cmp.Equal(elsewhere.chips(), []string{"Suitcases"}) {
		t.Errorf("in place of what is not sold, chips are %q", elsewhere.chips())
	}
}

// What was not offered is refused, and the page tells so.
func TestNoSuchOffer(t *testing.T) {
	b := openBranch(t, config{Name: "Shopclerk"})
	v := visit(t, b.doors)
	id := strings.TrimPrefix(v.begin("backpack").at.Path, "/c/")
	b.asks(t, id, "any that are not black?", "", dialog.Act{Kind: dialog.AskProduct, Text: "Some.", Offers: []dialog.Offer{notBlack}, Nearest: []string{"Nowhere"}})
	p := v.get("/c/" + id)
	version := p.Find(formOffer+" [name="+views.FieldVersion+"]").AttrOr("value", "")
	for name, fields := range map[string]url.Values{
		"no such act":             {views.FieldAct: {"1"}, views.FieldOffer: {"0"}},
		"no such offer":           {views.FieldAct: {"0"}, views.FieldOffer: {"1"}},
		"below":                   {views.FieldAct: {"-1"}, views.FieldOffer: {"-1"}},
		"no number":               {views.FieldAct: {"0"}, views.FieldOffer: {"x"}},
		"a number too large":      {views.FieldAct: {"0"}, views.FieldOffer: {"99999999999999999999"}},
		"nothing":                 {},
		"no such category":        {views.FieldAct: {"0"}, views.FieldNearest: {"1"}},
		"a category that is gone": {views.FieldAct: {"0"}, views.FieldNearest: {"0"}},
		"of a state before":       {views.FieldAct: {"0"}, views.FieldOffer: {"0"}, views.FieldVersion: {"1"}},
		"of no state":             {views.FieldAct: {"0"}, views.FieldOffer: {"0"}, views.FieldVersion: {"99"}},
	} {
		t.Run(name, func(t *testing.T) {
			if !fields.Has(views.FieldVersion) {
				fields.Set(views.FieldVersion, version)
			}
			if got := v.post("/c/"+id+"/offer", fields); got.status != http.StatusBadRequest || len(got.texts("main p")) == 0 {
				t.Errorf("answered %d: %q", got.status, got.texts("main"))
			}
		})
	}
	if got := v.get("/c/" + id).chips(); !cmp.Equal(got, []string{"Backpacks"}) {
		t.Errorf("afterwards, chips are %q", got)
	}
}

// On the smallest phone and without scripts, answers fit and offers can be taken.
func TestAnswersInTheBrowser(t *testing.T) {
	for _, scripts := range []bool{true, false} {
		t.Run(fmt.Sprintf("scripts %v", scripts), func(t *testing.T) {
			shop := openBranch(t, config{Name: "Shopclerk"})
			b := openTab(t, shop.doors, smallPhone, scripts)
			b.begin("backpack")
			at := eval[string](b, "location.pathname")
			long := notBlack
			long.Text = strings.Repeat("Leave out everything that is black ", 5)
			shop.asks(t, strings.TrimPrefix(at, "/c/"), "any that are not black?", "", dialog.Act{
				Kind: dialog.AskProduct, Text: "Some.", Products: []string{"bp-000001", "bp-000002"}, Offers: []dialog.Offer{long},
			})
			b.open(at)
			b.fits()
			b.turn(func() { b.click(".offers button") })
			b.wantChips("an offer taken", "Backpacks", "not black")
			if scripts {
				b.focused("newest", "after an offer")
				b.announced()
			}
		})
	}
}
