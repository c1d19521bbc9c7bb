package agent

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/orders/counter"
	"shopclerk/agent/shop/sales"
	"shopclerk/agent/tools"
	"shopclerk/agent/understand"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

// noBaskets stands for a store of baskets: what can be done is declared and not done.
type noBaskets struct{ counter.Baskets }

func (noBaskets) Lines(context.Context, string) ([]sales.Line, error) { return nil, nil }

// aTeller tells for a shopper whose orders, basket and page hold what is searched for,
// too.
func aTeller(t testing.TB, w *words.Language) *teller {
	t.Helper()
	price := catalog.Price{Minor: 3900, Currency: "EUR"}
	line := func(id, title string, options ...string) orders.Line {
		l := orders.Line{Quantity: 1, Article: orders.Article{ID: id, Product: id, Title: title, Price: price}}
		for _, o := range options {
			l.Options = append(l.Options, orders.Option{Name: "colour", Value: o})
		}
		return l
	}
	order := func(id string, day int, status orders.Status, lines ...orders.Line) orders.Order {
		o := orders.Order{Person: "ann", Placed: time.Date(2026, 2, day, 9, 0, 0, 0, time.UTC), Status: status, Payment: "visa", Lines: lines}
		return o.Number(id)
	}
	lamp, kettle := line("l1", "Desk lamp", "black"), line("k1", "Kela Swift kettle")
	now := counter.Snapshot{
		Shopper: counter.Shopper{Person: "ann", Session: "s"},
		Person:  orders.Person{ID: "ann"},
		Orders: []orders.Order{
			order("W1004", 20, orders.Shipped, line("h1", "Wireless noise cancelling headphones")),
			order("W1003", 18, orders.Placed, lamp, kettle),
			order("W1002", 9, orders.Placed, line("b1", "Laundry basket"), line("m1", "HDMI cable")),
			order("W1001", 3, orders.Delivered, line("m2", "Mechanical keyboard", "white"), line("d1", "dress", "black")),
		},
		Basket: []counter.Item{{Line: kettle}},
	}
	with := func(key string, values ...string) catalog.Attribute {
		a := catalog.Attribute{Key: key}
		for _, v := range values {
			a.Values = append(a.Values, catalog.Value{Text: v})
		}
		return a
	}
	shown := []catalog.Product{
		{ID: "k1", Title: "Kela Swift kettle", Brand: "Kela", Price: price, Attributes: []catalog.Attribute{with("colour", "Black", "Red"), with("material", "Steel")}},
		{ID: "l2", Title: "Vesper brass lamp", Brand: "Vesper", Price: price, Attributes: []catalog.Attribute{with("colour", "White"), with("dimmable", "yes")}},
		{ID: "n1", Title: "HP Pavilion laptop 15", Brand: "HP", Price: price, Attributes: []catalog.Attribute{with("memory", "DDR4"), with("wireless", "yes")}},
		{ID: "p1", Title: "surround sound speakers", Price: price, Attributes: []catalog.Attribute{with("tags", "cheap", "waterproof")}},
	}
	declared := counter.New(now, w, counter.Shop{Baskets: noBaskets{}}).Tools(shown)
	kit, err := tools.New(declared...)
	if err != nil {
		t.Fatal(err)
	}
	return newTeller(kit)
}

// begins reports whether a message begins an errand.
func (t *teller) begins(message string) bool {
	for i, clause := range t.kit.Clauses(message) {
		if t.instructs(clause) && !(i > 0 && t.repeats(clause)) {
			return true
		}
	}
	return false
}

// What shoppers say who want something done is told; what is said in English is at a
// German counter, too.
func TestInstructionsAreTold(t *testing.T) {
	for _, tc := range []struct{ counter, list string }{{"en", "en"}, {"de", "de"}, {"de", "en"}} {
		w := words.Lookup(tc.counter)
		tell, first, told, all := aTeller(t, w), newGlances()[w.Code()], 0, 0
		for _, line := range section(t, "testdata/instructions.txt", tc.list) {
			message, missed := strings.CutPrefix(line, "?")
			all++
			begins := tell.begins(message)
			if begins && !slices.ContainsFunc(first.kit.Clauses(message), first.may) {
				t.Errorf("%s: %q is no instruction at a glance", tc.counter, message)
			}
			switch {
			case begins && missed:
				t.Errorf("%s: %q is told: take its mark away", tc.counter, message)
			case !begins && !missed:
				t.Errorf("%s: %q is taken for a search", tc.counter, message)
			}
			if begins {
				told++
			}
		}
		t.Logf("%s at the counter in %s: %d of %d instructions are told", tc.list, tc.counter, told, all)
	}
}

// takenForInstructions are known failures: what was said before is changed or taken
// back, and at a counter it is heard as "make it 50" of an article, and as "undo".
var takenForInstructions = map[string]bool{"actually make it 50": true, "undo that as well": true}

// No search is taken for an instruction: not those that sound like one, not what the
// dialogues of these rooms say, and not the queries and tasks that lie beside the
// repository.
func TestSearchesAreNoInstructions(t *testing.T) {
	searches := section(t, "testdata/searches.txt", "")
	t.Logf("%d searches that sound like instructions", len(searches))
	for _, pattern := range []string{"testdata/dialogues/*.txt", "understand/testdata/*.dialogue"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no dialogues: %v", pattern, err)
		}
		for _, file := range files {
			if strings.Contains(file, "errand-") || strings.Contains(file, "act-revise-") || strings.Contains(file, "act-undo-") {
				continue // what changes a need is held back before: see TestChangesOfMindAreNoErrands
			}
			for _, line := range lines(t, file) {
				if said, ok := strings.CutPrefix(line, "> "); ok {
					searches = append(searches, said)
				}
			}
		}
	}
	t.Logf("%d with what dialogues say", len(searches))
	for _, of := range []func(*testing.T) []string{judged, clarified, tasks} {
		searches = append(searches, of(t)...)
	}
	t.Logf("%d with the judged queries, web queries and tasks", len(searches))
	for _, l := range words.Languages() {
		tell, seconds, glances := aTeller(t, l), 0, newGlances()
		bidding := &counterTurn{reader: understand.Build(nil, nil, understand.Synonyms{}), words: l, // of no catalogue, which would say more for a search
			understood: func(search.Need, string) understand.Reading { return understand.Reading{} }}
		defer func() { t.Logf("%s: of %d searches, %d need a second look", l.Code(), len(searches), seconds) }()
		for _, said := range searches {
			if g := glances[l.Code()]; slices.ContainsFunc(g.kit.Clauses(said), g.may) {
				seconds++
			}
			if tool := bidding.bids(said); tool != "" && !takenForInstructions[said] {
				t.Errorf("%s: %q is taken for %s by the model of acts", l.Code(), said, tool)
			}
			switch begins, known := tell.begins(said), takenForInstructions[said]; {
			case begins && !known:
				t.Errorf("%s: %q is taken for an instruction", l.Code(), said)
			case !begins && known:
				t.Errorf("%s: %q is taken for a search: it is no known failure any more", l.Code(), said)
			}
		}
	}
}

// What changes what was said before begins nothing, whatever verb it has; what speaks of
// something of the shopper's is heard.
func TestChangesOfMindAreNoErrands(t *testing.T) {
	var v understand.Vocabulary
	for said, want := range map[string]bool{
		"actually make it 50": true, "undo that": true, "doch lieber 50": true, "start over": true,
		"cancel my order": false, "make it two in my basket": false, "put the second one in my basket": false, "a red kettle": false,
	} {
		w := words.English
		if strings.HasPrefix(said, "doch") {
			w = words.Lookup("de")
		}
		if got := plainlyNoErrand(&v, w, said); got != want {
			t.Errorf("%q: held back %t, want %t", said, got, want)
		}
	}
}

// judged are the queries of ../shared/data/icecat.
func judged(t *testing.T) []string {
	return distinct(beside(t, "icecat/judgments.csv"), func(line string) string {
		query, _, _ := strings.Cut(line, ",")
		return strings.Trim(query, `"`)
	})
}

// clarified are the web queries of MIMICS-Duo that were asked about.
func clarified(t *testing.T) []string {
	return distinct(beside(t, "clarify/mimics_manual.tsv"), func(line string) string {
		query, _, _ := strings.Cut(line, "\t")
		return query
	})
}

// tasks are what people of IN3 want of an assistant.
func tasks(t *testing.T) []string {
	return distinct(beside(t, "clarify/in3_train.jsonl"), func(line string) string {
		var of struct{ Task string }
		if err := json.Unmarshal([]byte(line), &of); err != nil {
			t.Fatal(err)
		}
		return of.Task
	})
}

// beside reads the lines of a file of ../shared/data, none where it is not there.
func beside(t *testing.T, file string) []string {
	t.Helper()
	path := "../../shared/data/" + file
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		t.Logf("without %s, which is beside the repository", file)
		return nil
	}
	return lines(t, path)
}

// distinct is what there is to read in lines, each once.
func distinct(lines []string, read func(string) string) []string {
	var out []string
	seen := map[string]bool{"": true}
	for _, line := range lines {
		if text := read(line); !seen[text] {
			seen[text] = true
			out = append(out, text)
		}
	}
	return out
}

// section reads the lines of a list of a file: those behind "= name", or all without a
// name.
func section(t *testing.T, file, name string) []string {
	t.Helper()
	var out []string
	in := ""
	for _, line := range lines(t, file) {
		if begins, ok := strings.CutPrefix(line, "= "); ok {
			in = begins
		} else if line != "" && !strings.HasPrefix(line, "#") && in == name {
			out = append(out, line)
		}
	}
	if len(out) == 0 {
		t.Fatalf("%s: nothing in the list %q", file, name)
	}
	return out
}

func lines(t *testing.T, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimRight(string(text), "\n"), "\n")
}

func BenchmarkTelling(b *testing.B) {
	tell := aTeller(b, words.English)
	for b.Loop() {
		tell.instructs("show me a warm desk lamp for my office under 80 with a dimmer, not black")
	}
}
