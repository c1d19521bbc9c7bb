package clarifybench

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/data/bench"
)

// The domains have the papers' tools, 92 in all, and 40 conversations a split.
func TestDomains(t *testing.T) {
	all, err := Load(bench.FS)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, d := range all {
		got[d.Name] = len(d.Tools)
		cases := map[string]int{}
		for _, c := range d.Cases {
			cases[c.Split]++
		}
		if diff := cmp.Diff(map[string]int{Explicit: 40, Ambiguous: 40, Infeasible: 40}, cases); diff != "" {
			t.Errorf("%s (-want +got):\n%s", d.Name, diff)
		}
	}
	want := map[string]int{"travel": 15, "documents": 18, "trading": 19, "vehicle": 22, "files": 18}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What is meant is possible when its turn comes, by the tools themselves; what is hidden or
// said wrongly is an argument of it.
func TestIntentsArePossible(t *testing.T) {
	all, err := Load(bench.FS)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range all {
		for _, c := range d.Cases {
			for _, r := range c.Requests {
				kit, err := d.kit(&r.State)
				if err != nil {
					t.Fatal(err)
				}
				tool := kit.Tool(r.Intent.Tool)
				for _, p := range tool.Parameters {
					of := r.Intent.Arguments[p.Name]
					if of == nil {
						if p.Required {
							t.Errorf("%s: %q: %s is not meant", c.ID, r.Text, p.Name)
						}
						continue
					}
					if _, err := p.Domain.At(r.Intent.Arguments).Accept(of); err != nil {
						t.Errorf("%s: %q: %s: %v", c.ID, r.Text, p.Name, err)
					}
				}
				if o := tool.Check(r.Intent.Arguments); len(o) > 0 {
					t.Errorf("%s: %q: %v", c.ID, r.Text, o)
				}
				if (len(r.Hidden) == 0) != (c.Split == Explicit) || (r.Corruption == "") != (c.Split != Infeasible) {
					t.Errorf("%s: hidden are %v, corrupted by %q", c.ID, r.Hidden, r.Corruption)
				}
				for _, name := range r.Hidden {
					if r.Intent.Arguments[name] == nil {
						t.Errorf("%s: %s is hidden, and not meant", c.ID, name)
					}
				}
			}
		}
	}
}
