package main

import (
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
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

func TestEditRefuses(t *testing.T) {
	v := visit(t, demoShop(t))
	p := v.submit(v.begin("backpack"), formAnswer, url.Values{"q0": {"0"}})
	changes := p.Find(formDrop + " input[name=change]")
	answer := changes.Last().AttrOr("value", "")
	for name, form := range map[string]url.Values{
		"no change":              {"v": {"2"}},
		"a word for a number":    {"v": {"2"}, views.FieldChange: {"x"}},
		"a change of nobody":     {"v": {"2"}, views.FieldChange: {"99"}},
		"an option not on offer": {"v": {"2"}, views.FieldChange: {answer}, "q0": {"9"}},
		"an option of no number": {"v": {"2"}, views.FieldChange: {answer}, "q0": {"red"}},
		"another answer is long": {"v": {"2"}, views.FieldChange: {answer}, "q0" + views.OtherText: {strings.Repeat("x", views.LongestMessage+1)}},
		"a state of the future":  {"v": {"99"}, views.FieldChange: {answer}},
		"what was said is long":  {"v": {"2"}, views.FieldChange: {"1"}, views.FieldMessage: {strings.Repeat("x", views.LongestMessage+1)}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := v.post(p.at.Path+"/edit", form); got.status != http.StatusBadRequest && got.status != http.StatusRequestEntityTooLarge {
				t.Errorf("status %d", got.status)
			}
		})
	}
	// an address that opens nothing shows the conversation
	for _, edit := range []string{"99", "x", "-1", ""} {
		if got := v.get(p.at.Path + "?v=2&edit=" + edit); got.status != http.StatusOK || got.Find("#edit").Length() > 0 || !cmp.Equal(got.chips(), p.chips()) {
			t.Errorf("edit=%q: status %d, chips %q", edit, got.status, got.chips())
		}
	}
}

// "Just show me" keeps what is ticked and ends the questions of this conversation
// until they are wanted again; undo brings them back as well.
func TestJustShowMe(t *testing.T) {
	s, err := openDemo()
	if err != nil {
		t.Fatal(err)
	}
	book := filepath.Join(t.TempDir(), "journal.db")
	v := visit(t, openDoors(t, s, book))
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
