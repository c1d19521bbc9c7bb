package understand

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/catalog"
)

// The examples that the models of stances and of what is told are learned of.

const (
	// plainWeight is what an example of a stance counts that was made of a need: there are many, and
	// nothing in them is said of what is not wanted.
	plainWeight = 0.3
	// toldWeight is what an example counts that was made of a situation: there are many.
	toldWeight = 0.05
)

// MentionExamples reads lines of a stance, a family of lines alike, what was asked for
// before ("none", "same", "other") and a sentence with what is named in braces, divided
// by tabs. What the sentence names beside it is wanted, whatever it shall not have. An error tells
// the line.
func MentionExamples(text string, l *language.Language) ([]language.Example, error) {
	var out []language.Example
	for n, fields := range lines(text) {
		if len(fields) != 4 {
			return nil, fmt.Errorf("line %d: %d columns, want 4", n+1, len(fields))
		}
		label, family := stance(fields[0]), fields[1]
		plain, marks := unmarked(fields[3])
		if len(marks) != 1 || marks[0].end == 0 || !slices.Contains([]stance{stanceWanted, stanceAvoided, stanceDropped, stanceAside}, label) {
			return nil, fmt.Errorf("line %d: %q has no stance to anything in braces", n+1, fields)
		}
		r := nameReader(plain, plain[marks[0].start:marks[0].end], l)
		from, to := r.tokensOf(marks[0].start, marks[0].end)
		if from == to {
			return nil, fmt.Errorf("line %d: no word in the braces of %q", n+1, fields)
		}
		example := func(from, to int, negated bool, before stood, label stance) {
			out = append(out, language.Example{Features: r.stanceFeatures(from, to, negated, before), Label: string(label), Family: family})
		}
		example(from, to, r.segs[r.segmentWith(from)].negated, stood(fields[2]), label)
		if label != stanceWanted && label != stanceAvoided {
			continue
		}
		for i, end := range r.things(from, to) {
			owned := false // "my"
			for k := max(0, i-aroundNear); k < i; k++ {
				owned = owned || r.lang.Has(r.toks, k, language.Possess)
			}
			if !owned {
				example(i, end, false, stoodNot, stanceWanted)
			}
		}
	}
	return out, nil
}

// WantedExamples makes examples of something wanted of those of the model of acts: what is
// named in a need that negates, forgets and corrects nothing.
func WantedExamples(text string, l *language.Language) []language.Example {
	var out []language.Example
	for n, fields := range lines(text) {
		if len(fields) < 3 || fields[0] != "need" {
			continue
		}
		r := nameReader(fields[2], "", l)
		contrary := func(s segment) bool { return s.role == negate || s.role == exclude || s.role == whatever || s.negated }
		if slices.ContainsFunc(r.segs, contrary) || Forgets(fields[2], l) {
			continue
		}
		for i := range r.toks {
			if s := r.symbol(i); s == "<w>" || s == "<n>" {
				out = append(out, language.Example{Features: r.stanceFeatures(i, i+1, false, stoodNot),
					Label: string(stanceWanted), Family: "need " + strconv.Itoa(n), Weight: plainWeight})
			}
		}
	}
	return out
}

// ThingExamples reads sentences in which what is wanted stands in braces and what else is named in
// brackets. An error tells the line.
func ThingExamples(text string, l *language.Language) ([]language.Example, error) {
	var out []language.Example
	for n, fields := range lines(text) {
		plain, marks := unmarked(fields[0])
		r := nameReader(plain, "", l)
		for _, m := range marks {
			from, to := r.tokensOf(m.start, m.end)
			if from == to {
				return nil, fmt.Errorf("line %d: no word in the marks of %q", n+1, fields)
			}
			out = append(out, language.Example{Features: r.thingFeatures(from, to), Label: m.label, Family: "line " + strconv.Itoa(n)})
		}
	}
	return out, nil
}

// NamedExamples makes examples of the things that are named in the examples of acts, of which those
// of needs are wanted, and in situations, lines of a thing and what somebody says who needs
// one and does not name it.
func NamedExamples(acts, situations string, l *language.Language) []language.Example {
	var out []language.Example
	add := func(text, label, family string, weight float64) {
		r := nameReader(text, "", l)
		for from, to := range r.things(0, 0) {
			out = append(out, language.Example{Features: r.thingFeatures(from, to), Label: label, Family: family, Weight: weight})
		}
	}
	for n, fields := range lines(acts) {
		if len(fields) >= 3 && (fields[0] == "need" || fields[0] == "need:topic") {
			add(fields[2], thingWanted, "need "+strconv.Itoa(n), 1)
		}
	}
	for _, fields := range lines(situations) {
		if len(fields) > 1 {
			add(fields[1], thingTold, "told "+fields[0], toldWeight)
		}
	}
	return out
}

// lines are the lines of a text that are no comments, each by its number, from 0, and its columns.
func lines(text string) iter.Seq2[int, []string] {
	return func(yield func(int, []string) bool) {
		for n, line := range strings.Split(strings.TrimSpace(text), "\n") {
			if !strings.HasPrefix(line, "#") && !yield(n, strings.Split(line, "\t")) {
				return
			}
		}
	}
}

// Unmarked returns a sentence without its marks, and what of it is wanted.
func Unmarked(line string) (text string, wanted []string) {
	text, marks := unmarked(line)
	for _, m := range marks {
		if m.label == thingWanted {
			wanted = append(wanted, text[m.start:m.end])
		}
	}
	return text, wanted
}

// markedName is a marked piece of a text, in bytes.
type markedName struct {
	start, end int // end is 0 where the mark is not closed
	label      string
}

// unmarked returns a text without its braces and brackets, and what stood in them.
func unmarked(line string) (string, []markedName) {
	var text strings.Builder
	var marks []markedName
	for _, c := range line {
		switch c {
		case '{':
			marks = append(marks, markedName{start: text.Len(), label: thingWanted})
		case '[':
			marks = append(marks, markedName{start: text.Len(), label: thingTold})
		case '}', ']':
			if len(marks) > 0 {
				marks[len(marks)-1].end = text.Len()
			}
		default:
			text.WriteRune(c)
		}
	}
	return text.String(), marks
}

// nameReader reads a sentence in a shop of which nothing is known but that it has a value.
func nameReader(sentence, value string, l *language.Language) *reader {
	v := FromTerms(
		[]catalog.Category{{Path: "All", Name: "All", Size: 1, Aspects: []catalog.Aspect{{Key: "value", Kind: catalog.Multi}}}},
		[]Term{{Category: "All", Key: "value", Value: value, Count: 1}}, Synonyms{})
	r := v.newReader(sentence, Context{Tongue: l})
	r.segs = r.segment(func(ref) bool { return true })
	r.negations()
	return r
}

// tokensOf returns the tokens that lie in bytes [start, end) of the message.
func (r *reader) tokensOf(start, end int) (from, to int) {
	for i := range r.toks {
		if r.toks[i].End <= start {
			from, to = i+1, i+1
		} else if r.toks[i].Start < end {
			to = i + 1
		}
	}
	return from, to
}

// things are the tokens from and to which types of products that the language knows are named, apart
// from tokens [from, to).
func (r *reader) things(from, to int) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		for i := 0; i < len(r.toks); i++ {
			n := r.lang.Product(r.toks, i)
			if n == 0 || i < to && from < i+n || r.lang.Knows(r.toks[i].Form) {
				continue
			}
			if !yield(i, i+n) {
				return
			}
			i += n - 1
		}
	}
}
