package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
	"shopclerk/cmd/bench/internal/report"
	"shopclerk/search/metric"
)

// reader learns to read messages from marked ones.
type reader struct {
	Data    string `default:"data/reading" help:"Folder of the marked messages: CODE/marked*.jsonl."`
	Out     string `default:"data/nlu/tagger.gz" help:"File that the weights are written to."`
	HeldOut bool   `help:"Write no weights; report scores on messages of writers that were held out, as Markdown."`
	Groups  int    `default:"1" help:"Groups of three writers a language to hold out, one after the other, for --held-out."`
	Seed    uint64 `default:"1" help:"Seed of learning."`
}

// Run implements the command.
func (c *reader) Run() error {
	var lessons []nlu.Lesson
	for _, l := range language.Languages() {
		of, err := c.lessons(l)
		if err != nil {
			return fmt.Errorf("reading messages in %s: %w", l.Code, err)
		}
		lessons = append(lessons, of...)
	}
	if c.HeldOut {
		fmt.Print(c.evaluate(lessons))
		return nil
	}
	var packed bytes.Buffer
	if err := nlu.Train(lessons, c.Seed).Write(&packed); err != nil {
		return err
	}
	fmt.Printf("%d messages, %d bytes of weights\n", len(lessons), packed.Len())
	return os.WriteFile(c.Out, packed.Bytes(), 0o644)
}

// lessons reads the marked messages of a language.
func (c *reader) lessons(l *language.Language) ([]nlu.Lesson, error) {
	files, err := filepath.Glob(filepath.Join(c.Data, l.Code, "marked*.jsonl"))
	if err != nil {
		return nil, err
	}
	var out []nlu.Lesson
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(text)) {
			var m struct{ ID, Shop, After, M string }
			if err := json.Unmarshal([]byte(line), &m); err != nil {
				return nil, fmt.Errorf("%s: %w", f, err)
			}
			writer, _, _ := strings.Cut(m.ID, "-")
			lesson := nlu.Lesson{Marked: nlu.Unmark(m.M), Language: l, Writer: writer, Shop: m.Shop, After: m.After}
			l.Standard(lesson.Tokens)
			out = append(out, lesson)
		}
	}
	return out, nil
}

// evaluate reports scores on writers held out, of taggers that learned from all others and from
// parts of them.
func (c *reader) evaluate(lessons []nlu.Lesson) string {
	writers := map[string][]string{}
	for _, m := range lessons {
		if of := writers[m.Language.Code]; !slices.Contains(of, m.Writer) {
			writers[m.Language.Code] = append(of, m.Writer)
		}
	}
	held := func(m *nlu.Lesson, g int) bool {
		of := writers[m.Language.Code]
		return slices.Index(of, m.Writer)%((len(of)+2)/3) == g
	}
	scores := report.Figure{Title: "Writers held out", Table: report.Table{Columns: []string{"messages", "group", "learned from", "facts", "read", "spans exact", "overlapping", "intents", "calibration error"}}}
	types := report.Figure{Title: "By type", Table: report.Table{Columns: []string{"type", "marked", "found", "exact", "overlapping"}}}
	byType := map[string]*agreement{}
	for g := range c.Groups {
		var train, test []nlu.Lesson
		shops := map[string]bool{}
		for i := range lessons {
			if m := &lessons[i]; held(m, g) {
				test = append(test, *m)
			} else {
				train = append(train, *m)
				shops[m.Language.Code+m.Shop] = true
			}
		}
		drawn := nlu.DrawFacts(test, c.Seed+1)
		for _, part := range []int{4, 2, 1} {
			if part > 1 && g > 0 {
				continue // one learning curve is enough
			}
			var some []nlu.Lesson
			for i := 0; i < len(train); i += part {
				some = append(some, train[i])
			}
			learned := nlu.Train(some, c.Seed)
			rows := map[string]*agreement{}
			add := func(into map[string]*agreement, name string, m *nlu.Lesson, found []nlu.Part, only string) {
				if into[name] == nil {
					into[name] = &agreement{}
				}
				into[name].add(m.Parts, found, only)
			}
			for k := range test {
				m := &test[k]
				for name, facts := range map[string][]nlu.Fact{"none": nil, "drawn": drawn[k]} {
					found := learned.Tagger(m.Language).Tag(m.Tokens, facts, m.After)
					add(rows, m.Language.Code+"\t"+name, m, found, "")
					if !shops[m.Language.Code+m.Shop] {
						add(rows, m.Language.Code+", shops not met\t"+name, m, found, "")
					}
					for _, only := range spanTypes(m.Parts, found) {
						if name == "drawn" && part == 1 {
							add(byType, m.Language.Code+" "+only, m, found, only)
						}
					}
				}
			}
			for _, name := range slices.Sorted(maps.Keys(rows)) {
				of, facts, _ := strings.Cut(name, "\t")
				scores.Table.Add(append([]string{of, fmt.Sprint(g + 1), fmt.Sprint(len(some)), facts}, rows[name].cells()...)...)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(byType)) {
		a := byType[name]
		types.Table.Add(name, fmt.Sprint(a.marked), fmt.Sprint(a.found), report.Number(a.exact()), report.Number(a.overlapping()))
	}
	return scores.Markdown() + "\n" + types.Markdown()
}

// spanTypes are the types of spans that are marked or found.
func spanTypes(marked, found []nlu.Part) []string {
	types := map[string]bool{}
	for _, p := range slices.Concat(marked, found) {
		for _, s := range p.Spans {
			types[s.Type.String()] = true
		}
	}
	return slices.Sorted(maps.Keys(types))
}

// agreement counts how far parts that were found are those marked.
type agreement struct {
	messages, intents                   float64
	marked, found, same, met, right     float64     // spans; met are those marked that one found overlaps, right those found
	confidence, confirmed, ofConfidence [10]float64 // by tenths of the score: its sum, how many are right, how many there are
}

// add counts a message; spans of other types are left out, unless only is "".
func (a *agreement) add(marked, found []nlu.Part, only string) {
	a.messages++
	a.intents += metric.Indicator(slices.EqualFunc(marked, found, func(m, f nlu.Part) bool { return m.Intent == f.Intent }))
	spans := func(parts []nlu.Part) (out []nlu.Span) {
		for _, p := range parts {
			for _, s := range p.Spans {
				if only == "" || s.Type.String() == only {
					out = append(out, s)
				}
			}
		}
		return out
	}
	overlaps := func(list []nlu.Span, s nlu.Span, exact bool) bool {
		return slices.ContainsFunc(list, func(o nlu.Span) bool {
			return o.Type == s.Type && o.Polarity == s.Polarity && (!exact && o.From < s.To && s.From < o.To || o.From == s.From && o.To == s.To)
		})
	}
	m, f := spans(marked), spans(found)
	a.marked += float64(len(m))
	a.found += float64(len(f))
	for _, s := range m {
		a.same += metric.Indicator(overlaps(f, s, true))
		a.met += metric.Indicator(overlaps(f, s, false))
	}
	for _, s := range f {
		right := metric.Indicator(overlaps(m, s, false))
		a.right += right
		tenth := min(9, int(s.Score*10))
		a.confidence[tenth] += s.Score
		a.confirmed[tenth] += right
		a.ofConfidence[tenth]++
	}
}

// exact is the F1 of spans that are alike in bounds, type and polarity.
func (a *agreement) exact() float64 { return 2 * a.same / max(1, a.marked+a.found) }

// overlapping is the F1 of spans that overlap one of their type and polarity.
func (a *agreement) overlapping() float64 {
	recall, precision := a.met/max(1, a.marked), a.right/max(1, a.found)
	return 2 * recall * precision / max(1e-9, recall+precision)
}

// miscalibration is the expected calibration error of the spans' scores.
func (a *agreement) miscalibration() float64 {
	sum := 0.0
	for k := range a.confidence {
		sum += max(a.confidence[k]-a.confirmed[k], a.confirmed[k]-a.confidence[k])
	}
	return sum / max(1, a.found)
}

func (a *agreement) cells() []string {
	return []string{fmt.Sprint(int(a.messages)), report.Number(a.exact()), report.Number(a.overlapping()), report.Number(a.intents / max(1, a.messages)), report.Number(a.miscalibration())}
}
