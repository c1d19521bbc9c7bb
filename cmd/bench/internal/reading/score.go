package reading

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strings"

	"shopclerk/agent/nlu"
	"shopclerk/search/metric"
)

// Scores are how well the reader does on messages, lines and phrases that were held out of learning:
// figures by name, of messages of a language ("tagger de") and of a sort of spans ("links direct").
type Scores map[string]map[string]float64

// Effort is how much is learned and read to score the reader.
type Effort struct {
	Every    int // of so many messages and examples one is taken
	Rounds   int // of learning links
	Markets  int // whose spans links are learned of
	Measured int // markets whose spans are linked
}

// Whole is the effort whose scores tell how well the reader does, of some five minutes of two
// processors, and Sample one of seconds, by which a test finds that scores have moved.
var (
	Whole  = Effort{Every: 1, Rounds: linkRounds, Markets: linkMarkets, Measured: 30}
	Sample = Effort{Every: 80, Rounds: 1, Markets: 2, Measured: 2}
)

// Score learns from a part of the material and scores what was learned on the rest. wrong are some of
// the spans that were linked wrongly.
func (x *Material) Score(e Effort) (scores Scores, wrong []string, err error) {
	var some []lesson
	for i := 0; i < len(x.lessons); i += e.Every {
		some = append(some, x.lessons[i])
	}
	var sayings []saying
	for i := 0; i < len(x.sayings); i += e.Every {
		sayings = append(sayings, x.sayings[i])
	}
	scores = Scores{}
	scores.tag(some, sayings)
	wrong, err = scores.link(x, e)
	return scores, wrong, err
}

func (s Scores) add(name string, figures map[string]float64) {
	for k, f := range figures {
		figures[k] = math.Round(f*1000) / 1000
	}
	s[name] = figures
}

// heldWriters is how many writers a language are held out.
const heldWriters = 3

// tag scores a tagger on the messages of writers from whom it did not learn.
func (s Scores) tag(lessons []lesson, sayings []saying) {
	const seed = 1
	writers := map[string][]string{}
	for _, m := range lessons {
		if of := writers[m.language.Code]; !slices.Contains(of, m.writer) {
			writers[m.language.Code] = append(of, m.writer)
		}
	}
	var known, test []lesson
	shops := map[string]bool{}
	for _, m := range lessons {
		if of := writers[m.language.Code]; slices.Index(of, m.writer)%((len(of)+heldWriters-1)/heldWriters) == 0 {
			test = append(test, m)
		} else {
			known = append(known, m)
			shops[m.language.Code+m.shop] = true
		}
	}
	learned, catalogues, by := train(known, sayings, seed), newTeacher(test, seed+1), map[string]*agreement{}
	for k := range test {
		m := &test[k]
		add := func(of string, found []nlu.Part) {
			name := "tagger " + m.language.Code + of
			if by[name] == nil {
				by[name] = &agreement{}
			}
			by[name].add(m.Parts, found)
		}
		tagger := learned.Tagger(m.language)
		found := tagger.Tag(m.Tokens, catalogues.draw(k), m.after, m.after != "")
		add("", found)
		if !shops[m.language.Code+m.shop] {
			add(", shops not met", found)
		}
		add(", no catalogue", tagger.Tag(m.Tokens, nil, m.after, m.after != ""))
	}
	for name, a := range by {
		s.add(name, a.figures())
	}
}

// agreement counts how far parts that were found are those marked.
type agreement struct {
	messages, intents               float64
	marked, found, same, met, right float64 // spans; met are those marked that one found overlaps, right those found
}

// add counts a message.
func (a *agreement) add(marked, found []nlu.Part) {
	a.messages++
	a.intents += metric.Indicator(slices.EqualFunc(marked, found, func(m, f nlu.Part) bool { return m.Intent == f.Intent }))
	spans := func(parts []nlu.Part) (out []nlu.Span) {
		for _, p := range parts {
			out = append(out, p.Spans...)
		}
		return out
	}
	overlaps := func(list []nlu.Span, s nlu.Span, exact bool) float64 {
		return metric.Indicator(slices.ContainsFunc(list, func(o nlu.Span) bool {
			return o.Type == s.Type && o.Polarity == s.Polarity && (!exact && o.From < s.To && s.From < o.To || o.From == s.From && o.To == s.To)
		}))
	}
	m, f := spans(marked), spans(found)
	a.marked += float64(len(m))
	a.found += float64(len(f))
	for _, s := range m {
		a.same += overlaps(f, s, true)
		a.met += overlaps(f, s, false)
	}
	for _, s := range f {
		a.right += overlaps(m, s, false)
	}
}

// figures are the F1 of spans that are alike in bounds, type and polarity, that of spans that overlap
// one of their type and polarity, and the share of the messages whose intents are all right, in order.
func (a *agreement) figures() map[string]float64 {
	return map[string]float64{"messages": a.messages, "exact": 2 * a.same / max(1, a.marked+a.found),
		"overlapping": f1(a.right/max(1, a.found), a.met/max(1, a.marked)), "intents": a.intents / a.messages}
}

func f1(precision, recall float64) float64 {
	return 2 * precision * recall / max(1e-9, precision+recall)
}

// mostWrong is how many spans of a sort that were linked wrongly are told.
const mostWrong = 2

// link learns links from four fifths of the lines, and scores the spans that the others make, for each
// sort of them: the shares that were linked rightly, wrongly and to nothing, and that were among the
// first three or linked to nothing (near). The thesaurus lacks the lines that [absent] tells and what
// is "held" of the phrases; "scoped" spans are looked up in the category of the product.
func (s Scores) link(x *Material, e Effort) (wrong []string, err error) {
	const held, fold, first = 0, 2, 1000
	talk := distractors(x.lessons)
	w, err := x.learnLinks(talk, e, func(line int) bool { return !heldLine(line, held) })
	if err != nil {
		return nil, err
	}
	text, err := x.conceptLines(without(x.pairs, fold, absent))
	if err != nil {
		return nil, err
	}
	know, counts, told := nlu.ReadThesaurus(text), Scores{}, map[string][]string{}
	var meant, none, both float64 // that mean nothing, that are linked to nothing
	for seed := first; seed < first+e.Measured; seed++ {
		m := sample(x.pairs, seed, know, w, func(line int) bool { return !absent(line) })
		for _, span := range m.asked(x.pairs, seed, fold, func(line int) bool { return heldLine(line, held) }, talk) {
			if _, ok := m.choice(x.pairs, &span); !ok {
				continue
			}
			name := "links " + span.what
			if span.held {
				name += " held"
			}
			if span.what == "direct" && span.query.Scope != nil {
				name += " scoped"
			}
			links, nothing := m.lexicon.Link(span.query)
			at := slices.IndexFunc(links, func(l nlu.Link) bool { return m.leads(x.pairs, &span, &l) })
			unlinked := len(links) == 0 || links[0].Score <= nothing
			c := counts[name]
			if c == nil {
				c = map[string]float64{}
				counts[name] = c
			}
			c["spans"]++
			c["none"] += metric.Indicator(unlinked)
			c["right"] += metric.Indicator(!unlinked && at == 0)
			c["wrong"] += metric.Indicator(!unlinked && at != 0)
			c["near"] += metric.Indicator(unlinked || at >= 0 && at < 3)
			meant += metric.Indicator(span.line < 0)
			none += metric.Indicator(unlinked)
			both += metric.Indicator(unlinked && span.line < 0)
			if !unlinked && at != 0 && len(told[name]) < mostWrong {
				told[name] = slices.Compact(append(told[name], fmt.Sprintf("%s: %q is %s, not %s", strings.TrimPrefix(name, "links "), span.phrase, meaning(&links[0]), span.meaning(x.pairs))))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		for _, share := range []string{"none", "right", "wrong", "near"} {
			counts[name][share] /= counts[name]["spans"]
		}
		s.add(name, counts[name])
		wrong = append(wrong, told[name]...)
	}
	s.add("links to nothing", map[string]float64{"spans": meant, "f1": f1(both/max(1, none), both/max(1, meant))})
	return wrong, nil
}

// meaning is what a link leads to.
func meaning(l *nlu.Link) string {
	return cmp.Or(strings.Join(l.Categories, " + "), l.Key+" "+strings.Join(l.Values, " + "))
}

// meaning is what is meant.
func (e *example) meaning(pairs []pair) string {
	if e.line < 0 {
		return "anything here"
	}
	p := &pairs[e.line]
	return cmp.Or(strings.TrimSpace(p.Aspect+" "+p.Value), p.Kind)
}

// tolerance is how far a figure may be from what is expected: other processors round sums otherwise.
const tolerance = 0.005

// Compare returns, in words, every figure that left its tolerance, and those that one side lacks.
func (s Scores) Compare(expected Scores) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(s)) {
		for _, k := range slices.Sorted(maps.Keys(s[name])) {
			if want, ok := expected[name][k]; !ok || math.Abs(s[name][k]-want) > tolerance*max(1, want) {
				out = append(out, fmt.Sprintf("%s: %s is %g, expected %g", name, k, s[name][k], want))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(expected)) {
		if s[name] == nil {
			out = append(out, name+" is not there")
		}
	}
	return out
}

// ExpectedFile is where a repository has [Expected].
const ExpectedFile = "data/bench/expected-reader.json"

// Expected are the scores that the reader is held to, and known failures.
type Expected struct {
	Whole  Scores   `json:"whole"`
	Sample Scores   `json:"sample"`
	Wrong  []string `json:"wrong"`
}

// ReadExpected reads [ExpectedFile].
func ReadExpected(repository fs.FS) (*Expected, error) {
	files, err := ReadLines[*Expected](repository, ExpectedFile)
	if err != nil {
		return nil, err
	}
	return files[0], nil
}

// String is the text of the file.
func (e *Expected) String() string {
	text, _ := json.MarshalIndent(e, "", " ") // of numbers and texts
	return string(text) + "\n"
}
