package agent

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"shopclerk/agent/basket"
	"shopclerk/agent/orders"
	"shopclerk/agent/orders/counter"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/words"
)

// noBaskets stands for a store of baskets: what can be done is declared and not done.
type noBaskets struct{ counter.Baskets }

func (noBaskets) Lines(context.Context, string) ([]basket.Line, error) { return nil, nil }

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
	return newTeller(kit, declared)
}

// begins reports whether a message begins an errand.
func (t *teller) begins(message string) bool {
	return slices.ContainsFunc(t.kit.Clauses(message), t.instructs)
}

// Of what shoppers say who want something done, nearly all is told.
func TestInstructionsAreTold(t *testing.T) {
	for _, l := range []string{"en", "de"} {
		tell, told, all := aTeller(t, words.Lookup(l)), 0, 0
		for _, line := range section(t, "testdata/instructions.txt", l) {
			message, missed := strings.CutPrefix(line, "?")
			all++
			if tell.begins(message) {
				told++
				if missed {
					t.Errorf("%s: %q is told: take its mark away", l, message)
				}
			} else if !missed {
				t.Errorf("%s: %q is taken for a search", l, message)
			}
		}
		t.Logf("%s: %d of %d instructions are told", l, told, all)
	}
}

// No search is taken for an instruction: not those that sound like one, not what the
// dialogues of these rooms say, and not the judged queries.
func TestSearchesAreNoInstructions(t *testing.T) {
	searches := section(t, "testdata/searches.txt", "")
	t.Logf("%d searches that sound like instructions", len(searches))
	for _, pattern := range []string{"testdata/dialogues/*.txt", "understand/testdata/*.dialogue"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no dialogues: %v", pattern, err)
		}
		for _, file := range files {
			if strings.Contains(file, "errand-") {
				continue
			}
			for _, line := range lines(t, file) {
				if said, ok := strings.CutPrefix(line, "> "); ok {
					searches = append(searches, said)
				}
			}
		}
	}
	t.Logf("%d with what dialogues say", len(searches))
	searches = append(searches, judged(t)...)
	t.Logf("%d with the judged queries", len(searches))
	for _, l := range words.Languages() {
		tell := aTeller(t, l)
		for _, said := range searches {
			if tell.begins(said) {
				t.Errorf("%s: %q is taken for an instruction", l.Code(), said)
			}
		}
	}
}

// judged are the queries of ../shared/data/icecat, none where it is not there.
func judged(t *testing.T) []string {
	t.Helper()
	file, err := os.Open("../../shared/data/icecat/judgments.csv")
	if errors.Is(err, fs.ErrNotExist) {
		t.Log("without the judged queries, which are beside the repository")
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, row := range rows[1:] {
		if !slices.Contains(out, row[0]) {
			out = append(out, row[0])
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
	var out []string
	for s := bufio.NewScanner(strings.NewReader(string(text))); s.Scan(); {
		out = append(out, s.Text())
	}
	return out
}
