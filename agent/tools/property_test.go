package tools

import (
	"encoding/json"
	"math"
	"pgregory.net/rapid"
	"reflect"
	"slices"
	"testing"
)

// anyKit draws a kit of up to three tools with finite, numeric and free parameters,
// some of which depend on the one before.
func anyKit(t *rapid.T) *Kit {
	var all []Tool
	for n := range rapid.IntRange(1, 3).Draw(t, "tools") {
		tool := Tool{Name: []string{"alpha", "beta", "gamma"}[n], Effect: rapid.SampledFrom([]Effect{Reads, Changes, Irreversible}).Draw(t, "effect")}
		for p := range rapid.IntRange(1, 4).Draw(t, "parameters") {
			name := []string{"p", "q", "r", "s"}[p]
			letters := []string{"a", "b", "c", "d", "e", "f", "g", "h"}[:rapid.IntRange(1, 8).Draw(t, "values")]
			d := oneOf(letters...)
			switch rapid.IntRange(0, 5).Draw(t, "kind") {
			case 0:
				d = Whole(0, float64(rapid.IntRange(0, 60).Draw(t, "high")))
			case 1:
				d = Words()
			case 2:
				d = Domain{Kind: Boolean}
			case 3:
				d = Domain{Present: func(a Arguments) Domain { // all but what an earlier one has
					return oneOf(slices.DeleteFunc(slices.Clone(letters), func(l string) bool { return a["p"] == l })...)
				}}
			}
			tool.Parameters = append(tool.Parameters, Parameter{Name: name, Domain: d, Required: rapid.Bool().Draw(t, "required")})
		}
		if rapid.Bool().Draw(t, "checked") {
			tool.Check = func(a Arguments) []Objection {
				if a["p"] == "a" && a["q"] != nil {
					return []Objection{{Parameter: "p", Reason: "a does not go with that"}}
				}
				return nil
			}
		}
		all = append(all, tool)
	}
	k, err := New(all...)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// anyTask draws candidate calls whose values are mostly possible.
func anyTask(t *rapid.T, k *Kit) Task {
	task := Task{ID: "task"}
	for range rapid.IntRange(1, 4).Draw(t, "candidates") {
		tool := &k.tools[rapid.IntRange(0, len(k.tools)-1).Draw(t, "tool")]
		c := Call{Tool: tool.Name, Arguments: Arguments{}}
		for i := range tool.Parameters {
			if rapid.Bool().Draw(t, "said") {
				c.Arguments[tool.Parameters[i].Name] = anyValue(t, tool.Parameters[i].Domain.At(nil))
			}
		}
		task.Candidates = append(task.Candidates, Proposal{Call: c, Weight: rapid.Float64Range(0.1, 3).Draw(t, "weight")})
	}
	return task
}

func anyValue(t *rapid.T, d Domain) any {
	if rapid.IntRange(0, 9).Draw(t, "odd") == 0 {
		return rapid.SampledFrom([]any{"zzz", -4.0, true}).Draw(t, "odd value")
	}
	if values := d.list(); len(values) > 0 {
		return rapid.SampledFrom(values).Draw(t, "value").Of
	}
	if d.Kind == Number {
		return float64(rapid.IntRange(0, 60).Draw(t, "number"))
	}
	return rapid.SampledFrom([]string{"one", "two"}).Draw(t, "text")
}

func anyRule(t *rapid.T) Rule {
	r, err := NewRule(rapid.SampledFrom(Policies()).Draw(t, "policy"), nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Guess = rapid.Bool().Draw(t, "guess")
	return r
}

// sound reports what is wrong with a decision, whatever led to it.
func sound(t *rapid.T, k *Kit, task Task, d Decision) {
	if d.Certainty < 0 || d.Certainty > 1+1e-9 {
		t.Fatalf("certain to %v", d.Certainty)
	}
	switch d.Do {
	case Ask:
		if len(d.Questions) == 0 {
			t.Fatalf("asks nothing: %+v", d)
		}
	case Execute, Confirm:
		tool := k.Tool(d.Call.Tool)
		args := Arguments{}
		for _, p := range tool.Parameters {
			of := d.Call.Arguments[p.Name]
			if of == nil {
				if p.Required {
					t.Fatalf("to %s %+v without %s", d.Do, d.Call, p.Name)
				}
				continue
			}
			if _, err := p.Domain.At(args).Accept(of); err != nil {
				t.Fatalf("to %s %+v: %v", d.Do, d.Call, err)
			}
			args[p.Name] = of
		}
		if tool.Check != nil && len(tool.Check(args)) > 0 {
			t.Fatalf("to %s %+v, which is impossible", d.Do, d.Call)
		}
		if d.Do == Execute && tool.Effect == Irreversible && task.Confirmed != d.Call.Fingerprint() {
			t.Fatalf("carries out %+v unconfirmed", d.Call)
		}
	}
}

// Whatever the tools, the calls and the answers: masses sum to 1, nothing impossible
// is carried out, the same task gives the same decision, and every task ends.
func TestDecisionsAreSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := anyKit(t)
		task, r := anyTask(t, k), anyRule(t)
		for n := 0; ; n++ {
			if n > 40 {
				t.Fatal("does not end")
			}
			d, err := k.Decide(task, r)
			if err != nil {
				t.Fatal(err)
			}
			if again, _ := k.Decide(travelled(t, task), r); !reflect.DeepEqual(again, d) {
				t.Fatalf("first %+v, then %+v", d, again)
			}
			sound(t, k, task, d)
			switch d.Do {
			case Decline:
				return
			case Confirm:
				task = task.Confirm(*d.Call)
			case Execute:
				if n > 5 || rapid.Bool().Draw(t, "works") {
					return
				}
				f := Failure{Call: *d.Call, Reason: "no"}
				if names := d.Call.Arguments; len(names) > 0 && rapid.Bool().Draw(t, "of a parameter") {
					f.Parameter = rapid.SampledFrom(k.Tool(d.Call.Tool).Parameters).Draw(t, "parameter").Name
				}
				task = task.Fail(f)
			case Ask:
				for _, q := range d.Questions {
					task = task.Answer(anyReply(t, k, q))
				}
			}
		}
	})
}

// travelled is a task that was sent to a client and came back.
func travelled(t *rapid.T, task Task) Task {
	text, err := json.Marshal(task)
	if err != nil {
		t.Fatal(err)
	}
	var back Task
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	return back
}

func anyReply(t *rapid.T, k *Kit, q Question) Reply {
	r := Reply{Aspect: q.Aspect}
	switch n := rapid.IntRange(0, 5).Draw(t, "reply"); {
	case n == 0:
		r.None = true
	case n == 1:
		r.Words = rapid.SampledFrom([]string{"b", "the first", "7", "hm", "yes"}).Draw(t, "words")
	case len(q.Options) > 0 && n == 2:
		r.Not = []any{q.Options[0].Value.Of}
	case len(q.Options) > 0:
		r.Value = rapid.SampledFrom(q.Options).Draw(t, "option").Value.Of
	case q.Tool != "":
		r.Value = anyValue(t, k.Tool(q.Tool).Parameter(q.Aspect).Domain.At(nil))
	}
	return r
}

// An answer never makes more calls possible than were before it, unless it rules out
// all that there were: then the words were misread.
func TestAnswersShrink(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := anyKit(t)
		task, r := anyTask(t, k), anyRule(t)
		for range 6 {
			d, err := k.Decide(task, r)
			if err != nil || d.Do != Ask || len(d.Objections) > 0 {
				return
			}
			q := d.Questions[0]
			reply := Reply{Aspect: q.Aspect}
			switch {
			case len(q.Options) == 0:
				return
			case rapid.Bool().Draw(t, "not"):
				reply.Not = []any{q.Options[0].Value.Of}
			default:
				reply.Value = rapid.SampledFrom(q.Options).Draw(t, "option").Value.Of
			}
			before, agree := count(t, k, task, reply)
			task = task.Answer(reply)
			if after, _ := count(t, k, task, reply); after > before && agree > 0 {
				t.Fatalf("%+v: from %d calls, %d of which agree, to %d", reply, before, agree, after)
			}
		}
	})
}

// count is the number of different calls that a task leaves possible, those with an
// open value counted once for every stand-in, and of those that agree with a reply.
func count(t *rapid.T, k *Kit, task Task, r Reply) (possible, agree int) {
	readings, _, _ := k.readings(&task, false)
	readings = slices.DeleteFunc(readings, func(r *reading) bool { return r.troubles() > 0 })
	seen := map[string]bool{}
	for i := range readings {
		tool := readings[i].tool
		calls, _ := readings[i].expand(1 << 20)
		for _, c := range calls {
			key, agrees := tool.Name, false
			for n, v := range c.values {
				key += "\x00" + canonical(v.Of)
				agrees = agrees || tool.Parameters[n].Name == r.Aspect && (isUnknown(v) || r.Not == nil && canonical(v.Of) == canonical(r.Value) || r.Not != nil && canonical(v.Of) != canonical(r.Not[0]))
			}
			if !seen[key] && agrees {
				agree++
			}
			seen[key] = true
		}
	}
	return len(seen), agree
}

// Expanding keeps the masses: of a sample, every value has its share.
func TestSampleKeepsShares(t *testing.T) {
	var tool Tool
	for _, name := range []string{"a", "b", "c", "d"} {
		p := Parameter{Name: name, Required: true, Domain: Choice()}
		for v := range 21 {
			p.Domain.Values = append(p.Domain.Values, Value{Of: float64(v)})
		}
		tool.Parameters = append(tool.Parameters, p)
	}
	r := reading{tool: &tool, weight: 1, slots: make([]slot, 4)}
	r.resolve()
	calls, _ := r.expand(mostCandidates)
	for i := range tool.Parameters {
		shares := map[any]float64{}
		sum := 0.0
		for _, c := range calls {
			shares[c.values[i].Of] += c.weight
			sum += c.weight
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("weights sum to %v", sum)
		}
		want := tool.Parameters[i].Domain.Values
		for _, v := range want {
			if got, is := shares[v.Of], 1/float64(len(want)); math.Abs(got-is) > 0.01 {
				t.Errorf("parameter %d: value %v has %.3f, want %.3f", i, v.Of, got, is)
			}
		}
	}
}
