package clarify

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// configured returns a policy with its defaults.
func configured(t *testing.T, name string) Policy {
	t.Helper()
	p, err := Configure(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// aSituation draws a belief, aspects and a past. Its source of randomness is
// fresh at every call of the returned function.
func aSituation(t *rapid.T) func() *Situation {
	n := rapid.IntRange(1, 30).Draw(t, "candidates")
	s := Situation{
		Weights: someWeights(n).Draw(t, "weights"),
		Batch:   rapid.IntRange(1, 4).Draw(t, "batch"),
		Options: rapid.IntRange(2, MaxOptions).Draw(t, "options"),
		Page:    rapid.IntRange(1, 10).Draw(t, "page"),
	}
	if rapid.Bool().Draw(t, "some are left") {
		s.Left = rapid.SliceOfN(rapid.Bool(), n, n).Draw(t, "left")
	}
	for _, key := range []string{"a", "b", "c", "d"} {
		f := aField(key, n).Draw(t, key)
		f.Answerable = rapid.SampledFrom([]float64{0, 0.2, 1}).Draw(t, "answerable")
		s.Fields = append(s.Fields, f)
		for range rapid.IntRange(0, 2).Draw(t, "asked") {
			s.Asked = append(s.Asked, Asked{Key: key, Options: someOptions(f, s.Weights).Draw(t, "options"), Skipped: rapid.Bool().Draw(t, "skipped"), Ticked: 1})
		}
	}
	return func() *Situation {
		out := s
		out.Rand = rand.New(rand.NewPCG(7, 7))
		return &out
	}
}

// What every policy promises.
func TestPoliciesKeepTheirPromises(t *testing.T) {
	for _, name := range Policies() {
		t.Run(name, func(t *testing.T) {
			policy := configured(t, name)
			rapid.Check(t, func(t *rapid.T) {
				situation := aSituation(t)
				s := situation()
				questions := policy.Next(s)
				for range 3 {
					if diff := cmp.Diff(questions, policy.Next(situation()), cmpopts.IgnoreFields(Field{}, "Names")); diff != "" {
						t.Fatalf("the same situation gives other questions:\n%s", diff)
					}
				}
				if len(questions) > s.Batch {
					t.Fatalf("%d questions of at most %d", len(questions), s.Batch)
				}
				seen := map[string]bool{}
				for i := range questions {
					q := &questions[i]
					if seen[q.Field.Key] {
						t.Fatalf("asks about %q twice at once", q.Field.Key)
					}
					seen[q.Field.Key] = true
					if asked, _ := s.times(q.Field.Key); asked >= mostAsked {
						t.Fatalf("asks about %q for the %dth time", q.Field.Key, asked+1)
					}
					w, _ := s.again(q.Field)
					if !q.Field.sound(&offering{weights: s.Weights, left: s.Left, within: w}, q.Options) {
						t.Fatalf("options that are empty, shared by all or alone: %+v", q.Options)
					}
					if len(q.Options) > s.Options {
						t.Fatalf("%d options of at most %d", len(q.Options), s.Options)
					}
					if math.IsNaN(q.Worth.Bits) || math.IsNaN(q.Worth.Page) || q.Worth.Bits < -1e-9 || q.Worth.Page < -1e-9 {
						t.Fatalf("a question is worth %+v", q.Worth)
					}
				}
			})
		})
	}
}

// Of two candidates one may be asked about, by whoever asks at all.
func TestTwoCandidates(t *testing.T) {
	for _, name := range Policies() {
		p := configured(t, name)
		s := &Situation{Weights: flat(2), Fields: []*Field{single("a", 0, 1)}, Batch: 1, Options: 2, Page: 1, Rand: rand.New(rand.NewPCG(1, 1))}
		if got := keys(p.Next(s)); got != map[bool]string{false: "a"}[name == "none"] {
			t.Errorf("%s asks about %q", name, got)
		}
	}
}

// What most have is asked about first, and later once it was asked about.
func TestFrequency(t *testing.T) {
	s := &Situation{Weights: flat(4), Fields: []*Field{single("most", 0, 1, 0, -1), single("all", 0, 1, 0, 1)}, Batch: 2, Options: 2, Page: 1}
	for _, tc := range []struct {
		asked []Asked
		want  string
	}{
		{nil, "all most"},
		{[]Asked{{Key: "all"}}, "most all"},
	} {
		s.Asked = tc.asked
		if got := keys(frequency(s)); got != tc.want {
			t.Errorf("after %d questions it asks about %q, want %q", len(tc.asked), got, tc.want)
		}
	}
}

// A question of the batch is worth what it adds: here as many bits as the first, and more
// of the page, since the two together tell four candidates apart.
func TestJointWorthOfTheBatch(t *testing.T) {
	s := &Situation{Weights: flat(4), Fields: []*Field{single("a", 0, 1, 0, 1), single("b", 0, 1, 1, 0)}, Batch: 2, Options: 2, Page: 1}
	got := DefaultJoint().Next(s)
	if len(got) != 2 || !near(got[0].Worth.Bits, 1) || !near(got[1].Worth.Bits, 1) || !near(got[0].Worth.Page, 0.25) || !near(got[1].Worth.Page, 0.5) {
		t.Errorf("asks %+v", got)
	}
}

// What a question costs is what those forgo who would have found the target: each of four
// alike is looked at with 1/4, and is found in two questions else; after the first question
// half are looked at, the others found in one and a half.
func TestSecondQuestionCosts(t *testing.T) {
	first, both := 0.5+0.5*math.Pow(0.92, 1.5), 1.0
	bearable := (both - first) / first // 6.2 %: what the second brings, of what there is
	for cost, want := range map[float64]string{bearable - 0.0005: "a b", bearable + 0.0005: "a"} {
		a, b := single("a", 0, 1, 0, 1), single("b", 0, 1, 1, 0)
		s := &Situation{Weights: flat(4), Fields: []*Field{a, b}, Batch: 2, Options: 2, Page: 1}
		j := DefaultJoint()
		j.Cost = cost
		if got := keys(j.Next(s)); got != want {
			t.Errorf("where %.4f leave at a question it asks about %q, want %q", cost, got, want)
		}
	}
}

// What costs nothing is asked as long as it tells something, else as long as it is of use.
// Where there is nobody to choose among, nobody asks.
func TestNobody(t *testing.T) {
	for _, name := range Policies() {
		p := configured(t, name)
		s := &Situation{Fields: []*Field{single("a")}, Batch: 1, Options: 2, Page: 1, Rand: rand.New(rand.NewPCG(1, 1))}
		if got := keys(p.Next(s)); got != "" {
			t.Errorf("%s asks about %q", name, got)
		}
	}
}

// A situation that has changed is looked at again.
func TestSituationChanges(t *testing.T) {
	for name, change := range map[string]func(*Situation){
		"nothing":            func(*Situation) {},
		"other weights":      func(s *Situation) { s.Weights = []float64{1, 0, 0, 0} },
		"fewer weights":      func(s *Situation) { s.Weights = s.Weights[:2] },
		"more on a page":     func(s *Situation) { s.Page = 4 },
		"no candidates left": func(s *Situation) { s.Weights = nil },
	} {
		s := &Situation{Weights: flat(4), Page: 1}
		s.Prepare()
		change(s)
		if got, want := s.Partition(), NewPartition(s.Weights, s.Page); got.Candidates() != want.Candidates() || got.Top() != want.Top() {
			t.Errorf("%s: %d candidates, the page holds %v; want %d, %v", name, got.Candidates(), got.Top(), want.Candidates(), want.Top())
		}
	}
}

// keys lists what is asked about.
func keys(questions []Question) string {
	var out []string
	for _, q := range questions {
		out = append(out, q.Field.Key)
	}
	return strings.Join(out, " ")
}

// twins has two aspects that say the same in eight ways, one that says something
// of its own in four, and one that hardly any candidate has, all over 32.
func twins() *Situation {
	s := &Situation{Weights: flat(32), Batch: 3, Options: 7, Page: 2}
	var brand, series, colour, rare []int
	for i := range 32 {
		brand, series = append(brand, i%7), append(series, (i%7+3)%7)
		colour = append(colour, i/8)
		rare = append(rare, -1)
	}
	rare[3], rare[4] = 0, 1
	s.Fields = []*Field{single("brand", brand...), single("series", series...), single("colour", colour...), single("rare", rare...)}
	return s
}

func TestJointSeesTheBatch(t *testing.T) {
	s := twins()
	// the value of a question in the batch is what it adds to those before it
	if got := keys(DefaultJoint().Next(s)); got != "brand colour" {
		t.Errorf("joint asks about %q", got)
	}
	for name, want := range map[string]string{"entropy": "brand series colour", "frequency": "brand series colour"} {
		p := configured(t, name)
		if got := keys(p.Next(s)); got != want {
			t.Errorf("%s asks about %q, want %q", name, got, want)
		}
	}
}

// The first question of the batch is the one of most value by its own, checked by
// trying every aspect alone.
func TestJointBeginsWithTheBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := aSituation(t)()
		s.Batch, s.Asked = 1, nil
		for _, f := range s.Fields {
			f.Answerable = 0
		}
		j := DefaultJoint()
		got := j.Next(s)
		best := 0.0
		for _, f := range s.Fields {
			alone := *s
			alone.Fields = []*Field{f}
			for _, q := range j.Next(&alone) {
				best = max(best, q.Worth.Found)
			}
		}
		switch {
		case len(got) == 0 && best > 0:
			t.Fatalf("asks nothing where %v could be had", best)
		case len(got) == 1 && !near(got[0].Worth.Found, best):
			t.Fatalf("asks for %v where %v could be had", got[0].Worth.Found, best)
		}
	})
}

func TestJointStops(t *testing.T) {
	j := DefaultJoint()
	colour := func(n int) *Field {
		codes := make([]int, n)
		for i := range codes {
			codes[i] = i % 4
		}
		return single("colour", codes...)
	}
	many := flat(200)
	sure := flat(200)
	sure[0] = 1000
	for i := range sure {
		sure[i] /= 1000 + 199.0/200
	}
	for _, tc := range []struct {
		name string
		s    Situation
		asks bool
	}{
		{"many alike", Situation{Weights: many, Fields: []*Field{colour(200)}, Page: 10}, true},
		{"the page holds everybody", Situation{Weights: flat(8), Fields: []*Field{colour(8)}, Page: 10}, false},
		{"the page all but surely holds the target", Situation{Weights: sure, Fields: []*Field{colour(200)}, Page: 10}, false},
		{"one candidate", Situation{Weights: []float64{1, 0}, Fields: []*Field{colour(2)}, Page: 1}, false},
		{"nothing to ask about", Situation{Weights: many, Page: 10}, false},
		{"nothing that tells", Situation{Weights: many, Fields: []*Field{single("a", slices.Repeat([]int{0}, 200)...)}, Page: 10}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tc.s.Batch, tc.s.Options = 3, 5
			if got := j.Next(&tc.s); (len(got) > 0) != tc.asks {
				t.Errorf("asks about %q", keys(got))
			}
		})
	}
	j.Sure = 1 // and the page holds all eight, of whom people look at three
	if got := j.Next(&Situation{Weights: flat(8), Fields: []*Field{colour(8)}, Batch: 1, Options: 5, Page: 10}); len(got) > 0 {
		t.Errorf("asks about %q where nothing can be surer", keys(got))
	}
}

// What was asked about before is worth less, and what was skipped less still.
func TestJointAvoidsRepetition(t *testing.T) {
	base := func() *Situation {
		s := twins()
		s.Batch, s.Fields = 1, s.Fields[:2]
		return s
	}
	j := DefaultJoint()
	if got := keys(j.Next(base())); got != "brand" {
		t.Fatalf("before anything was asked: %q", got)
	}
	asked := base()
	asked.Asked = []Asked{{Key: "brand", Skipped: true}}
	if got := keys(j.Next(asked)); got != "series" {
		t.Errorf("after the brand was skipped: %q", got)
	}
	both := base()
	both.Asked = []Asked{{Key: "brand", Skipped: true}, {Key: "series", Options: []Option{{Codes: []uint32{0}}}}}
	if got := keys(j.Next(both)); got != "brand" {
		t.Errorf("after the brand was skipped and the series answered with no preference: %q", got)
	}
	hard := base()
	hard.Fields[0].Answerable = 0.5
	if got := keys(j.Next(hard)); got != "series" {
		t.Errorf("when half the shoppers can not tell the brand: %q", got)
	}
}

// A question that was answered is not asked again with its options in the order
// of the new belief; one that was skipped may be.
func TestAnsweredIsNotAskedAgain(t *testing.T) {
	f := single("colour", 0, 0, 0, 1, 1, 2)
	shown := []Option{{Codes: []uint32{2}}, {Codes: []uint32{0}}, {Codes: []uint32{1}}}
	for _, name := range Policies() {
		p := configured(t, name)
		for _, skipped := range []bool{false, true} {
			s := &Situation{Weights: flat(6), Fields: []*Field{f}, Batch: 1, Options: 5, Page: 1, Rand: rand.New(rand.NewPCG(1, 1)),
				Asked: []Asked{{Key: "colour", Options: shown, Skipped: skipped}}}
			again := skipped && name != "none" && name != "sage" // to which asking again costs more than any answer is worth
			if asks := len(p.Next(s)) > 0; asks != again {
				t.Errorf("%s, skipped %v: asks %v", name, skipped, asks)
			}
		}
	}
}

// Shoppers who tell the truth get to their product whatever the policy: the
// target stays on top of the belief through every turn.
func TestConversationsConverge(t *testing.T) {
	for _, name := range Policies() {
		t.Run(name, func(t *testing.T) {
			policy := configured(t, name)
			rapid.Check(t, func(t *rapid.T) {
				s := aSituation(t)()
				n := len(s.Weights)
				s.Asked = nil
				target := rapid.IntRange(0, n-1).Draw(t, "target")
				var answers []Answer
				for range 4 {
					evidence := Evidence(n, answers, DefaultLikelihood())
					if evidence[target] < slices.Max(evidence) {
						t.Fatalf("after %d answers the target has %v, the best %v", len(answers), evidence[target], slices.Max(evidence))
					}
					s.Weights = Softmax(evidence)
					for _, q := range policy.Next(s) {
						answers = append(answers, truth(q.Field, q.Options, q.Field.Patterns(q.Options)[target]))
						s.Asked = append(s.Asked, Asked{Key: q.Field.Key, Options: q.Options})
					}
				}
			})
		})
	}
}

// TestJointReckonsWithWhatIsChosen: a batch chosen in two steps is the batch chosen
// in one.
func TestJointReckonsWithWhatIsChosen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := aSituation(t)()
		s.Batch = 3
		j := DefaultJoint()
		at := j.Next(s)
		if len(at) < 2 {
			return
		}
		k := rapid.IntRange(1, len(at)-1).Draw(t, "in the first step")
		rest := *s
		rest.Chosen, rest.Batch = at[:k], s.Batch-k
		rest.Fields = slices.DeleteFunc(slices.Clone(s.Fields), func(f *Field) bool {
			return slices.ContainsFunc(at[:k], func(q Question) bool { return q.Field == f })
		})
		again := j.Next(&rest)
		if len(again) != len(at)-k {
			t.Fatalf("%d more questions, in one step %d", len(again), len(at)-k)
		}
		for i, q := range again {
			want := at[k+i]
			if q.Field != want.Field || math.Abs(q.Worth.Bits-want.Worth.Bits) > 1e-9 || math.Abs(q.Worth.Page-want.Worth.Page) > 1e-9 {
				t.Fatalf("question %d is about %s, worth %+v; in one step about %s, %+v", k+i+1, q.Field.Key, q.Worth, want.Field.Key, want.Worth)
			}
		}
	})
}
