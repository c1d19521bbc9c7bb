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
	"time"

	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
)

// reader learns to read messages from marked ones.
type reader struct {
	Data  string `default:"data/reading" help:"Folder of the marked messages: CODE/marked*.jsonl and pairs.jsonl."`
	Out   string `default:"data/reading" help:"Folder that tagger-CODE.gz is written to."`
	Hold  string
	Langs []string `default:"en,de"`
	Limit int
	Facts bool
	nlu.TrainOptions
	Errors   int
	Confused bool
}

func (c *reader) Run() error {
	for _, code := range c.Langs {
		l := language.Of(code)
		lessons, err := c.lessons(code)
		if err != nil {
			return err
		}
		known, err := c.dictionary(l)
		if err != nil {
			return err
		}
		var train, test []nlu.Lesson
		for _, m := range lessons {
			if slices.Contains(strings.Split(c.Hold, ","), m.Writer) {
				test = append(test, m)
			} else {
				train = append(train, m)
			}
		}
		shops := map[string]bool{}
		for _, m := range train {
			shops[m.Shop] = true
		}
		if c.Limit > 0 {
			step := max(1, len(train)/c.Limit)
			var less []nlu.Lesson
			for i := 0; i < len(train); i += step {
				less = append(less, train[i])
			}
			train = less
		}
		start := time.Now()
		t := nlu.Train(l, train, known, c.TrainOptions)
		fmt.Printf("%s %d lessons, %d held out, %v\n", code, len(train), len(test), time.Since(start).Round(time.Second))
		if c.Hold == "" {
			var out bytes.Buffer
			if err := t.Write(&out); err != nil {
				return err
			}
			fmt.Println(out.Len())
			if err := os.WriteFile(filepath.Join(c.Out, "tagger-"+code+".gz"), out.Bytes(), 0o644); err != nil {
				return err
			}
			continue
		}
		for _, f := range []bool{false, true} {
			var all, fresh nlu.Score
			draw := nlu.Drawer(l, test, known)
			for k, m := range test {
				var facts []nlu.Fact
				if f {
					facts = draw(k)
				}
				p := t.Tag(m.Tokens, facts, m.After)
				all.Add(m.Marked, p)
				if !shops[m.Shop] {
					fresh.Add(m.Marked, p)
				}
				if c.Confused && f {
					var a, b []string
					for _, x := range m.Parts {
						a = append(a, x.Intent.String())
					}
					for _, x := range p {
						b = append(b, x.Intent.String())
					}
					if g, q := strings.Join(a, ">"), strings.Join(b, ">"); g != q {
						fmt.Println("CONF", len(a), len(b), g, q)
						fmt.Println("  =", m.After, "|", nlu.Mark(m.Marked, m.Parts))
						fmt.Println("  ?", nlu.Mark(m.Marked, p))
					}
				}
				if c.Errors > 0 && f && k%(len(test)/c.Errors) == 0 {
					fmt.Println("  =", nlu.Mark(m.Marked, m.Parts))
					fmt.Println("  ?", nlu.Mark(m.Marked, p))
				}
			}
			fmt.Printf("  facts %-5v all %v\n            new shops %v\n", f, &all, &fresh)
			if f {
				fmt.Println(all.Types())
			}
		}
	}
	return nil
}

func (c *reader) lessons(code string) ([]nlu.Lesson, error) {
	files, err := filepath.Glob(filepath.Join(c.Data, code, "marked*.jsonl"))
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
			x := nlu.Lesson{Marked: nlu.Unmark(m.M), Writer: writer, Shop: m.Shop, After: m.After}
			language.Of(code).Standard(x.Tokens)
			out = append(out, x)
		}
	}
	return out, nil
}

func (c *reader) dictionary(l *language.Language) (*nlu.PhraseFacts, error) {
	text, err := os.ReadFile(filepath.Join(c.Data, "pairs.jsonl"))
	if err != nil {
		return nil, err
	}
	var kinds, values []string
	for line := range strings.Lines(string(text)) {
		var p struct {
			Kind, Aspect, Value, Told string
			Kind_de                   string
			En, De                    []string
		}
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			return nil, err
		}
		if p.Told != "" {
			continue
		}
		phrases, kind := p.En, p.Kind
		if l.Code == "de" {
			phrases, kind = p.De, p.Kind_de
		}
		kinds = append(kinds, kind)
		if p.Aspect == "" {
			kinds = append(kinds, phrases...)
		} else {
			values = append(append(values, p.Value), phrases...)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(l.Products)) {
		kinds = append(kinds, name)
	}
	return nlu.Dictionary(l, kinds, values), nil
}
