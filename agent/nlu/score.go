package nlu

import (
	"fmt"
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// Score counts how parts that were predicted agree with those marked.
type Score struct {
	messages, intents, all int
	byType                 [types][5]int
}

// Add compares one message.
func (s *Score) Add(m Marked, p []Part) {
	s.messages++
	same := slices.EqualFunc(m.Parts, p, func(a, b Part) bool { return a.Intent == b.Intent })
	if same {
		s.intents++
	}
	var gold, got []Span
	for _, x := range m.Parts {
		gold = append(gold, x.Spans...)
	}
	for _, x := range p {
		got = append(got, x.Spans...)
	}
	is := func(a Span, exact bool) func(Span) bool {
		return func(b Span) bool {
			if a.Type != b.Type || a.Polarity != b.Polarity {
				return false
			}
			return exact && a.From == b.From && a.To == b.To || !exact && a.From < b.To && b.From < a.To
		}
	}
	right := 0
	for _, g := range gold {
		n := &s.byType[g.Type]
		n[0]++
		if slices.ContainsFunc(got, is(g, true)) {
			n[2]++
			right++
		}
		if slices.ContainsFunc(got, is(g, false)) {
			n[3]++
		}
	}
	for _, g := range got {
		n := &s.byType[g.Type]
		n[1]++
		if slices.ContainsFunc(gold, is(g, false)) {
			n[4]++
		}
	}
	if right == len(gold) && right == len(got) {
		s.all++
	}
}

func f1(n [5]int) (exact, overlap float64) {
	exact = 2 * float64(n[2]) / float64(max(1, n[0]+n[1]))
	r, p := float64(n[3])/float64(max(1, n[0])), float64(n[4])/float64(max(1, n[1]))
	return exact, 2 * r * p / max(1e-9, r+p)
}

func (s *Score) String() string {
	var n [5]int
	for _, t := range s.byType {
		for k := range n {
			n[k] += t[k]
		}
	}
	exact, overlap := f1(n)
	return fmt.Sprintf("%5d messages: exact %.3f overlapping %.3f intents %.3f all spans %.3f", s.messages, exact, overlap,
		float64(s.intents)/float64(max(1, s.messages)), float64(s.all)/float64(max(1, s.messages)))
}

// Types tells the scores by type.
func (s *Score) Types() string {
	var b strings.Builder
	for k, n := range s.byType {
		exact, overlap := f1(n)
		fmt.Fprintf(&b, "   %-6s %4d of %4d marked, exact %.3f overlapping %.3f\n", Type(k), n[1], n[0], exact, overlap)
	}
	return b.String()
}

// Drawer is for evaluation.
func Drawer(l *language.Language, lessons []Lesson, known *PhraseFacts) func(k int) []Fact {
	return newTeacher(l, lessons, known, 99).draw
}

// Mark writes a message with the marks of parts.
func Mark(m Marked, parts []Part) string {
	var b strings.Builder
	at := 0
	for _, p := range parts {
		if p.From < p.To {
			b.WriteString(m.Text[at:m.Tokens[p.From].Start])
			at = m.Tokens[p.From].Start
		}
		b.WriteString("<" + p.Intent.String() + ">")
		for _, s := range p.Spans {
			b.WriteString(m.Text[at:m.Tokens[s.From].Start] + "[" + s.Polarity.String() + s.Type.String() + ":" + m.Text[m.Tokens[s.From].Start:m.Tokens[s.To-1].End] + "]")
			at = m.Tokens[s.To-1].End
		}
	}
	b.WriteString(m.Text[at:])
	return b.String()
}
