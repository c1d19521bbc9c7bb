package clarifybench

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/data/bench/domains"
)

func tables(t *testing.T) []*Domain {
	t.Helper()
	out, err := Load(domains.FS)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// each draws cases of every domain and split.
func each(t *testing.T, n int, seed uint64, do func(*testing.T, *Case)) {
	for _, d := range tables(t) {
		for _, split := range Splits() {
			for i := range n {
				c, err := Draw(d, split, i, seed)
				if err != nil {
					t.Fatal(err)
				}
				t.Run(c.ID(), func(t *testing.T) { do(t, c) })
			}
		}
	}
}

// The tables have the papers' tools: 92 in five domains.
func TestTools(t *testing.T) {
	got := map[string]int{}
	for _, d := range tables(t) {
		got[d.Name] = len(d.Tools)
	}
	want := map[string]int{"travel": 15, "documents": 18, "trading": 19, "vehicle": 22, "files": 18}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// mentions reports whether a text has a value in it, found another way than the
// generator finds it.
func mentions(text, value string) bool {
	return regexp.MustCompile(`(?i)(^|[^\pL\pN_])` + regexp.QuoteMeta(value) + `($|[^\pL\pN_])`).MatchString(text)
}

// Texts do not say what was hidden, and say everything else.
func TestTextsDoNotLeak(t *testing.T) {
	each(t, 20, 7, func(t *testing.T, c *Case) {
		for _, r := range c.Requests {
			hidden := map[string]bool{}
			for _, name := range r.Hidden {
				hidden[name] = true
			}
			for name, of := range r.Intent.Arguments {
				p := c.Domain.tool(r.Intent.Tool).parameter(name)
				var values []string
				switch of := of.(type) {
				case bool:
					values = append(p.Off, p.On...) // either would tell
					if !hidden[name] {
						continue
					}
				case []any:
					for _, item := range of {
						values = append(values, fmt.Sprint(item))
					}
				default:
					values = append(values, fmt.Sprint(of))
				}
				for _, v := range values {
					if mentions(r.Text, v) == hidden[name] {
						t.Errorf("%q: %s is %q, hidden: %v", r.Text, name, v, hidden[name])
					}
				}
			}
			if r.Corruption != "" && !strings.Contains(r.Text, spell(r.Wrong)) {
				t.Errorf("%q does not say %v", r.Text, r.Wrong)
			}
		}
	})
}

// What is meant is possible when its turn comes, by the tools themselves; what is
// said instead in the infeasible split is not.
func TestIntentsArePossible(t *testing.T) {
	each(t, 15, 11, func(t *testing.T, c *Case) {
		now := c.Start.Clone()
		for _, r := range c.Requests {
			kit, err := now.Kit()
			if err != nil {
				t.Fatal(err)
			}
			tool := kit.Tool(r.Intent.Tool)
			for i := range tool.Parameters {
				p := &tool.Parameters[i]
				of := r.Intent.Arguments[p.Name]
				if of == nil {
					if p.Required {
						t.Errorf("%q: %s is not meant", r.Text, p.Name)
					}
					continue
				}
				if _, err := p.Domain.At(r.Intent.Arguments).Accept(of); err != nil {
					t.Errorf("%q: %s: %v", r.Text, p.Name, err)
				}
			}
			if o := tool.Check(r.Intent.Arguments); len(o) > 0 {
				t.Errorf("%q: %v", r.Text, o)
			}
			if c.Split == Infeasible {
				declared := c.Domain.tool(r.Intent.Tool)
				if !now.offends(declared, declared.parameter(r.Hidden[0]), r.Intent.Arguments, r.Wrong) {
					t.Errorf("%q: %v is possible", r.Text, r.Wrong)
				}
			}
			if err := now.carry(r.Intent); err != nil {
				t.Errorf("%q: %v", r.Text, err)
			}
		}
	})
}

// The same seed draws the same case, another seed another.
func TestDrawIsDeterministic(t *testing.T) {
	texts := func(seed uint64) (out []string) {
		for _, d := range tables(t) {
			c, err := Draw(d, Ambiguous, 3, seed)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range c.Requests {
				out = append(out, r.Text)
			}
		}
		return out
	}
	if diff := cmp.Diff(texts(5), texts(5)); diff != "" {
		t.Errorf("the same seed (-first +second):\n%s", diff)
	}
	if cmp.Equal(texts(5), texts(6)) {
		t.Error("two seeds draw the same")
	}
}
