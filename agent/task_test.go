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

	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
	"shopclerk/agent/shop"
	"shopclerk/agent/store"
	"shopclerk/agent/store/storetest"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/words"
)

// AddOrders stores orders that somebody placed earlier.
func AddOrders(t testing.TB, db *store.DB, all ...shop.Order) {
	t.Helper()
	for _, o := range all {
		text, err := json.Marshal(o)
		if err == nil {
			_, err = db.Exec(context.Background(), `INSERT INTO purchase (n, id, person, placed, status, document)
				VALUES ((SELECT count(*) + 1 FROM purchase), $1, $2, $3, $4, $5)`, o.ID, o.Person, o.Placed.UnixMicro(), o.Status, string(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// aHearing hears in a language, with a page of products, of no catalogue, which would say more
// for a search.
func aHearing(w *words.Language, page ...string) *hearing {
	reader := nlu.NewReader(nil, nil, nil)
	return &hearing{tell: &commands{language.ErrandWords()}, counterTurn: &counterTurn{agent: New(Config{Reader: reader}), f: &active{reader: reader}, words: w, page: page}}
}

// A form of a product is told by its size or colour, in an instruction as in an answer.
func TestForms(t *testing.T) {
	var shirt catalog.Product
	shirt.ID, shirt.Title, shirt.Price = "shirt", "Linen shirt", catalog.Price{Minor: 3000, Currency: "EUR"}
	for _, of := range []string{"M white", "L white", "M blue", "38 red"} {
		size, colour, _ := strings.Cut(of, " ")
		shirt.Variants = append(shirt.Variants, catalog.Variant{ID: of, Options: []catalog.Option{{Name: "size", Value: size}, {Name: "colour", Value: colour}}, Price: shirt.Price, Stock: 3})
	}
	for _, tc := range []struct {
		said string
		want []string
	}{
		{"put it in my basket in size L", []string{"L white"}},
		{"put the first one in my basket, size M", []string{"M white", "M blue"}},
		{"put the first one in my basket, size M in blue", []string{"M blue"}},
		{"leg es in Größe 38 in den Warenkorb", []string{"38 red"}},
		{"leg es in den Warenkorb, Größe L", []string{"L white"}},
		{"put it in my basket", nil},
		{"M", []string{"M white", "M blue"}}, {"Größe 38", []string{"38 red"}}, {"the blue one", []string{"M blue"}}, {"das rote", []string{"38 red"}}, {"L please", []string{"L white"}},
	} {
		h := aHearing(words.English, "shirt")
		store := shop.Shop{Store: shop.New(storetest.New(t))}
		at, err := store.For(t.Context(), "ann", words.English)
		if err != nil {
			t.Fatal(err)
		}
		if h.kit, err = tools.New(at.Declare([]catalog.Product{shirt})...); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range h.propose(shop.AddToBasket, h.joined(tc.said), tools.Arguments{shop.ParamProduct: "shirt"}) {
			if of := p.Arguments.Text("variant"); of != "" {
				got = append(got, of)
			}
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%q: %q, want %q", tc.said, got, tc.want)
		}
	}
}

// isCommand reports whether a message begins a task.
func (h *hearing) isCommand(message string) bool {
	begins := func(said string) bool { return h.bids(said) != "" }
	return begins(message) || slices.ContainsFunc(h.clausesOf(message), begins)
}

// What shoppers say who want something done is told; what is said in English is in a German
// shop, too.
func TestCommands(t *testing.T) {
	for _, tc := range []struct{ shop, list string }{{"en", "en"}, {"de", "de"}, {"de", "en"}} {
		h, told, all := aHearing(words.Lookup(tc.shop), "p"), 0, 0
		for _, line := range section(t, "testdata/instructions.txt", tc.list) {
			message, missed := strings.CutPrefix(line, "?")
			all++
			switch begins := h.isCommand(message); {
			case begins && missed && tc.shop == tc.list:
				t.Errorf("%s: %q is told: take its mark away", tc.shop, message)
			case !begins && !missed:
				t.Errorf("%s: %q is taken for a search %q", tc.shop, message, language.Forms(message))
			case begins:
				told++
			}
		}
		t.Logf("%s in a shop in %s: %d of %d commands are told", tc.list, tc.shop, told, all)
	}
}

// No search is taken for a command: not those that sound like one, not what the dialogues of
// these rooms say, and not the queries and tasks that lie beside the repository.
func TestSearchesAreNoCommands(t *testing.T) {
	searches := section(t, "testdata/searches.txt", "")
	for _, pattern := range []string{"testdata/dialogues/*.txt"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no dialogues: %v", pattern, err)
		}
		for _, file := range files {
			if strings.Contains(file, "errand-") || strings.Contains(file, "act-revise-") || strings.Contains(file, "act-undo-") {
				continue // what changes a need is no search
			}
			for _, line := range lines(t, file) {
				if said, ok := strings.CutPrefix(line, "> "); ok {
					searches = append(searches, said)
				}
			}
		}
	}
	for _, of := range []func(*testing.T) []string{judged, clarified, tasks} {
		searches = append(searches, of(t)...)
	}
	t.Logf("%d searches", len(searches))
	for _, l := range words.Languages() {
		h := aHearing(l)
		for _, said := range searches {
			if h.isCommand(said) {
				t.Errorf("%s: %q is taken for a command", l.Code(), said)
			}
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
