package nlu

import (
	"bytes"
	"compress/gzip"
	"io"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/agent/language"
)

// checkParts fails unless parts cover all tokens in order, with their spans inside.
func checkParts(t interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}, toks []language.Token, parts []Part) {
	t.Helper()
	at := 0
	for _, p := range parts {
		if p.From != at || p.To <= p.From {
			t.Fatalf("part %d..%d does not follow on %d", p.From, p.To, at)
		}
		at = p.To
		sum, end := 0.0, p.From
		for _, share := range p.Shares {
			sum += share
		}
		if sum < 0.999 || sum > 1.001 {
			t.Errorf("shares add up to %v", sum)
		}
		for _, s := range p.Spans {
			if s.From < end || s.To <= s.From || s.To > p.To || s.Score < 0 || s.Score > 1.001 {
				t.Errorf("span %+v in part %d..%d", s, p.From, p.To)
			}
			end = s.To
		}
	}
	if at != len(toks) {
		t.Errorf("parts end at %d of %d tokens", at, len(toks))
	}
}

// TestTag reads messages that leave no doubt, written as they are marked.
func TestTag(t *testing.T) {
	for code, messages := range map[string][]string{
		"en": {
			"<need>[kind:tent] for [eq:4 people], [!is:not orange], [max:under 300 euros]",
			"<need>[kind:rain jacket] [is:blue]",
			"<errand>[!do:don't put] [ref:the first one] [do:in my basket]",
			"<sort>[sort:cheapest first]",
			"<ask_product>is [ref:it] [ask:waterproof]?",
			"<restart>start over",
		},
		"de": {
			"<need>[kind:zelt] [max:unter 300 euro]",
			"<need>[kind:regenjacke] [is:blau]",
			"<errand>[do:lege] [ref:das zweite] [do:in den warenkorb]",
			"<ask_shop>[shop:liefert ihr nach österreich]?",
		},
	} {
		for _, want := range messages {
			m := Unmark(want)
			parts := TaggerFor(language.Of(code)).Tag(m.Tokens, nil, "")
			checkParts(t, m.Tokens, parts)
			if got := Mark(m, parts); got != want {
				t.Errorf("%s\nwant %s", got, want)
			}
		}
	}
}

func TestUnmarkRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.StringMatching(`[a-zäß0-9€]{1,8}( [a-z]{1,5}){0,2}`)
		var b strings.Builder
		for range rapid.IntRange(1, 4).Draw(t, "parts") {
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteString("<" + Intent(rapid.IntRange(0, intents-1).Draw(t, "intent")).String() + ">" + words.Draw(t, "begin"))
			for range rapid.IntRange(0, 3).Draw(t, "spans") {
				p, k := Polarity(rapid.IntRange(0, polarities-1).Draw(t, "polarity")), Type(rapid.IntRange(0, types-1).Draw(t, "type"))
				b.WriteString(" [" + p.String() + k.String() + ":" + words.Draw(t, "span") + "] " + words.Draw(t, "between"))
			}
		}
		m := Unmark(b.String())
		if got := Mark(m, m.Parts); got != b.String() {
			t.Errorf("%s\nwant %s", got, b.String())
		}
		checkParts(t, m.Tokens, m.Parts)
	})
}

func TestTagIsDeterministic(t *testing.T) {
	m := Unmark("hello, i need a tent for four and is it waterproof? put it in the basket")
	tagger := TaggerFor(language.English())
	if a, b := tagger.Tag(m.Tokens, nil, ""), tagger.Tag(m.Tokens, nil, ""); !reflect.DeepEqual(a, b) {
		t.Errorf("%v and %v", a, b)
	}
}

// few are messages to learn by heart.
func few() []Lesson {
	var lessons []Lesson
	for i, m := range []string{"<need>a [kind:tent] in [is:blue]", "<need>a [kind:lamp] in [is:red]", "<errand>[do:buy] [ref:it] now", "<errand>[do:buy] [ref:them] now"} {
		for k := range 10 {
			lessons = append(lessons, Lesson{Marked: Unmark(m), Language: language.English(), Writer: string(rune('a' + k%4)), Shop: string(rune('a' + i))})
		}
	}
	return lessons
}

// trained are the weights learned from few.
func trained(t testing.TB) []byte {
	var b bytes.Buffer
	if err := Train(few(), 1).Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestTrain(t *testing.T) {
	whole := trained(t)
	if !bytes.Equal(whole, trained(t)) {
		t.Error("two runs learn different weights")
	}
	x, err := readFields(bytes.NewReader(whole))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range few() {
		if got, want := Mark(m.Marked, Learned{x}.Tagger(m.Language).Tag(m.Tokens, nil, "")), Mark(m.Marked, m.Parts); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
	if _, err := readFields(bytes.NewReader(whole[:len(whole)/2])); err == nil {
		t.Error("half a file is read")
	}
}

// FuzzReadFields changes a byte of the weights and reads by them, if they can be read.
func FuzzReadFields(f *testing.F) {
	z, err := gzip.NewReader(bytes.NewReader(trained(f)))
	if err != nil {
		f.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(uint32(0), byte(1))
	f.Add(uint32(200), byte(255))
	m := Unmark("a tent under 300")
	f.Fuzz(func(t *testing.T, at uint32, by byte) {
		changed := bytes.Clone(text)
		changed[int(at)%len(changed)] += by
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		z.Write(changed)
		z.Close()
		if x, err := readFields(&packed); err == nil {
			Learned{x}.Tagger(language.English()).Tag(m.Tokens, nil, "")
		}
	})
}

func BenchmarkTag(b *testing.B) {
	m := Unmark(strings.Repeat("i need a tent for four people under 300 euros, not orange, and is it waterproof? ", 2))
	tagger := TaggerFor(language.English())
	for b.Loop() {
		tagger.Tag(m.Tokens, nil, "")
	}
}

func FuzzTag(f *testing.F) {
	f.Add("tent under 300", "how many people?", uint32(7))
	f.Add("\x00,,--[is:x]<need>", "", uint32(0))
	f.Fuzz(func(t *testing.T, text, after string, fact uint32) {
		toks := language.Tokenize(language.Head(text))
		facts := make([]Fact, len(toks))
		for i := range facts {
			facts[i] = Fact(fact) << (i % 5)
		}
		for _, l := range language.Languages() {
			checkParts(t, toks, TaggerFor(l).Tag(toks, facts, after))
		}
	})
}
