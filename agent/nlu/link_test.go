package nlu_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
	"shopclerk/catalog"
)

// house is a shop of a few things, with English names.
var house = shopOf(
	"Clothing > Pyjamas | 4 | Colour: navy, light blue, red; Material: organic cotton, silk; Waterproof?: ; Brand: Terrace",
	"Clothing > Pyjama sets | 60 | Colour: navy, red; Material: cotton; Style: elegant",
	"Clothing > Rain jackets | 80 | Colour: navy, black, forest green; Material: nylon, leather; Waterproof?: yes; Target group: women, men; Brand: Apple",
	"Outdoor > Tents | 50 | Colour: black, forest green; Occasion: camping, weddings; Series: Every Day, Patio",
	"Electronics > Headphones | 70 | Colour: black; Connection: Bluetooth, cable; Type: over-ear, in-ear; Features: noise cancelling, foldable; Brand: Brother",
)

// laden is a shop with German names.
var laden = shopOf(
	"Kleidung > Regenjacken | 50 | Farbe: Blau, Schwarz; Material: Wolle, Leder",
	"Kleidung > Wanderschuhe | 50 | Farbe: Braun, Rot; Verschluss: Klettverschluss, Schnürung",
)

// shopOf makes a lexicon of lines "path | size | label: value, value; label?: yes", of which a label
// with a question mark is a flag.
func shopOf(lines ...string) *nlu.Lexicon {
	shelves := map[string]*catalog.Shelf{}
	var categories []catalog.Category
	for _, line := range lines {
		f := strings.Split(line, " | ")
		c := catalog.Category{Path: f[0], Name: catalog.LastLevel(f[0])}
		fmt.Sscan(f[1], &c.Size)
		s := &catalog.Shelf{Name: c.Path}
		for _, aspect := range strings.Split(f[2], "; ") {
			label, values, _ := strings.Cut(aspect, ": ")
			a := catalog.Aspect{Key: strings.ToLower(strings.TrimSuffix(label, "?")), Label: strings.TrimSuffix(label, "?"), Kind: catalog.Multi, Coverage: 1}
			if strings.HasSuffix(label, "?") {
				a.Kind = catalog.Flag
			}
			col := &catalog.Column{Aspect: a}
			for code, v := range strings.Split(values, ", ") {
				col.Values = append(col.Values, catalog.Value{Text: v})
				for range c.Size / (code + 2) {
					col.Codes = append(col.Codes, uint32(code))
				}
			}
			c.Aspects, s.Columns = append(c.Aspects, a), append(s.Columns, col)
		}
		categories = append(categories, c)
		shelves[c.Path] = s
	}
	return nlu.NewLexicon(categories, func(path string) *catalog.Shelf { return shelves[path] })
}

// spanOf is a query of "type: words", with "!" before the type of what is not wanted.
func spanOf(marked string, scope ...string) nlu.Query {
	kinds := map[string]nlu.Type{"kind": nlu.Kind, "is": nlu.Is, "for": nlu.For, "of": nlu.Of}
	kind, text, _ := strings.Cut(marked, ": ")
	toks := language.Tokenize(text)
	q := nlu.Query{Tokens: toks, To: len(toks), Scope: scope, Lang: language.Detect(toks, language.English())}
	if kind, ok := strings.CutPrefix(kind, "!"); ok {
		q.Type, q.Polarity = kinds[kind], nlu.Exclude
	} else {
		q.Type = kinds[kind]
	}
	return q
}

// tell writes the likeliest link, "-" for none.
func tell(links []nlu.Link, none float64) string {
	if len(links) == 0 || links[0].Score <= none {
		return "-"
	}
	l := links[0]
	switch l.Kind {
	case nlu.ToCategory:
		var names []string
		for _, c := range l.Categories {
			names = append(names, catalog.LastLevel(c))
		}
		slices.Sort(names)
		return strings.Join(names, "+")
	case nlu.ToAspect:
		return l.Key
	}
	slices.Sort(l.Values)
	return l.Polarity.String() + l.Key + "=" + strings.Join(l.Values, "+")
}

func TestLink(t *testing.T) {
	for _, c := range []struct {
		shop       *nlu.Lexicon
		span, want string
	}{
		{house, "kind: tents", "Tents"},
		{house, "kind: tnet", "Tents"},
		{house, "kind: Zelt", "Tents"},
		{house, "kind: headphones", "Headphones"},
		{house, "kind: Regenjacke", "Rain jackets"},
		{house, "kind: jacket", "Rain jackets"},
		{house, "kind: pjs", "Pyjama sets+Pyjamas"}, // few are in the category of that name
		{house, "kind: rain", "-"},
		{house, "kind: toaster", "-"},
		{house, "is: black", "colour=black"},
		{house, "is: schwarze", "colour=black"},
		{house, "is: dark blue", "colour=navy"},
		{house, "is: aus Leder", "material=leather"},
		{house, "!is: no leather", "!material=leather"},
		{house, "is: waterproof", "waterproof=yes"},
		{house, "is: wasserdicht", "waterproof=yes"},
		{house, "is: over the ear", "type=over-ear"},
		{house, "for: for my wife", "target group=women"},
		{house, "for: für meine Frau", "target group=women"},
		{house, "for: wedding", "occasion=weddings"},
		{house, "of: Farbe", "colour"},
		{house, "is: brother", "brand=Brother"},
		// Brands and series go by their own spelling alone, and talk is no name.
		{house, "is: Apfel", "-"},
		{house, "is: every day", "-"},
		{house, "is: jeden Tag", "-"},
		{house, "for: on the veranda", "-"},
		{house, "for: my brother's birthday", "-"},
		{house, "is: two yoga mats", "-"},
		{house, "is: that", "-"},
		{laden, "kind: rain jacket", "Regenjacken"},
		{laden, "kind: hiking shoes", "Wanderschuhe"},
		{laden, "is: navy", "farbe=Blau"},
		{laden, "is: velcro", "verschluss=Klettverschluss"},
		{laden, "is: LED", "-"}, // which the stem of leather is
	} {
		if got := tell(c.shop.Link(spanOf(c.span))); got != c.want {
			t.Errorf("%s: %s, want %s", c.span, got, c.want)
		}
	}
}

func TestLinkCountsInScope(t *testing.T) {
	links, _ := house.Link(spanOf("is: black", "Outdoor > Tents"))
	if len(links) == 0 || links[0].Count != 25 {
		t.Errorf("black tents: %+v, want 25 products", links)
	}
	if links, none := house.Link(spanOf("is: silk", "Outdoor > Tents")); tell(links, none) != "-" {
		t.Errorf("silk tents: %+v", links)
	}
}

// A span of any words is linked alike each time, with probabilities.
func TestLinkIsPure(t *testing.T) {
	words := []string{"black", "navy", "Leder", "for", "my", "wife", "tent", "pyjama", "2", "XL", "waterproof", "ohne", "cable", "every", "day", "Überwurf", "-", "é"}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 8).Draw(t, "words"), " ")
		q := spanOf(rapid.SampledFrom([]string{"kind", "is", "for", "of", "!is"}).Draw(t, "type") + ": " + text)
		links, none := house.Link(q)
		again, too := house.Link(q)
		if !reflect.DeepEqual(links, again) || none != too {
			t.Fatalf("%q: %v, then %v", text, links, again)
		}
		sum, last := none, 1.0
		for _, l := range links {
			if l.Score > last || l.Score < 0 || l.Count <= 0 {
				t.Fatalf("%q: %+v after %g", text, l, last)
			}
			sum, last = sum+l.Score, l.Score
		}
		if sum > 1+1e-9 {
			t.Fatalf("%q: probabilities sum to %g", text, sum)
		}
	})
}

func TestFacts(t *testing.T) {
	for _, c := range []struct {
		message, word string
		want          nlu.Fact
	}{
		{"a rain jacket", "jacket", nlu.NamesCategory | nlu.HeadsCategory | nlu.KnownKind},
		{"a rain jacket", "rain", nlu.BeginsFact | nlu.InCategory},
		{"ein Zelt bitte", "Zelt", nlu.NamesCategory | nlu.KnownKind | nlu.BeginsFact},
		{"a black one", "black", nlu.NamesValue},
		{"by apple", "apple", nlu.NamesBrand},
		{"any colour", "colour", nlu.NamesAspect},
	} {
		toks := language.Tokenize(c.message)
		facts := house.Facts(toks, language.Detect(toks, language.English()))
		i := slices.IndexFunc(toks, func(t language.Token) bool { return c.message[t.Start:t.End] == c.word })
		if facts[i]&c.want != c.want {
			t.Errorf("%s: %s has %b, want %b among them", c.message, c.word, facts[i], c.want)
		}
	}
}

func FuzzLink(f *testing.F) {
	for _, s := range []string{"black", "für meine Frau", "80+ gold", "\xff×3", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"} {
		f.Add(s, uint8(1))
	}
	f.Fuzz(func(t *testing.T, text string, kind uint8) {
		toks := language.Tokenize(language.Head(text))
		q := nlu.Query{Tokens: toks, To: len(toks), Type: nlu.Type(kind % 17), Lang: language.Languages()[int(kind)%len(language.Languages())]}
		if links, none := house.Link(q); none < 0 || none > 1 || len(links) > 5 {
			t.Errorf("%q: %v, none %g", text, links, none)
		}
		house.Facts(toks, q.Lang)
	})
}

// Gibberish is known to nobody; what one message has in it changes nothing for others at the same time.
func TestKnown(t *testing.T) {
	for text, want := range map[string]bool{"kayaks": true, "Rasenmäher": true, "katzenstreu": true, "zyxel router": true, "two": true, "asdlkj qwpoe zzt": false, "jjjkl": false, "": false} {
		if got := nlu.Known(text); got != want {
			t.Errorf("%q is known: %v", text, got)
		}
	}
	for w := range 'd' - 'a' {
		t.Run("at once", func(t *testing.T) {
			t.Parallel()
			for n := range rune(500) {
				m := nlu.Message{Tokens: language.Tokenize("blorb" + string([]rune{'a' + w, 'a' + n/26, 'a' + n%26}))}
				if d := (nlu.Described{Kind: &nlu.Mention{Span: nlu.Span{To: 1}}}); d.Known(&m, nil) {
					t.Errorf("%q is a kind", m.Tokens[0].Form)
				}
			}
		})
	}
}
