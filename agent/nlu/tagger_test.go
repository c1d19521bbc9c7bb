package nlu

import (
	"reflect"
	"testing"

	"shopclerk/agent/language"
)

// checkParts fails unless parts cover all tokens in order, with their spans inside.
func checkParts(t *testing.T, toks []language.Token, parts []Part) {
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
			"<need>[kind:tent], [max:under 300 euros]",
			"<need>[kind:rain jacket] [is:blue]",
			"<ask_shop>do you [shop:deliver to austria]?",
			"<need>[kind:backpack], [!is:no leather]",
		},
		"de": {
			"<need>[kind:regenjacke] [max:unter 300 euro]",
			"<need>[kind:regenjacke] [is:blau]",
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

func TestTagIsDeterministic(t *testing.T) {
	m := Unmark("hello, i need a tent for four and is it waterproof? put it in the basket")
	tagger := TaggerFor(language.English())
	if a, b := tagger.Tag(m.Tokens, nil, ""), tagger.Tag(m.Tokens, nil, ""); !reflect.DeepEqual(a, b) {
		t.Errorf("%v and %v", a, b)
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
