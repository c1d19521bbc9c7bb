package spell_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/search/lexical"
	"shopclerk/search/spell"
)

// shelf is a catalogue of titles that counts by looking at each.
type shelf []string

func (s shelf) Having(word string) (n int, err error) {
	for _, title := range s {
		if slices.Contains(strings.Fields(title), word) {
			n++
		}
	}
	return n, nil
}

func (s shelf) Together(a, b string) (n int, err error) {
	for _, title := range s {
		if words := strings.Fields(title); slices.Contains(words, a) && slices.Contains(words, b) {
			n++
		}
	}
	return n, nil
}

func (s shelf) speller() *spell.Speller {
	count := map[string]int{}
	for _, title := range s {
		for _, w := range slices.Compact(slices.Sorted(slices.Values(strings.Fields(title)))) {
			count[w]++
		}
	}
	var words []lexical.Word
	for w, n := range count {
		words = append(words, lexical.Word{Text: w, Count: n})
	}
	return spell.New(words)
}

// electronics is a shop in which some words are rare and some are everywhere.
func electronics() shelf {
	s := shelf{
		"laptop bag black", "laptop bag red", "laptop sleeve", "memory card 16gb", "memory card reader", "notebook", "notebook paper",
		"note pad", "book stand", "hard disk", "hard drive external", "laser printer", "printer drum", "wireless mouse", "big box",
		"headphones", "headphones red", "table lamp", "desk lamp", "lamp oil", "lampshade red", "lampshade white", "postcard", "postcard frame",
		"smart tv", "camara", "kamera", "ubs cable", "battry", "battry", "eternal flame",
		"board game", "bard", "butter dish", "buster",
	}
	for range 120 {
		s = append(s, "external battery", "camera", "camera usb")
	}
	return s
}

func TestCorrect(t *testing.T) {
	s := electronics()
	speller := s.speller()
	for _, test := range []struct{ name, query, exact, want string }{
		{"a letter too few", "lptop", "", "lptop→laptop"},
		{"a letter too many", "laaptop", "", "laaptop→laptop"},
		{"a wrong letter", "laptip", "", "laptip→laptop"},
		{"two exchanged", "latpop", "", "latpop→laptop"},
		{"the first two exchanged", "alptop", "", "alptop→laptop"},
		{"two exchanged rather than one too many", "baord", "", "baord→board"},
		{"a doubled letter rather than another", "buter", "", "buter→butter"},
		{"two edits in a long word", "hedphons", "", "hedphons→headphones"},
		{"two wrong letters in a long word", "haadphonez", "", "haadphonez→headphones"},
		{"a near word rather than a farther one that is everywhere", "eternall", "", "eternall→eternal"},
		{"of three letters one missing", "lam", "", "lam→lamp"},
		{"of three letters two exchanged", "bga", "", "bga→bag"},
		{"a known word stays", "laptop bag", "", ""},
		{"of three letters one wrong", "laptop bqg", "", ""},
		{"a short word by what stands beside it", "laptop bagg", "", "bagg→bag"},
		{"a short word of another first letter is another word", "cable notebook", "", ""},
		{"two words run together", "memorycard reader", "", "memorycard→memory card"},
		{"run together with one letter for two", "hardisk", "", "hardisk→hard disk"},
		{"torn apart, both parts known", "note book", "", "note book+notebook"},
		{"run together with a short word", "smarttv", "", "smarttv→smart tv"},
		{"run together with three letters", "lampoil", "", "lampoil→lamp oil"},
		{"run together behind three letters", "oillamp", "", "oillamp→oil lamp"},
		{"run together of three letters each", "bigbox", "", ""},
		{"run together with a number", "16gbcard", "", "16gbcard→16gb card"},
		{"torn apart, no part known", "head phones", "", "head phones→headphones"},
		{"torn apart, the first part known", "lamp shade", "", "lamp shade→lampshade"},
		{"torn apart, the second part known", "post card", "", "post card→postcard"},
		{"several errors", "note book memorycard hedphons", "", "note book+notebook, memorycard→memory card, hedphons→headphones"},
		{"of two as near what stands beside it", "hard dosk", "", "dosk→disk"},
		{"of two as near what stands behind it", "dosk lamp", "", "dosk→desk"},
		{"a short word that does not go with the rest", "camera prnter", "", ""},
		{"a short word beside one that says little", "red prnter", "", "prnter→printer"},
		{"another first letter of a long word", "beadphones", "", "beadphones→headphones"},
		{"a rare form of a common word", "camara", "", "camara+camera"},
		{"a rare form that is not that rare", "battry", "", ""},
		{"a rare word of another first letter", "kamera", "", ""},
		{"a rare word of three letters", "ubs", "", ""},
		{"a refused correction", "lptop bag", "lptop", ""},
		{"a refused join", "note book", "Note Book", ""},
		{"numbers are not spelt", "16gbx 4000", "", ""},
		{"nothing near", "unicorn", "", ""},
		{"nothing", "", "", ""},
		{"signs", " -- lptop, (bag)!", "", "lptop→laptop"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var exact []string
			if test.exact != "" {
				exact = []string{test.exact}
			}
			found, err := speller.Correct(test.query, exact, strings.ToLower, s)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, c := range found {
				sign := "→"
				if c.Beside {
					sign = "+"
				}
				got = append(got, c.From+sign+c.To)
			}
			if strings.Join(got, ", ") != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// Of several readings as near, how many products there are and what stands beside it decide.
func TestWeighing(t *testing.T) {
	times := func(n int, title string) shelf { return slices.Repeat(shelf{title}, n) }
	for _, test := range []struct {
		name    string
		catalog shelf
		query   string
		want    string // what is read
	}{
		{"of two as near the commoner", slices.Concat(times(2, "laser printer"), times(3, "face painter")), "pwinter", "painter"},
		{"the rarer where it stands beside it", slices.Concat(times(2, "laser printer"), times(3, "face painter")), "laser pwinter", "printer"},
		{"of two places to part a word the commoner pair", slices.Concat(times(2, "no where"), times(1, "now here")), "nowhere", "no where"},
		{"of two as common the pair that is met oftener", slices.Concat(times(2, "no where"), times(1, "now here"), times(1, "now"), times(1, "here")), "nowhere", "no where"},
		{"a forgotten space rather than a letter as well", slices.Concat(times(1, "post art"), times(3, "post tart")), "postart", "post art"},
		{"a spelling a hundred times as common", append(times(100, "camera"), "camara"), "camara", "camera"},
		{"a spelling not quite a hundred times as common", append(times(99, "camera"), "camara"), "camara", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			found, err := test.catalog.speller().Correct(test.query, nil, strings.ToLower, test.catalog)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, c := range found {
				got += c.To
			}
			if got != test.want {
				t.Errorf("%q is read as %q, want %q", test.query, got, test.want)
			}
		})
	}
}

func TestSpell(t *testing.T) {
	speller := electronics().speller()
	for word, want := range map[string]string{"lptop": "laptop", "laptop": "", "zzzzzz": "", "ab": "", "": ""} {
		if got, ok := speller.Spell(word); got != want || ok != (want != "") {
			t.Errorf("Spell(%q) = %q, %t; want %q", word, got, ok, want)
		}
	}
}

// The longest words are those of 24 letters; of words that no product has nothing is made.
func TestLongWords(t *testing.T) {
	longest := strings.Repeat("kl", 12)
	speller := spell.New([]lexical.Word{{Text: longest, Count: 1}, {Text: longest + "mm", Count: 1}, {Text: "lamp", Count: 0}})
	for typed, want := range map[string]string{longest[:23] + "m": longest, longest[1:]: longest, longest + "m": "", longest + "mn": "", "lampe": ""} {
		if got, _ := speller.Spell(typed); got != want {
			t.Errorf("Spell(%q) = %q, want %q", typed, got, want)
		}
	}
	for _, w := range [][2]string{{longest, longest + "m"}, {longest + "m", longest}, {longest + "m", longest + "m"}} {
		if d := spell.Distance([]rune(w[0]), []rune(w[1]), 2); d != 3 {
			t.Errorf("Distance(%q, %q) = %d, want more than 2", w[0], w[1], d)
		}
	}
}

// Whatever is typed, no correction takes away a word that the catalogue has, what is
// read instead is in the catalogue, refused corrections are not made, and the same
// query is corrected alike.
func TestCorrectionsProperty(t *testing.T) {
	s := electronics()
	speller := s.speller()
	var known []string
	for _, title := range s {
		known = append(known, strings.Fields(title)...)
	}
	typed := rapid.Custom(func(t *rapid.T) string {
		w := []rune(rapid.SampledFrom(known).Draw(t, "word"))
		if rapid.Bool().Draw(t, "edit") {
			i := rapid.IntRange(0, len(w)-1).Draw(t, "at")
			w[i] = rapid.RuneFrom([]rune("aeixzé7")).Draw(t, "letter")
		}
		return string(w)
	})
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(typed, 0, 5).Draw(t, "query")
		query := strings.Join(words, " ")
		found, err := speller.Correct(query, nil, strings.ToLower, s)
		if err != nil {
			t.Fatal(err)
		}
		rest := query
		for _, c := range found {
			at := strings.Index(rest, c.From)
			if at < 0 {
				t.Fatalf("%q is not in %q, or not in order", c.From, rest)
			}
			rest = rest[at+len(c.From):]
			lacking := false
			for _, w := range strings.Fields(c.From) {
				if n, _ := s.Having(w); n == 0 {
					lacking = true
				}
			}
			if !c.Beside && !lacking {
				t.Fatalf("%q, which the catalogue has, became %q", c.From, c.To)
			}
			for _, w := range strings.Fields(c.To) {
				if n, _ := s.Having(w); n == 0 {
					t.Fatalf("%q became %q, which the catalogue lacks", c.From, c.To)
				}
			}
		}
		again, err := electronics().speller().Correct(query, nil, strings.ToLower, s)
		if err != nil || !slices.Equal(found, again) {
			t.Fatalf("%v, then %v (%v)", found, again, err)
		}
		if refused, err := speller.Correct(query, words, strings.ToLower, s); err != nil || len(refused) > 0 {
			t.Fatalf("refused, and corrected %v (%v)", refused, err)
		}
	})
}

// Distance equals the definition, by recursion, and is cut at the limit.
func TestDistance(t *testing.T) {
	var plain func(a, b []rune) int
	plain = func(a, b []rune) int {
		if len(a) == 0 || len(b) == 0 {
			return len(a) + len(b)
		}
		d := plain(a[1:], b[1:])
		if a[0] != b[0] {
			d = 1 + min(d, plain(a[1:], b), plain(a, b[1:]))
			if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] {
				d = min(d, 1+plain(a[2:], b[2:]))
			}
		}
		return d
	}
	rapid.Check(t, func(t *rapid.T) {
		// few letters make words that are nearly the same
		letters := rapid.SampledFrom([]string{"aé", "abcé"}).Draw(t, "letters")
		word := rapid.SliceOfN(rapid.RuneFrom([]rune(letters)), rapid.IntRange(0, 5).Draw(t, "least"), 6)
		a, b, limit := word.Draw(t, "a"), word.Draw(t, "b"), rapid.IntRange(0, 4).Draw(t, "limit")
		if got, want := spell.Distance(a, b, limit), min(plain(a, b), limit+1); got != want {
			t.Fatalf("Distance(%q, %q, %d) = %d, want %d", string(a), string(b), limit, got, want)
		}
	})
	if got := spell.Distance([]rune("on"), []rune("no"), 2); got != 1 {
		t.Errorf("exchanged: %d, want 1", got)
	}
	if got := spell.Distance([]rune("on"), []rune("ne"), 2); got != 2 {
		t.Errorf("one left out and one put in: %d, want 2", got)
	}
}
