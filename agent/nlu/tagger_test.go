package nlu

import (
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

// mark writes a text with the marks of parts, as Unmark parses it.
func mark(m Marked, parts []Part) string {
	var b strings.Builder
	at := 0
	for _, p := range parts {
		if p.From < p.To {
			b.WriteString(m.Text[at:m.Tokens[p.From].Start])
			at = m.Tokens[p.From].Start
		}
		b.WriteString("<" + p.Intent.String() + ">")
		for _, s := range p.Spans {
			from, to := m.Tokens[s.From].Start, m.Tokens[s.To-1].End
			b.WriteString(m.Text[at:from] + "[" + s.Polarity.String() + s.Type.String() + ":" + m.Text[from:to] + "]")
			at = to
		}
	}
	return b.String() + m.Text[at:]
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
			parts := TaggerFor(language.Of(code)).Tag(m.Tokens, nil, "", false)
			checkParts(t, m.Tokens, parts)
			if got := mark(m, parts); got != want {
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
		if got := mark(m, m.Parts); got != b.String() {
			t.Errorf("%s\nwant %s", got, b.String())
		}
		checkParts(t, m.Tokens, m.Parts)
	})
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
			checkParts(t, toks, TaggerFor(l).Tag(toks, facts, after, after != ""))
		}
	})
}
