package desk

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent"
	"shopclerk/agent/desk/control"
	"shopclerk/agent/desk/insight"
	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/agent/shop/orders/counter"
	"shopclerk/catalog"
	"shopclerk/cmd/internal/live"
	"shopclerk/search"
	"shopclerk/words"
)

// histories are a journal in memory.
type histories []*journal.History

func (h histories) Mark(context.Context) (journal.Mark, error) { return journal.Mark{Changes: 1}, nil }

func (h histories) Walk(_ context.Context, _ journal.Span, yield func(*journal.History) error) (journal.Mark, error) {
	for _, x := range h {
		if err := yield(x); err != nil {
			return journal.Mark{}, err
		}
	}
	return journal.Mark{Changes: 1}, nil
}

func (h histories) Existing(context.Context) (map[string]struct{}, error) { return nil, nil }

// lampDesk is a desk over the catalogue of lamps and desks and some conversations.
func lampDesk(t testing.TB, told ...*told) *Desk {
	t.Helper()
	var all histories
	for i, c := range told {
		c.h.ID = fmt.Sprint("conversation", i)
		all = append(all, &c.h)
	}
	store := lampShop(t)
	d := &Desk{Config: Config{
		Insight: insight.NewBook(all, counter.Personal), Board: &Board{},
	}, Generation: &live.Generation{Store: store, Clerk: agent.New(agent.Config{Engine: search.NewEngine(store, nil, nil)})}, room: &room{}}
	if err := d.Insight.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	return d
}

// request asks for a page of the week that ends on the day of the conversations.
func request(language, category string) *Request {
	get := httptest.NewRequest("GET", "/desk?period=7", nil)
	w := words.Lookup(language)
	now := began.Add(12 * time.Hour)
	return &Request{Request: get, Words: w, Now: now, Period: daysBack(7, now), Category: category, query: get.URL.Query()}
}

// tables returns a page's tables as CSV, by id and row, heads left out.
func tables(t *testing.T, r *Request, p *Page) map[string][]string {
	t.Helper()
	ids := map[string]bool{}
	unique := func(id string) {
		if ids[id] {
			t.Errorf("%s: two things have the id %q", p.Title, id)
		}
		ids[id] = true
	}
	for _, s := range p.Report.Sections {
		unique(s.ID)
		for _, f := range s.Figures {
			unique(f.ID)
			unique(f.Table.ID)
		}
		for _, table := range s.Tables {
			unique(table.ID)
		}
	}
	out := map[string][]string{}
	for _, table := range p.Tables {
		for i, row := range table.Rows {
			if len(row) != len(table.Columns) {
				t.Fatalf("table %s, row %d: %d cells under %d columns", table.ID, i, len(row), len(table.Columns))
			}
		}
		text, err := table.CSV(r)
		if err != nil {
			t.Fatal(err)
		}
		out[table.ID] = strings.Split(strings.TrimSpace(string(text)), "\r\n")[1:]
	}
	return out
}

// lamps is a search among lamps with a question about their colour.
func lamps(said string) memory.Exchange {
	return memory.Exchange{
		Said: said, Shown: []string{"lamp0", "lamp1"}, Fit: 2, Total: 40, Questions: []memory.Posed{lampColour},
		Changes: []search.Change{{ID: 1, Op: search.SetScope, Said: said, Categories: []string{"Home > Lamps"}}},
	}
}

var lampColour = memory.Posed{
	Options: []memory.Choice{{Label: "grey", Mass: 0.6}, {Label: "red", Mass: 0.4}}, Tells: 0.97,
	Answer: search.Answer{Key: "colour", Labels: []string{"grey", "red"}, Options: []catalog.Condition{
		{Key: "colour", Values: []string{"grey"}}, {Key: "colour", Values: []string{"red"}},
	}},
}

// ticking is a form about lampColour, sent.
func ticking(id int, options ...int) memory.Exchange {
	a := lampColour.Answer
	a.Picked = options
	return memory.Exchange{
		Changes: []search.Change{{ID: id, Op: search.Answered, Answer: &a}}, Shown: []string{"lamp0"}, Fit: 1, Total: 40,
		Realised: []memory.Realised{{Question: 0, Bits: 0.75}},
	}
}

// typing is a form about lampColour with a text in place of an option.
func typing(id int, text string) memory.Exchange {
	x := ticking(id)
	x.Said, x.Typed, x.Realised = text, []string{text}, nil
	return x
}

// someTalks are four conversations, the last of them in the week before: grey, red
// that is not sold, a text, and one that found nothing.
func someTalks() []*told {
	before := tell().wait(-7 * dayLength)
	before.h.Created = before.at
	return []*told{
		tell().exchange(lamps("lamp")).act(journal.Opened, "lamp1", 1).wait(10*time.Second).exchange(ticking(2, 0)).act(journal.Basket, "lamp0", 2),
		tell().exchange(lamps("lamp")).wait(20 * time.Second).exchange(ticking(2, 1)),
		tell().exchange(lamps("lamp")).wait(30 * time.Second).exchange(typing(2, "teal")),
		before.exchange(memory.Exchange{Said: "unicorn", Total: 80}),
	}
}

func TestOverview(t *testing.T) {
	d := lampDesk(t, someTalks()...)
	r := request("en", "")
	p, err := d.numbers(r)
	if err != nil {
		t.Fatal(err)
	}
	got := tables(t, r, p)
	counts := map[string]string{}
	for _, row := range got["counts"] {
		name, numbers, _ := strings.Cut(row, ",")
		counts[name] = numbers
	}
	want := map[string]string{
		"Conversations": "3,1,2", "Sessions": "1,1,0", "Turns": "6,1,5", "Turns undone": "0,0,", "Questions shown": "3,0,", "Ticked": "2,0,",
		"Something else": "1,0,", "No preference": "0,0,", "Skipped": "0,0,", "Left open": "0,0,", "Taken back": "0,0,",
		"Products opened": "1,0,", "Products compared": "0,0,", "Products put in the basket": "1,0,",
	}
	if diff := cmp.Diff(want, counts); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
	for id, want := range map[string]int{"conversations-by-day": 7, "shares": 5, "means": 2, "turns": 2, "dropped": 1} {
		if len(got[id]) != want {
			t.Errorf("table %s has %d rows, want %d: %q", id, len(got[id]), want, got[id])
		}
	}
	if row := got["dropped"][0]; !strings.HasPrefix(row, "1,3,3,3,0,0,") {
		t.Errorf("after the first question: %s", row)
	}

	// the week before, among the words: one search that found nothing, and nothing before it
	r.Period = r.Period.Before()
	if p, err = d.heard(r); err != nil {
		t.Fatal(err)
	}
	if got := tables(t, r, p)["fruitless"]; len(got) != 1 || !strings.HasPrefix(got[0], "Whole shop,,unicorn,1,1,") {
		t.Errorf("what found nothing: %q", got)
	}
}

// A category's numbers are those of the conversations that searched it.
func TestOverviewOfCategory(t *testing.T) {
	d := lampDesk(t, someTalks()...)
	for category, want := range map[string]int{"Home > Lamps": 3, "Office > Desks": 0} {
		r := request("en", category)
		if got := len(d.factsOf(r, r.Period)); got != want {
			t.Errorf("%s: %d conversations, want %d", category, got, want)
		}
	}
}

// A page without numbers says why, and an empty journal how to fill it.
func TestPagesWithoutNumbers(t *testing.T) {
	empty, late := lampDesk(t), lampDesk(t, someTalks()...)
	for _, get := range []func(*Desk, *Request) (*Page, error){(*Desk).numbers, (*Desk).asked, (*Desk).today} {
		for d, command := range map[*Desk]bool{empty: true, late: false} {
			r := request("en", "Office > Desks")
			p, err := get(d, r)
			if err != nil {
				t.Fatal(err)
			}
			if e := p.Report.Sections[0].Empty; e.Title == "" || e.Text == "" || (e.Command != "") != command {
				t.Errorf("%s: %+v", p.Title, e)
			}
		}
	}
}

func TestAskedPage(t *testing.T) {
	d := lampDesk(t, someTalks()...)
	r := request("en", "")
	p, err := d.asked(r)
	if err != nil {
		t.Fatal(err)
	}
	got := tables(t, r, p)
	if rows := got["outcomes"]; len(rows) != 1 || !strings.HasPrefix(rows[0], "Colour,Lamps,3,1,") || !strings.Contains(rows[0], ",2,1,0,0,") {
		t.Errorf("outcomes: %q", rows)
	}
	if rows := got["gains"]; len(rows) != 1 || !strings.HasPrefix(rows[0], "Colour,Lamps,2,0.97,0.75,-0.2") || !strings.HasSuffix(rows[0], ",20,15,25") {
		t.Errorf("gains: %q", rows)
	}
	if rows := got["effects"]; len(rows) != 1 || !strings.HasPrefix(rows[0], "Colour,Lamps,3,0,") {
		t.Errorf("effects: %q", rows)
	}
	if url := p.Tables[0].Rows[0][0].URL; url != "/desk/questions/colour?category=Home+%3E+Lamps&period=7" {
		t.Errorf("the aspect leads to %s", url)
	}
}

func TestAspectPage(t *testing.T) {
	d := lampDesk(t, someTalks()...)
	r := request("en", "Home > Lamps")
	r.SetPathValue("aspect", "colour")
	p, err := d.aspect(r)
	if err != nil {
		t.Fatal(err)
	}
	if p.Title != "Colour in Lamps" {
		t.Errorf("title %q", p.Title)
	}
	got := tables(t, r, p)
	// of the three answers one wants grey, which 16 of 40 lamps are
	if rows := got["wares"]; len(rows) != 4 || !strings.HasPrefix(rows[0], "grey,0.333") || !strings.Contains(rows[0], ",0.4,16,3,") {
		t.Errorf("wares: %q", rows)
	}
	if diff := cmp.Diff([]string{"red,1"}, got["gone"]); diff != "" {
		t.Errorf("unmet (-want +got):\n%s", diff)
	}
	if rows := got["typed"]; len(rows) != 1 || !strings.HasPrefix(rows[0], "teal,1,0,Demand without supply,") {
		t.Errorf("texts: %q", rows)
	}
	for _, table := range p.Tables {
		if table.ID != "typed" {
			continue
		}
		row := table.Rows[0]
		found := request("en", "")
		address, err := url.Parse(row[len(row)-1].URL)
		if err != nil {
			t.Fatal(err)
		}
		found.query = address.Query()
		if c, err := readCriteria(found); err != nil || c.aspect != "colour" || !slices.Equal(c.words, []string{"teal"}) {
			t.Errorf("%s finds %+v, %v", address, c, err)
		}
	}

	// asked in the whole shop it has no supply to compare with; not asked, it says so;
	// and what nobody ever heard of is not found
	for _, tc := range []struct {
		aspect, category string
		sections         string
		err              error
	}{
		{"colour", "Office > Desks", "none", nil},
		{"legs", "Office > Desks", "none", nil},
		{"legs", "", "none", nil},
		{"wings", "", "", ErrNotFound},
		{"wings", "Home > Lamps", "", ErrNotFound},
	} {
		r := request("en", tc.category)
		r.SetPathValue("aspect", tc.aspect)
		p, err := d.aspect(r)
		if !errors.Is(err, tc.err) || err == nil && p.Report.Sections[0].ID != tc.sections {
			t.Errorf("%s in %q: %v, %+v", tc.aspect, tc.category, err, p)
		}
	}
}

// Every figure of the period about a question, an option, a word or a search leads to the
// control that changes it, or to what is behind it.
func TestFiguresLead(t *testing.T) {
	talks := []*told{tell().exchange(memory.Exchange{Said: "unicorn", Total: 80})}
	for range 6 { // effects are told of five acts or more
		talks = append(talks, someTalks()...)
	}
	d := lampDesk(t, talks...)
	for _, tc := range []struct {
		get      func(*Desk, *Request) (*Page, error)
		category string
		tables   int
	}{{(*Desk).asked, "Home > Lamps", 4}, {(*Desk).aspect, "Home > Lamps", 7}, {(*Desk).heard, "", 6}} {
		r := request("en", tc.category)
		r.SetPathValue("aspect", "colour")
		p, err := tc.get(d, r)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Tables) != tc.tables {
			t.Errorf("%s: %d tables, want %d", p.Title, len(p.Tables), tc.tables)
		}
		for _, table := range p.Tables {
			for _, row := range table.Rows {
				for i, c := range row {
					key := table.Columns[i].Key
					told := table.Columns[i].Kind.number() && !math.IsNaN(c.Number) && (c.Number != 0 || c.High != 0)
					if told && !slices.Contains([]string{"before", "change", "expected"}, key) && !strings.HasPrefix(c.URL, Root+"/") {
						t.Errorf("%s, table %s, %s, %s: %v leads to %q", p.Title, table.ID, row[0].Text, key, c.Number, c.URL)
					}
				}
			}
		}
	}
}

// aTrial are conversations of an experiment: so many sessions of each arm.
func aTrial(sessions map[string]int) []*told {
	var out []*told
	for arm, n := range sessions {
		for i := range n {
			c := tell()
			c.h.Session = fmt.Sprint(arm, i)
			x := lamps("lamp")
			x.Experiment = memory.Arm{Experiment: "e", Arm: arm}
			out = append(out, c.exchange(x))
			if arm == "b" {
				c.act(journal.Opened, "lamp0", 1)
			}
		}
	}
	return out
}

func TestExperimentsPage(t *testing.T) {
	setting := control.Setting{Kind: control.KindExperiment, Name: "e", Arms: []control.Arm{
		{Name: "a", Policy: "joint", Share: 0.5}, {Name: "b", Policy: "none", Share: 0.5},
	}}
	older := setting
	older.Name = "older"
	log := control.Log{{Sequence: 1, Act: control.Act{Set: &older}}, {Sequence: 2, Act: control.Act{Set: &setting}}}
	for _, tc := range []struct {
		sessions map[string]int
		says     string
	}{
		{map[string]int{"a": 20, "b": 22}, "Yes: chance makes such a split (chi-squared test, p = 0.758)."},
		{map[string]int{"a": 5, "b": 40}, "No: chance does not make such a split"},
	} {
		d := lampDesk(t, aTrial(tc.sessions)...)
		r := request("en", "")
		p, err := d.experiments(r)
		if err != nil || p.Report.Sections[0].Empty.Title == "" {
			t.Errorf("without an experiment: %v, %+v", err, p.Report.Sections)
		}
		d.Board.log = log
		if p, err = d.experiments(r); err != nil {
			t.Fatal(err)
		}
		if title, text := p.Report.Sections[0].Title, p.Report.Sections[1].Text; title != "e" || !strings.HasPrefix(text, tc.says) {
			t.Errorf("experiment %q: %s", title, text)
		}
		got := tables(t, r, p)
		if !strings.HasPrefix(got["arm-numbers"][0], "a,0,0,") || !strings.HasPrefix(got["arm-numbers"][1], "b,1,") || !strings.HasPrefix(got["arm-differences"][0], "b,1,") {
			t.Errorf("arms %q, differences %q", got["arm-numbers"], got["arm-differences"])
		}
		r.query.Set(fieldTrial, "older")
		if p, err = d.experiments(r); err != nil || p.Report.Sections[0].Title != "older" || p.Report.Sections[1].Text != "No session met this experiment in this period." {
			t.Errorf("the older one: %v, %+v", err, p)
		}
	}
}

// What was undone or ended is no experiment any more, but what ran before is.
func TestTrials(t *testing.T) {
	set := func(name string, arms ...control.Arm) control.Act {
		return control.Act{Set: &control.Setting{Kind: control.KindExperiment, Name: name, Arms: arms}}
	}
	log := control.Log{
		{Sequence: 1, Act: set("one", control.Arm{Name: "a", Share: 1})},
		{Sequence: 2, Act: set("one", control.Arm{Name: "b", Share: 1})},
		{Sequence: 3, Act: set("")},
		{Sequence: 4, Act: set("mistaken", control.Arm{Name: "a", Share: 1})},
		{Sequence: 5, Act: control.Act{Undo: 4}},
		{Sequence: 6, Act: set("two", control.Arm{Name: "a", Share: 1})},
	}
	got := ""
	for _, x := range trialsOf(log) {
		got += x.Name + " " + x.Arms[0].Name + ", "
	}
	if got != "two a, one b, " {
		t.Errorf("trials: %s", got)
	}
}

// Long tables show their first rows as they are sorted; the file has them all.
func TestHead(t *testing.T) {
	long := func() *Table {
		table := &Table{ID: "x", Order: "-n", Columns: []Column{{Key: "name"}, {Key: "n", Kind: Count}}}
		for i := range 5 {
			table.Rows = append(table.Rows, []Cell{Name(fmt.Sprint(i)), Value(float64(i))})
		}
		return table
	}
	r := request("en", "")
	table := long().head(r, 2)
	if len(table.Rows) != 2 || table.Rows[0][0].Text != "4" || table.Note == "" {
		t.Errorf("on the page: %v, %q", table.Rows, table.Note)
	}
	r.query.Set(fieldFormat, formatCSV)
	if table = long().head(r, 2); len(table.Rows) != 5 || table.Note != "" {
		t.Errorf("in the file: %v, %q", table.Rows, table.Note)
	}
}
