package insight

import (
	"math"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
)

// Every number of an option is what one finds by asking for it alone.
func TestOptions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		topic := Topic{rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "category"), rapid.SampledFrom([]string{"colour", "size"}).Draw(t, "aspect")}
		checkOptions(t, lived(t), topic)
	})
	if checkOptions(t, many(60).Example(1), Topic{"a", "colour"}) == 0 {
		t.Error("no option was ticked often enough")
	}
}

// checkOptions compares with brute force, and counts the intervals that are known.
func checkOptions(t interface{ Fatalf(string, ...any) }, facts []*Facts, topic Topic) (known int) {
	all := where(allQuestions(facts), func(q questionOf) bool { return q.Outcome == Ticked })
	about := where(all, func(q questionOf) bool {
		return q.Aspect == topic.Aspect && slices.Contains(q.turn.Scope, topic.Category)
	})
	got := Options(facts, topic)
	var labels []string
	for _, q := range about {
		for _, o := range q.Offers {
			labels = append(labels, o.Label)
		}
	}
	slices.Sort(labels)
	if labels = slices.Compact(labels); len(got) != len(labels) {
		t.Fatalf("%d options, want %v", len(got), labels)
	}
	for _, o := range got {
		if diff := gocmp.Diff(bruteOption(facts, all, about, o.Label), o, cmpopts.EquateApprox(1e-9, 1e-9)); diff != "" {
			t.Fatalf("%s (-want +got):\n%s", o.Label, diff)
		}
		known += Indicator(o.Pull.Known()) + Indicator(o.Leaving.Known()) + Indicator(o.Opening.COEC.Known())
	}
	return known
}

func bruteOption(facts []*Facts, all, about []questionOf, label string) Option {
	at := func(q questionOf) int {
		return slices.IndexFunc(q.Offers, func(o *Offer) bool { return o.Label == label })
	}
	offering := where(about, func(q questionOf) bool { return at(q) >= 0 })
	ticking := where(offering, func(q questionOf) bool { return slices.Contains(q.Picked, at(q)) })
	factor := func(place int) float64 {
		ticks, belief := 0.0, 0.0
		for _, q := range where(all, func(q questionOf) bool { return len(q.Offers) > place }) {
			ticks += float64(Indicator(slices.Contains(q.Picked, place)))
			belief += float64(q.Masses[place])
		}
		if belief == 0 {
			return 1
		}
		return ticks / belief
	}
	pull := map[*Facts][2]float64{}
	var sums [2]float64
	for _, q := range offering {
		x := pull[q.turn.of]
		x[0] += float64(Indicator(slices.Contains(q.Picked, at(q))))
		x[1] += float64(q.Masses[at(q)]) * factor(at(q))
		pull[q.turn.of] = x
	}
	for _, x := range pull {
		sums[0], sums[1] = sums[0]+x[0], sums[1]+x[1]
	}
	o := Option{Label: label, Shown: len(offering), Ticked: len(ticking), Taken: Share(len(ticking), len(offering))}
	if sums[0] >= leastActs && sums[1] > 0 {
		o.Pull = logNormal(facts, math.Log(sums[0]/sums[1]), len(offering), func(f *Facts) float64 {
			return pull[f][0]/sums[0] - pull[f][1]/sums[1]
		})
	}
	var after []turnOf
	var ones []float64
	for _, q := range ticking {
		if n := q.turn.Led; n > 0 {
			after, ones = append(after, turnOf{&q.turn.of.Turns[n], q.turn.of, n}), append(ones, 1)
		}
	}
	o.Left = Share(countWhere(after, left), len(after))
	o.Leaving = overUsual(facts, after, ones, len(after))
	opened, bought, earned := bruteEffects(facts, ticking)
	o.Opening, o.Buying, o.Earning = opened.Answered, bought.Answered, earned.Answered
	return o
}

// What is heard are the words of the journal, counted.
func TestHear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		facts := lived(t)
		h := Hear(facts)
		turns := allTurns(facts)
		of := func(kind memory.Kind) (n int, conversations map[string]bool) {
			conversations = map[string]bool{}
			for _, t := range turns {
				for _, w := range t.Unmet {
					if w.Kind == kind {
						n++
						conversations[t.of.ID] = true
					}
				}
			}
			return n, conversations
		}
		for kind, list := range map[memory.Kind][]Word{memory.Unclear: h.Unplaced, memory.NotSold: h.Unsold, memory.AskProduct: h.Products, memory.AskShop: h.Shop} {
			count, conversations := of(kind)
			seen := map[string]bool{}
			for _, w := range list {
				count -= w.Count
				for _, id := range w.Conversations {
					seen[id] = true
				}
				if w.Meant != nil && w.Agreed != agreed(turns, w) {
					t.Errorf("%s: %d meant %s, want %d", w.Text(), w.Agreed, w.Meant.Label, agreed(turns, w))
				}
			}
			if count != 0 || len(seen) != len(conversations) {
				t.Errorf("%s: %d not counted, %d conversations of %d", kind, count, len(seen), len(conversations))
			}
		}
		searched := where(turns, func(t turnOf) bool { return t.Searched })
		found := Searches(facts)
		all := found.Unreadable
		for _, s := range found.List {
			all += s.Count
			said := where(searched, func(t turnOf) bool {
				return slices.ContainsFunc(s.Spellings, func(x Spelling) bool { return x.Text == t.Said })
			})
			unmatched := countWhere(said, func(t turnOf) bool {
				return t.Empty || slices.ContainsFunc(t.Unmet, func(w Want) bool { return w.Kind == memory.NotSold })
			})
			want := Search{s.Cluster, Share(unmatched, len(said)), Share(countWhere(said, func(t turnOf) bool { return t.Good() }), len(said))}
			if diff := gocmp.Diff(want, s, cmpopts.IgnoreUnexported(Cluster{})); diff != "" || s.Count != len(said) {
				t.Errorf("%q %d times, want %d (-want +got):\n%s", s.Text(), s.Count, len(said), diff)
			}
		}
		if n := countWhere(searched, func(t turnOf) bool { return t.Said != "" }); n != all {
			t.Errorf("%d searches, and %d are counted", n, all)
		}
	})
}

// agreed counts the conversations that demanded, or ticked, what was meant after saying it.
func agreed(turns []turnOf, w Word) int {
	in := map[string]bool{}
	for _, t := range turns {
		if !slices.ContainsFunc(t.Unmet, func(x Want) bool { return x.Kind == memory.Unclear && x.Words == w.Text() }) {
			continue
		}
		same := func(o *Offer) bool { return o.Key == w.Meant.Key && o.Label == w.Meant.Label }
		for n := t.n; n <= t.n+2 && n < len(t.of.Turns); n++ {
			page := &t.of.Turns[n]
			hit := n > t.n && slices.ContainsFunc(page.Named, same)
			for _, q := range page.Questions {
				for _, p := range q.Picked {
					hit = hit || n < t.n+2 && same(q.Offers[p])
				}
			}
			if hit {
				in[t.of.ID] = true
			}
		}
	}
	return len(in)
}

// What was not understood means what people demanded in its place.
func TestWordMeant(t *testing.T) {
	red := &Offer{Label: "red"}
	red.Key, red.Values = "colour", []string{"red"}
	var facts []*Facts
	for _, id := range []string{"one", "two", "three"} {
		facts = append(facts, &Facts{ID: id, Turns: []Turn{
			{Said: "a blurple lamp", Unmet: []Want{{Kind: memory.Unclear, Words: "blurple"}}},
			{Said: "red", Named: []*Offer{red}},
		}})
	}
	facts[2].Turns[1] = Turn{Said: "forget it"}
	facts[2].Turns[0].Said = journal.Redacted
	w := Hear(facts).Unplaced
	if len(w) != 1 || w[0].Text() != "blurple" || w[0].Count != 3 || w[0].Meant != red || w[0].Agreed != 2 || w[0].Visited != 3 || w[0].Example != "a blurple lamp" {
		t.Errorf("heard %+v", w)
	}
}
