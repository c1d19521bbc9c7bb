package feed

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"shopclerk/catalog/discover"
)

var fit = flag.Bool("fit", false, "fit the weights of data/fields/weights.json to the labelled feeds, and write them")

const (
	weightsFile = "../../data/fields/weights.json"
	priorFile   = "testdata/weights_prior.json"
	// stiffness holds the fitted weights near the prior ones, which a person set: the
	// penalty is stiffness·(w−w₀)² for each weight.
	stiffness = 0.05
	// renamedWeight is what an example counts whose field names were replaced by
	// syllables: such feeds are rare, but values must decide where names are silent.
	renamedWeight = 0.25
)

// byValues are the roles that values alone must decide where names are silent.
var byValues = []string{"id", "title", "price", "image", "link"}

// example is one choice: the field of one role in one feed.
type example struct {
	feed   string
	role   string
	weight float64
	fields []map[string]float64 // evidence of those that fit
	right  []bool
	none   bool // that no field fills the role is right too
}

// examples returns the choices of a feed.
func (l *labels) examples(g *gathered, weight float64, rename func(string) string) []example {
	c := &choices{g: g, fields: map[string]*fieldStats{}}
	c.title = c.best("title")
	var list []example
	for _, r := range chosenRoles {
		role := r.Name
		e := example{feed: l.name, role: role, weight: weight}
		accepted := map[string]bool{}
		for _, want := range l.accepted(role) {
			e.none = e.none || want == nil
			for _, f := range want {
				accepted[f] = true
			}
		}
		any := false
		for _, f := range g.fields {
			if ev, fits := c.evidence(role, f); fits {
				ok := accepted[plainName(rename(f.name))]
				any = any || ok
				e.fields = append(e.fields, ev)
				e.right = append(e.right, ok)
			}
		}
		// What has no right answer among the candidates teaches nothing but what the
		// gates leave out: none is the best there is.
		e.none = e.none || !any || weight < 1 && !slices.Contains(byValues, role)
		list = append(list, e)
	}
	return list
}

// loss is the negative log likelihood of choosing a right field or, where that is right,
// none, whose score is 0: a conditional logit (McFadden 1974). It adds its gradient.
func (e *example) loss(w, gradient map[string]float64) float64 {
	scores := make([]float64, len(e.fields))
	top := 0.0
	for i, f := range e.fields {
		scores[i] = w["bias"]
		for k, x := range f {
			scores[i] += w[k] * x
		}
		top = max(top, scores[i])
	}
	all, good := math.Exp(-top), 0.0
	if e.none {
		good = math.Exp(-top)
	}
	for i, s := range scores {
		all += math.Exp(s - top)
		if e.right[i] {
			good += math.Exp(s - top)
		}
	}
	if good == 0 {
		return 0
	}
	for i, f := range e.fields {
		p := math.Exp(scores[i]-top) / all
		if e.right[i] {
			p -= math.Exp(scores[i]-top) / good
		}
		gradient["bias"] += e.weight * p
		for k, x := range f {
			gradient[k] += e.weight * p * x
		}
	}
	return -e.weight * math.Log(good/all)
}

// fitted returns the weights of one role that suit the examples, by Adam's gradient
// descent from the prior.
func fitted(prior map[string]float64, examples []example) map[string]float64 {
	const steps, rate = 400, 0.03
	w := maps.Clone(prior)
	for _, e := range examples {
		for _, f := range e.fields {
			for k := range f {
				w[k] += 0
			}
		}
	}
	keys := slices.Sorted(maps.Keys(w))
	m, v := map[string]float64{}, map[string]float64{}
	for step := 1; step <= steps; step++ {
		gradient := map[string]float64{}
		for i := range examples {
			examples[i].loss(w, gradient)
		}
		for _, k := range keys {
			d := gradient[k] + 2*stiffness*(w[k]-prior[k])
			m[k] = 0.9*m[k] + 0.1*d
			v[k] = 0.999*v[k] + 0.001*d*d
			w[k] -= rate * m[k] / (1 - math.Pow(0.9, float64(step))) / (math.Sqrt(v[k]/(1-math.Pow(0.999, float64(step)))) + 1e-8)
		}
	}
	return w
}

// TestFitWeights reports how well weights do on feeds that they were not fitted to: each
// labelled feed is read with weights fitted to all others. With -fit it writes the weights
// fitted to all.
func TestFitWeights(t *testing.T) {
	if !*fit {
		t.Skip("-fit fits the weights of evidence to the labelled feeds; it takes a minute")
	}
	list := readLabels(t)
	prior := map[string]map[string]float64{}
	readJSON(t, priorFile, &prior)
	read := make([]*gathered, len(list))
	var all []example
	for i := range list {
		read[i] = sampled(t, list[i].path)
		all = append(all, list[i].examples(read[i], 1, func(n string) string { return n })...)
		silent, back := renamedFields(read[i])
		all = append(all, list[i].examples(silent, renamedWeight, func(n string) string { return back[n] })...)
	}
	train := func(without string) map[string]map[string]float64 {
		w := map[string]map[string]float64{}
		for _, r := range chosenRoles {
			role := r.Name
			var mine []example
			for _, e := range all {
				if e.role == role && e.feed != without {
					mine = append(mine, e)
				}
			}
			w[role] = fitted(prior[role], mine)
		}
		return w
	}
	test := func(name string, by func(feed string) map[string]map[string]float64) {
		kept := weights
		defer func() { weights = kept }()
		right, of, cores := 0, 0, 0
		for i := range list {
			w := by(list[i].name)
			weights = func() map[string]map[string]float64 { return w }
			m, err := read[i].mapping(&Inference{})
			if err != nil {
				t.Logf("%s: %s: %v", name, list[i].name, err)
			}
			r, n, core, wrong := list[i].judged(&m)
			right, of, cores = right+r, of+n, cores+discover.Indicator(core)
			if wrong != nil {
				t.Logf("%s: %s: %s", name, list[i].name, strings.Join(wrong, "; "))
			}
		}
		t.Logf("%s: %d of %d roles (%.1f %%), %d of %d feeds", name, right, of, 100*float64(right)/float64(of), cores, len(list))
	}
	test("prior", func(string) map[string]map[string]float64 { return prior })
	test("leave one out", train)
	whole := train("")
	test("fitted to all", func(string) map[string]map[string]float64 { return whole })
	for _, w := range whole {
		for k := range w {
			w[k] = math.Round(100*w[k]) / 100
		}
	}
	b, err := json.MarshalIndent(whole, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(weightsFile, append(b, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}

// renamedFields returns the sample with names that say nothing, and the names that they
// stand for.
func renamedFields(g *gathered) (*gathered, map[string]string) {
	back := map[string]string{}
	renamed := map[string]string{}
	streams := make([]*streamSample, len(g.streams))
	for i, s := range g.streams {
		c := *s
		c.entries = nil
		for _, e := range s.entries {
			row := slices.Clone(e)
			for j := range row {
				name, ok := renamed[row[j].key]
				if !ok {
					name = fmt.Sprintf("qx%svw", strings.Repeat("zk", 1+len(renamed)%7)) + string(rune('b'+len(renamed)/7%20)) + strings.Repeat("j", len(renamed)/140)
					renamed[row[j].key] = name
					back[name] = row[j].key
				}
				row[j].key = name
			}
			c.entries = append(c.entries, row)
		}
		streams[i] = &c
	}
	return gather(streams), back
}
