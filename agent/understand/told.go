package understand

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"shopclerk/agent/language"
)

// Whether a thing that a clause names is wanted, or a part of what is told (what the shopper has,
// where they are, why they ask), is learned too: of marked sentences (data/reading/CODE/things.txt),
// of needs that are examples of acts, and of situations, whose things are never those that are needed.

// The labels of that model.
const (
	thingWanted = "want"
	thingTold   = "told"
)

// ThingExamples reads sentences in which what is wanted stands in braces and what else is named in
// brackets. An error tells the line.
func ThingExamples(text string, l *language.Language) ([]language.Example, error) {
	var out []language.Example
	for n, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		plain, marks := unmarked(line)
		r := nameReader(plain, "", l)
		for _, m := range marks {
			from, to := r.tokensOf(m.start, m.end)
			if from >= to {
				return nil, fmt.Errorf("line %d: no word in the marks of %q", n+1, line)
			}
			out = append(out, r.thingExample(from, to, m.label, "line "+strconv.Itoa(n)))
		}
	}
	return out, nil
}

// markedName is a marked piece of a text, in bytes.
type markedName struct {
	start, end int
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

// toldWeight is what an example counts that was made of a situation: there are many.
const toldWeight = 0.05

// NamedExamples makes examples of the things that are named in the examples of acts, of which those
// of needs are wanted, and in situations, lines of a thing and what somebody says who needs
// one and does not name it.
func NamedExamples(acts, situations string, l *language.Language) []language.Example {
	var out []language.Example
	add := func(text, label, family string, weight float64) {
		r := nameReader(text, "", l)
		for i := 0; i < len(r.toks); i++ {
			n := r.lang.Product(r.toks, i)
			if n == 0 || r.lang.Knows(r.toks[i].Form) {
				continue
			}
			x := r.thingExample(i, i+n, label, family)
			x.Weight = weight
			out = append(out, x)
			i += n - 1
		}
	}
	for n, line := range strings.Split(acts, "\n") {
		if fields := strings.Split(line, "\t"); len(fields) >= 3 && (fields[0] == "need" || fields[0] == "need:topic") {
			add(fields[2], thingWanted, "need "+strconv.Itoa(n), 1)
		}
	}
	for _, line := range strings.Split(strings.TrimSpace(situations), "\n") {
		if thing, told, ok := strings.Cut(line, "\t"); ok && !strings.HasPrefix(line, "#") {
			add(told, thingTold, "told "+thing, toldWeight)
		}
	}
	return out
}

func (r *reader) thingExample(from, to int, label, family string) language.Example {
	return language.Example{Features: r.thingFeatures(from, to), Label: label, Family: family}
}

// thingFeatures are the features of a thing that tokens [from, to) name: those of a stance, and
// of how many words a text is that has no small ones, as people type to search: "mini itx case".
func (r *reader) thingFeatures(from, to int) []string {
	content := 0
	for i, t := range r.toks {
		switch s := r.symbol(i); {
		case t.Kind == language.Mark || i >= from && i < to:
		case s == "<w>" || s == "<n>":
			content++
		default:
			return r.stanceFeatures(from, to, false, stoodNot)
		}
	}
	return append(r.stanceFeatures(from, to, false, stoodNot), "bare", "bare "+strconv.Itoa(min(content, 4)))
}

// wants is the share, 0..1, of the belief that a thing that tokens [from, to) name is wanted, and
// not a part of what is told.
func (r *reader) wants(from, to int) float64 {
	m := r.lang.Wants()
	if m == nil {
		return 1
	}
	at := [2]int{from, to}
	share, known := r.wanting[at]
	if !known {
		share = m.Predict(r.thingFeatures(from, to))[slices.Index(m.Labels, thingWanted)]
		if r.wanting == nil {
			r.wanting = map[[2]int]float64{}
		}
		r.wanting[at] = share
	}
	return share
}

// allTold is the share of the belief, 0..1, that all that a clause names is a part of
// what it tells.
func (r *reader) allTold(ms []mention, wish *productName) float64 {
	most := 0.0
	for i := range ms {
		if !r.refuses(&ms[i]) {
			most = max(most, r.wants(ms[i].from, ms[i].to))
		}
	}
	if wish != nil {
		most = max(most, r.wants(wish.from, wish.to))
	}
	return 1 - most
}

// onlyTells reports whether things were named of which none is likelier wanted than told of.
func (r *reader) onlyTells() bool {
	most := 0.0
	for _, share := range r.wanting {
		most = max(most, share)
	}
	return len(r.wanting) > 0 && most < 0.5
}
