package main

import (
	"encoding/json"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/journal"
	"shopclerk/agent/store/storetest"
	"shopclerk/search"
	"shopclerk/views"
	"shopclerk/words"
)

const (
	formEdit = "form[action$='/edit']"
	formAsk  = "form[action$='/ask']"
)

// change opens the chip of a text to be said anew.
func (v *visitor) change(p *sheet, chip string) *sheet {
	v.t.Helper()
	link := p.Find("a.chip-text").FilterFunction(func(_ int, s *goquery.Selection) bool { return strings.TrimSpace(s.Text()) == chip })
	address, ok := link.Attr("href")
	if !ok {
		v.t.Fatalf("the chip %q of %q can not be changed", chip, p.chips())
	}
	return v.get(address)
}

// An answer of three turns ago is opened with its ticks and given anew; what was said
// since stays, one undo takes the edit back, and the journal has every step.
func TestEditAnEarlierAnswer(t *testing.T) {
	v := visit(t, demoShop(t))
	first := v.begin("backpack")
	question := first.texts(".question legend")[0]
	answered := v.submit(first, formAnswer, url.Values{"q0": {"0", "1"}})
	answer := answered.chips()[1]
	later := v.say(v.say(answered, "under 120"), "not black")

	open := v.change(later, answer)
	if got := open.texts("#edit legend"); !cmp.Equal(got, []string{question}) {
		t.Fatalf("asks %q, want %q", got, question)
	}
	if got := ticked(open); !cmp.Equal(got, []string{"0", "1"}) {
		t.Errorf("ticked are %q", got)
	}
	if n := open.Find(formAnswer).Length(); n != 0 {
		t.Errorf("%d other forms of questions stand beside it", n)
	}
	if got := open.chips(); !cmp.Equal(got, later.chips()) {
		t.Errorf("opening the answer changes the chips to %q", got)
	}
	if back := v.get(open.Find("#edit .answer a").AttrOr("href", "")); !cmp.Equal(back.titles(), later.titles()) || back.Find("#edit").Length() > 0 {
		t.Error("leaving it as it is leads elsewhere")
	}

	edited := v.submit(open, formEdit, url.Values{"q0": {"2"}})
	if want := len(later.chips()); len(edited.chips()) != want || slices.Contains(edited.chips(), answer) {
		t.Errorf("chips = %q, want %d, %q replaced", edited.chips(), want, answer)
	}
	for _, said := range []string{"Backpacks", "up to €120", "not black"} {
		if !slices.Contains(edited.chips(), said) {
			t.Errorf("%q was said since and is lost: %q", said, edited.chips())
		}
	}
	lines := edited.texts(".line-shopper")
	if got := lines[len(lines)-1]; !strings.Contains(got, question) || strings.Contains(got, words.English.T("talk.without", "What", "")) {
		t.Errorf("the edit is told as %q", got)
	}
	again := v.change(edited, edited.chips()[len(edited.chips())-1])
	if got := ticked(again); !cmp.Equal(got, []string{"2"}) {
		t.Errorf("opened again, ticked are %q", got)
	}
	undone := v.submit(edited, formUndo, nil)
	if !cmp.Equal(undone.chips(), later.chips()) || !cmp.Equal(undone.titles(), later.titles()) {
		t.Errorf("undo leads to %q, want %q", undone.chips(), later.chips())
	}
	if old := v.get(edited.at.RequestURI()); !cmp.Equal(old.chips(), edited.chips()) {
		t.Errorf("the version of the edit now shows %q", old.chips())
	}
}

// ticked lists the values of the open question's ticks.
func ticked(p *sheet) []string {
	var out []string
	p.Find("#edit input[checked]").Each(func(_ int, s *goquery.Selection) { out = append(out, s.AttrOr("value", "")) })
	return out
}

// "No preference" and what is typed under Other are answers to think over, too.
func TestEditByOtherMeans(t *testing.T) {
	v := visit(t, demoShop(t))
	p := v.submit(v.begin("backpack"), formAnswer, url.Values{"q0": {views.NoneValue}, "q1": {"0"}})
	if len(p.chips()) != 2 {
		t.Fatalf("chips = %q", p.chips())
	}
	open := v.get(p.Find(".given a").First().AttrOr("href", "")) // no preference has no chip
	if got := ticked(open); !cmp.Equal(got, []string{views.NoneValue}) {
		t.Errorf("ticked are %q", got)
	}
	typed := v.submit(open, formEdit, url.Values{"q0": {views.OtherValue}, "q0" + views.OtherText: {"under 100"}})
	if got := typed.chips(); len(got) != 3 || !slices.Contains(got, "up to €100") {
		t.Errorf("typed under Other: chips = %q", got)
	}
	withdrawn := v.submit(v.change(typed, p.chips()[1]), formEdit, nil)
	if got := withdrawn.chips(); len(got) != 2 || slices.Contains(got, p.chips()[1]) {
		t.Errorf("with nothing ticked: chips = %q", got)
	}
}

// A limit that was typed is said in other words, or taken back with none.
func TestEditWords(t *testing.T) {
	v := visit(t, demoShop(t))
	p := v.begin(opening)
	open := v.change(p, "up to €150")
	if got := open.Find("#edit-words").AttrOr("value", ""); got != "up to €150" {
		t.Errorf("the words to change are %q", got)
	}
	same := v.submit(open, formEdit, url.Values{views.FieldMessage: {"up to €150"}})
	if same.at.Query().Get("v") != "1" {
		t.Errorf("what was not changed led to %s", same.at)
	}
	less := v.submit(open, formEdit, url.Values{views.FieldMessage: {"up to €90"}})
	if want := []string{"Backpacks", "not black", "up to €90"}; !cmp.Equal(less.chips(), want) {
		t.Errorf("chips = %q, want %q", less.chips(), want)
	}
	none := v.submit(v.change(less, "not black"), formEdit, url.Values{views.FieldMessage: {" "}})
	if want := []string{"Backpacks", "up to €90"}; !cmp.Equal(none.chips(), want) {
		t.Errorf("chips = %q, want %q", none.chips(), want)
	}
}

// An address that opens nothing shows the conversation.
func TestEditOpensNothing(t *testing.T) {
	v := visit(t, demoShop(t))
	p := v.submit(v.begin("backpack"), formAnswer, url.Values{"q0": {"0"}})
	for _, edit := range []string{"99", "x", "-1", ""} {
		if got := v.get(p.at.Path + "?v=2&edit=" + edit); got.status != http.StatusOK || got.Find("#edit").Length() > 0 || !cmp.Equal(got.chips(), p.chips()) {
			t.Errorf("edit=%q: status %d, chips %q", edit, got.status, got.chips())
		}
	}
}

// "Just show me" keeps what is ticked and ends the questions of this conversation
// until they are wanted again; undo brings them back as well.
func TestJustShowMe(t *testing.T) {
	book := filepath.Join(t.TempDir(), "journal.db")
	v := visit(t, openDoors(t, staffDemo(t), book))
	first := v.begin("backpack")
	quiet := v.submit(first, formAnswer, url.Values{"q0": {"0"}, views.FieldHush: {"1"}})
	if len(quiet.chips()) != 2 || quiet.Find(formAnswer).Length() > 0 || quiet.Find(formAsk).Length() != 1 {
		t.Fatalf("chips %q, %d forms of questions", quiet.chips(), quiet.Find(formAnswer).Length())
	}
	said := v.say(quiet, "under 150")
	if said.Find(formAnswer).Length() > 0 {
		t.Error("questions are asked again without being wanted")
	}
	asked := v.submit(said, formAsk, nil)
	if asked.Find(formAnswer).Length() != 1 || asked.Find(formAsk).Length() > 0 {
		t.Error("questions are wanted again and not asked")
	}
	if undone := v.submit(asked, formUndo, nil); undone.Find(formAnswer).Length() > 0 || undone.Find(formAsk).Length() != 1 {
		t.Error("undo does not bring the quiet back")
	}
	if other := v.begin("suitcase"); other.Find(formAnswer).Length() != 1 {
		t.Error("another conversation has no questions")
	}
	conversation := recorded(t, book, strings.TrimPrefix(first.at.Path, "/c/"))
	if ops := ops(conversation, 1); !slices.Contains(ops, search.Hush) || !slices.Contains(ops, search.Answered) {
		t.Errorf("the journal has %q", ops)
	}
}

// recorded reads a conversation from a journal's file.
func recorded(t *testing.T, file, id string) *journal.Conversation {
	t.Helper()
	c, err := journal.New(storetest.Open(t, filepath.Dir(file))).Load(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// ops lists what an exchange's changes do.
func ops(c *journal.Conversation, exchange int) []search.Op {
	var out []search.Op
	for _, ch := range c.Exchanges[exchange].Changes {
		out = append(out, ch.Op)
	}
	return out
}

// The number that ticks would leave is the one that they leave once they are sent;
// asking for it changes nothing, and is refused where nothing is asked.
func TestFit(t *testing.T) {
	v := visit(t, demoShop(t))
	p := v.begin(opening)
	at := p.Find("[data-count]").AttrOr("data-count", "")
	ticks := url.Values{"v": {"1"}, "q0": {"0", "1"}}
	told := v.post(at, ticks)
	if told.status != http.StatusOK {
		t.Fatalf("status %d", told.status)
	}
	if again := v.get(p.at.RequestURI()); len(again.chips()) != len(p.chips()) {
		t.Errorf("asking for a number leads from %q to %q", p.chips(), again.chips())
	}
	answered := v.submit(p, ".questions form", url.Values{"q0": {"0", "1"}})
	if got := strconv.Itoa(answered.full()); got != strings.Fields(told.Text())[0] {
		t.Errorf("told %q, then %q fit", told.Text(), got)
	}
	for _, wrong := range []url.Values{{}, {"v": {"x"}}, {"v": {"1"}, "q0": {"99"}}, {"v": {"1"}, "q0": {"x"}}, {"v": {"0"}, "q0": {"0"}}} {
		if got := v.post(at, wrong); got.status != http.StatusBadRequest && got.status != http.StatusNotFound {
			t.Errorf("%v is answered with %d", wrong, got.status)
		}
	}
}

// The page that a turn leads to is the one that is made of the journal.
func TestHandedOverAsWrittenDown(t *testing.T) {
	v := visit(t, demoShop(t))
	p := v.begin(opening)
	for _, fields := range []url.Values{{"q0": {"0", "1"}, "q1": {views.NoneValue}}, {"q0" + views.OtherText: {"under 90"}}, {views.FieldSkip: {"1"}}} {
		p = v.submit(p, formAnswer, fields)
		if again := v.get(p.at.RequestURI()); string(again.body) != string(p.body) {
			t.Errorf("%s (-first +again):\n%s", p.at, cmp.Diff(strings.Split(string(p.body), "\n"), strings.Split(string(again.body), "\n")))
		}
	}
	// what another window does meanwhile is seen
	stale := v.submit(v.get(p.at.RequestURI()), formAnswer, url.Values{"q0": {"0"}})
	s := v.post(strings.Split(stale.at.Path, "?")[0]+"/undo", url.Values{views.FieldVersion: {stale.at.Query().Get("v")}})
	if cmp.Equal(s.texts(".line-shopper"), stale.texts(".line-shopper")) {
		t.Error("what was undone is shown")
	}
	// what is gone is not shown, though a turn of it waits
	none := *v.client
	none.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	form := url.Values{views.FieldVersion: {s.at.Query().Get("v")}, "message": {"for school"}}
	made, err := none.Do(v.request(http.MethodPost, s.at.Path+"/say", form))
	if err != nil {
		t.Fatal(err)
	}
	made.Body.Close()
	v.post(views.DeleteMinePath, url.Values{"confirm": {"1"}})
	if p := v.get(made.Header.Get("Location")); p.status != http.StatusNotFound {
		t.Errorf("a deleted conversation is shown with status %d", p.status)
	}
}

// From a product, a comparison and the basket the way leads back to the conversation
// as it was left: its version, its order, as many products, at the card.
func TestWayBack(t *testing.T) {
	v := visit(t, demoShop(t))
	left := v.get(v.begin("backpack").at.RequestURI() + "&sort=price&show=30")
	v.say(left, "not black") // it goes on elsewhere meanwhile
	if len(left.titles()) != 30 {
		t.Fatalf("%d products", len(left.titles()))
	}
	check := func(from string, p *sheet, card string) {
		t.Helper()
		href := p.Find(".back a").AttrOr("href", "")
		at, err := url.Parse(href)
		if err != nil || at.Fragment != card {
			t.Errorf("%s leads back to %q, want #%s: %v", from, href, card, err)
		}
		if got := v.get(at.RequestURI()); !cmp.Equal(got.titles(), left.titles()) || !cmp.Equal(got.chips(), left.chips()) {
			t.Errorf("%s leads back to another list: %s", from, href)
		}
	}
	product := v.get(left.Find("#p25 h4 a").AttrOr("href", ""))
	check("the product's page", product, "p25")
	if got := product.texts("h1"); !cmp.Equal(got, left.titles()[24:25]) {
		t.Errorf("its heading is %q, want %q", got, left.titles()[24])
	}
	if href := product.Find(".product .picture use").AttrOr("href", ""); v.get(href).header.Get("Content-Type") != "image/svg+xml; charset=utf-8" {
		t.Errorf("there is no picture at %s", href)
	}
	if tile := product.Find(".tiles-row a, .similar a").First().AttrOr("href", ""); tile != "" {
		check("a similar product's page", v.get(tile), "p25")
	}
	check("the basket", v.submit(product, "form[action='/basket']", url.Values{views.FieldQuantity: {"1"}}), "p25")
	check("the basket, from the frame", v.get(left.Find(".masthead a[href^='/basket']").AttrOr("href", "")), "")
	picks := []string{left.Find("#p3 .pick input").AttrOr("value", ""), left.Find("#p4 .pick input").AttrOr("value", "")}
	compare := v.get("/compare?" + url.Values{
		"c": {hiddenOf(left, "#compare", "c")}, "v": {hiddenOf(left, "#compare", "v")}, "sort": {hiddenOf(left, "#compare", "sort")},
		"show": {hiddenOf(left, "#compare", "show")}, views.FieldPick: picks,
	}.Encode())
	check("the comparison", compare, "")
}

// hiddenOf reads an unseen field of a form.
func hiddenOf(p *sheet, form, name string) string {
	return p.Find(form+" input[name='"+name+"']").AttrOr("value", "")
}

// What an address claims of where a shopper was is believed as far as it can be true.
func TestWayBackOfNonsense(t *testing.T) {
	v := visit(t, demoShop(t))
	p := v.begin("backpack")
	id := strings.TrimPrefix(p.at.Path, "/c/")
	address, _, _ := strings.Cut(p.Find("#p1 h4 a").AttrOr("href", ""), "?")
	for query, want := range map[string]string{
		"":                                    "/",
		"c=nobody":                            "/",
		"c=../../evil":                        "/",
		"c=" + id:                             "/c/" + id,
		"c=" + id + "&v=99":                   "/c/" + id,
		"c=" + id + "&v=-1&show=x":            "/c/" + id,
		"c=" + id + "&sort=<script>&card=1e9": "/c/" + id,
		"c=" + id + "&v=1&sort=price&show=999&at=2": "/c/" + id + "?v=1&sort=price&show=100#p2",
	} {
		if got := v.get(address+"?"+query).Find(".back a").AttrOr("href", ""); got != want {
			t.Errorf("%q leads back to %q, want %q", query, got, want)
		}
	}
}

// Whoever has the link of another's conversation can look at it. What they do goes on in
// a copy of their own: the conversation stays as it was, its owner's export has nothing
// of theirs, and theirs has what they went on from.
func TestLinkShows(t *testing.T) {
	for name, do := range map[string]func(stranger *visitor, p *sheet) *sheet{
		"say":    func(v *visitor, p *sheet) *sheet { return v.say(p, "a xylocarp one under 80") },
		"undo":   func(v *visitor, p *sheet) *sheet { return v.submit(p, formUndo, nil) },
		"answer": func(v *visitor, p *sheet) *sheet { return v.submit(p, formAnswer, url.Values{"q0": {"0"}}) },
		"drop":   func(v *visitor, p *sheet) *sheet { return v.submit(p, formDrop, nil) },
		"reset":  func(v *visitor, p *sheet) *sheet { return v.submit(p, formReset, nil) },
		"go back and say": func(v *visitor, p *sheet) *sheet {
			return v.say(v.get(p.at.Path+"?v=1"), "a xylocarp one")
		},
		"as a fragment": func(v *visitor, p *sheet) *sheet {
			r := v.request(http.MethodPost, p.at.Path+"/say", url.Values{"message": {"a xylocarp one"}, views.FieldVersion: {"2"}})
			r.Header.Set("HX-Request", "true")
			return v.do(r)
		},
	} {
		t.Run(name, func(t *testing.T) {
			doors := demoShop(t)
			owner, stranger := visit(t, doors), visit(t, doors)
			p := owner.say(owner.begin("backpack"), "not black")
			before := owner.export()
			got := do(stranger, stranger.get(p.at.Path))
			if got.status != http.StatusOK || !strings.HasPrefix(got.at.Path, "/c/") || got.at.Path == p.at.Path {
				t.Fatalf("it led to %s with status %d", got.at, got.status)
			}
			was, err := json.Marshal(before)
			if err != nil {
				t.Fatal(err)
			}
			if now, err := json.Marshal(owner.export()); err != nil || string(now) != string(was) {
				t.Errorf("the owner's export became %s, %v", now, err)
			}
			theirs := stranger.export()
			if len(theirs.Conversations) != 1 || "/c/"+theirs.Conversations[0].ID != got.at.Path {
				t.Fatalf("the stranger has %d conversations", len(theirs.Conversations))
			}
			again := stranger.say(got, "a large one")
			if again.at.Path != got.at.Path || len(stranger.export().Conversations) != 1 {
				t.Errorf("the copy goes on at %s, from %s", again.at, got.at)
			}
			if seen := owner.get(p.at.Path); seen.status != http.StatusOK || strings.Contains(string(seen.body), "xylocarp") {
				t.Errorf("the owner sees what the stranger said, status %d", seen.status)
			}
		})
	}
}

// What somebody does with the products of another's conversation is theirs, and nothing of
// that conversation's.
func TestClicksInAnothersConversation(t *testing.T) {
	doors := demoShop(t)
	owner, stranger := visit(t, doors), visit(t, doors)
	p := owner.begin("backpack")
	stranger.begin("suitcase") // who has no session is not noted
	for _, v := range []*visitor{owner, stranger} {
		card, ok := v.get(p.at.RequestURI()).Find(".card a").Attr("href")
		if !ok {
			t.Fatal("no product is listed")
		}
		v.submit(v.get(card), formPut, url.Values{views.FieldQuantity: {"1"}})
	}
	for v, want := range map[*visitor]string{owner: strings.TrimPrefix(p.at.Path, "/c/"), stranger: ""} {
		noted := v.export().Interactions
		if len(noted) != 2 {
			t.Fatalf("noted are %v", noted)
		}
		for _, i := range noted {
			if i.Conversation != want || (i.Version > 0) != (want != "") || (i.Position > 0) != (want != "") {
				t.Errorf("%s is of the conversation %q, want %q: %+v", i.Act, i.Conversation, want, i)
			}
		}
	}
}
