package lexical

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"shopclerk/catalog"
)

// An index knows its catalogue's words of letters, once a product, and knows them again
// when it is opened.
func TestWords(t *testing.T) {
	products := []catalog.Product{
		{Ref: 1, ID: "1", Category: "Lamps", Title: "Oak lamp, oak", Description: "brightt", Brand: "Björk"},
		{Ref: 2, ID: "2", Category: "Lamps", Title: "Lamp TN-2110 of 東京", Attributes: []catalog.Attribute{{Key: "k", Values: []catalog.Value{{Text: "wi-fi red"}}}}},
	}
	want := []Word{{"bjork", 1}, {"lamp", 2}, {"lamps", 2}, {"oak", 1}, {"red", 1}}
	inMemory := memory(t, products)
	if diff := gocmp.Diff(want, inMemory.Words()); diff != "" {
		t.Error(diff)
	}
	dir := filepath.Join(t.TempDir(), "index")
	w, err := Create(context.Background(), dir, "v")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range products {
		if err := w.Add(p); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	x, err := Open(dir, "v")
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	if !slices.Equal(want, x.Words()) {
		t.Errorf("opened: %v", x.Words())
	}
	for word, n := range map[string]int{"lamp": 2, "Lamps": 2, "brightt": 1, "unicorn": 0, "oak-unicorn": 0, "the": 2} {
		if got, err := x.Frequency(context.Background(), word); err != nil || got != n {
			t.Errorf("Frequency(%q) = %d, %v; want %d", word, got, err, n)
		}
	}
	if p := x.Prose(); p <= 0.5 || p >= 1 {
		t.Errorf("prose %v", p)
	}
}

// However many words come, the commonest are kept and the number is bounded.
func TestForget(t *testing.T) {
	l := lexis{}
	for i := range 2 * keptWords {
		l[string([]rune{'a' + rune(i%26), rune(0x100 + i/26%5000), rune(0x3b1 + i/130000)})] = 1
	}
	l["common"] = 5
	words := l.sorted()
	if len(words) != keptWords || !slices.Contains(words, Word{"common", 5}) || !slices.IsSortedFunc(words, func(a, b Word) int { return strings.Compare(a.Text, b.Text) }) {
		t.Errorf("%d words are kept, want %d in order with the commonest", len(words), keptWords)
	}
}

// A word is spelt from three letters to twenty-four, and without numbers.
func TestSpelt(t *testing.T) {
	for word, want := range map[string]bool{"tv": false, "pad": true, "étui": true, strings.Repeat("x", 24): true, strings.Repeat("x", 25): false, "mp3": false, "": false} {
		if got := spelt(word); got != want {
			t.Errorf("%q can be checked: %t", word, got)
		}
	}
}
