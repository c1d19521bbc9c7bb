package insight

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"shopclerk/agent/desk/control"
	"shopclerk/agent/journal"
)

// lived are the facts of some random conversations.
func lived(t *rapid.T) []*Facts {
	var out []*Facts
	for i := range rapid.IntRange(0, 8).Draw(t, "conversations") {
		out = append(out, live(t, fmt.Sprintf("c%d", i), 0, 9).facts())
	}
	return out
}

// The brute force of these tests knows neither sums kept on the way nor moments: it
// asks for one number at a time, over flat lists of everything there is.

// turns lists all turns with their conversation and their number in it, from 0.
type turnOf struct {
	*Turn
	of *Facts
	n  int
}

func allTurns(facts []*Facts) (out []turnOf) {
	for _, f := range facts {
		for i := range f.Turns {
			out = append(out, turnOf{&f.Turns[i], f, i})
		}
	}
	return out
}

// questionOf is a question with its turn and its number in the conversation, from 0.
type questionOf struct {
	*Asked
	turn turnOf
	n    int
}

func allQuestions(facts []*Facts) (out []questionOf) {
	for _, t := range allTurns(facts) {
		n := 0
		for _, before := range t.of.Turns[:t.n] {
			n += len(before.Questions)
		}
		for k := range t.Questions {
			out = append(out, questionOf{&t.Questions[k], t, n + k})
		}
	}
	return out
}

func where[T any](list []T, is func(T) bool) (out []T) {
	for _, x := range list {
		if is(x) {
			out = append(out, x)
		}
	}
	return out
}

func countWhere[T any](list []T, is func(T) bool) int { return len(where(list, is)) }

func sumOf[T any](list []T, of func(T) int) (n int) {
	for _, x := range list {
		n += of(x)
	}
	return n
}

func did(act journal.Act) func(turnOf) int {
	return func(t turnOf) int {
		seen := map[string]bool{}
		for _, touch := range t.Touches {
			if touch.Act == act {
				seen[touch.Product] = true
			}
		}
		return len(seen)
	}
}

func outcomesOf(qs []questionOf) Outcomes {
	is := func(o Outcome) int { return countWhere(qs, func(q questionOf) bool { return q.Outcome == o }) }
	return Outcomes{
		Shown: len(qs), Ticked: is(Ticked), Otherwise: is(Otherwise), NoPreference: is(NoPreference), Skipped: is(Skipped), Open: is(Open),
		TakenBack: sumOf(qs, func(q questionOf) int { return q.TakenBack }),
	}
}

func TestSummarise(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		facts := lived(t)
		got := Summarise(facts)
		spoke := where(facts, func(f *Facts) bool { return len(f.Turns) > 0 })
		turns, questions := allTurns(facts), allQuestions(facts)
		of := func(f *Facts) []turnOf { return where(turns, func(t turnOf) bool { return t.of == f }) }
		some := func(count func(turnOf) int) Estimate {
			return Share(countWhere(spoke, func(f *Facts) bool { return sumOf(of(f), count) > 0 }), len(spoke))
		}
		var lengths, asked []float64
		sessions := map[string]bool{}
		for _, f := range spoke {
			sessions[f.Session] = true
			lengths = append(lengths, float64(len(f.Turns)))
			asked = append(asked, float64(countWhere(questions, func(q questionOf) bool { return q.turn.of == f })))
		}
		want := Summary{
			Conversations: len(spoke), Sessions: len(sessions), Turns: len(turns),
			Undone:    countWhere(turns, func(t turnOf) bool { return t.Undone }),
			Questions: outcomesOf(questions),
			Opened:    sumOf(turns, did(journal.Opened)), Compared: sumOf(turns, did(journal.Compared)), Baskets: sumOf(turns, did(journal.Basket)),
			TurnsEach: Mean(lengths), QuestionsEach: Mean(asked),
			Answered: Share(countWhere(questions, func(q questionOf) bool { return q.Outcome == Ticked || q.Outcome == Otherwise }), len(questions)),
			Opening:  some(did(journal.Opened)), Buying: some(did(journal.Basket)),
			Good: some(func(t turnOf) int {
				return countWhere(t.Touches, func(touch Touch) bool { return touch.Place > 0 })
			}),
			Empty: Share(countWhere(turns, func(t turnOf) bool { return t.Empty }), len(turns)),
		}
		for n := 0; countWhere(turns, func(t turnOf) bool { return t.n == n }) > 0; n++ {
			nth := where(turns, func(t turnOf) bool { return t.n == n })
			some := func(count func(turnOf) int) Estimate {
				return Share(countWhere(nth, func(t turnOf) bool { return count(t) > 0 }), len(nth))
			}
			want.ByTurn = append(want.ByTurn, TurnSum{
				Turns: len(nth), Opened: sumOf(nth, did(journal.Opened)), Baskets: sumOf(nth, did(journal.Basket)),
				Answered: countWhere(questions, func(q questionOf) bool { return q.turn.n == n && (q.Outcome == Ticked || q.Outcome == Otherwise) }),
				Opening:  some(did(journal.Opened)), Buying: some(did(journal.Basket)),
			})
		}
		for n := 0; countWhere(questions, func(q questionOf) bool { return q.n == n }) > 0; n++ {
			nth := where(questions, func(q questionOf) bool { return q.n == n })
			last := where(nth, func(q questionOf) bool { return q.turn.n == len(q.turn.of.Turns)-1 })
			left := countWhere(last, func(q questionOf) bool { return len(q.turn.Touches) == 0 })
			want.DropOff = append(want.DropOff, Drop{
				Reached: len(nth), On: len(nth) - len(last), Took: len(last) - left, Left: Share(left, len(nth)),
				Answered: countWhere(nth, func(q questionOf) bool { return q.Outcome != Open && q.Outcome != Skipped }),
			})
		}
		near := cmpopts.EquateApprox(1e-9, 1e-9)
		if diff := gocmp.Diff(want, got, near, cmpopts.EquateEmpty(), cmpopts.IgnoreUnexported(TurnSum{})); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
		// what found nothing: "lamp" and "Lamp!" are the same, and every empty turn is in one line
		nothing := Nothing(facts)
		if n := sumOf(nothing, func(f Fruitless) int { return f.Turns }); n != countWhere(turns, func(t turnOf) bool { return t.Empty && !t.unsold() }) {
			t.Fatalf("%d turns found nothing", n)
		}
		for i, f := range nothing {
			same := where(turns, func(t turnOf) bool {
				return t.Empty && !t.unsold() && normalize(t.Said) == normalize(f.Message) && normalize(t.Need) == normalize(f.Need)
			})
			var ids []string
			for _, t := range same {
				ids = append(ids, t.of.ID)
			}
			if ids = slices.Compact(ids); len(same) != f.Turns || !slices.Equal(ids, f.Conversations) {
				t.Fatalf("%+v, want %d turns of %q", f, len(same), ids)
			}
			if i > 0 && nothing[i-1].Turns < f.Turns {
				t.Fatalf("%d before %d", nothing[i-1].Turns, f.Turns)
			}
		}
	})
}

func TestQuestions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		facts := lived(t)
		got := Questions(facts)
		all := allQuestions(facts)
		var want []Question
		seen := map[Topic]bool{}
		for _, q := range all {
			for _, category := range q.turn.Scope {
				topic := Topic{category, q.Aspect}
				if !seen[topic] {
					seen[topic] = true
					want = append(want, bruteQuestion(facts, all, topic))
				}
			}
		}
		slices.SortFunc(want, func(a, b Question) int {
			return cmp.Or(b.Shown-a.Shown, cmp.Compare(a.Category, b.Category), cmp.Compare(a.Aspect, b.Aspect))
		})
		if diff := gocmp.Diff(want, got, cmpopts.EquateApprox(1e-9, 1e-9), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	})
}

// many are so many long conversations.
func many(n int) *rapid.Generator[[]*Facts] {
	return rapid.Custom(func(t *rapid.T) []*Facts {
		var out []*Facts
		for i := range n {
			out = append(out, live(t, fmt.Sprintf("c%03d", i), 10, 14).facts())
		}
		return out
	})
}

// With hundreds of conversations the effects have enough acts to have intervals.
func TestQuestionsOfMany(t *testing.T) {
	known := 0
	for seed := range 2 {
		facts := many(120).Example(seed)
		dice := rand.New(rand.NewPCG(1, uint64(seed)))
		for _, t := range allTurns(facts) {
			for place := range t.Shown {
				touch := Touch{Act: journal.Opened, Product: fmt.Sprintf("p%d", place), Place: place + 1}
				if dice.IntN(3+3*place) == 0 && !slices.Contains(t.Touches, touch) {
					t.Touches = append(t.Touches, touch)
				}
			}
		}
		all := allQuestions(facts)
		for _, got := range Questions(facts) {
			want := bruteQuestion(facts, all, got.Topic)
			if diff := gocmp.Diff(want, got, cmpopts.EquateApprox(1e-9, 1e-9), cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("(-want +got):\n%s", diff)
			}
			known += Indicator(got.Opening.Ratio.Known())
			if diff := gocmp.Diff(got, About(facts, got.Topic)); diff != "" {
				t.Fatalf("about one topic (-all +one):\n%s", diff)
			}
		}
	}
	if known == 0 {
		t.Error("no effect had enough acts")
	}
}

func bruteQuestion(facts []*Facts, all []questionOf, topic Topic) Question {
	qs := where(all, func(q questionOf) bool {
		return q.Aspect == topic.Aspect && slices.Contains(q.turn.Scope, topic.Category)
	})
	in := map[*Facts]bool{}
	var predicted, realised, surplus, took []float64
	for _, q := range qs {
		in[q.turn.of] = true
		if q.Told {
			predicted, realised = append(predicted, q.Bits), append(realised, q.Realised)
			surplus = append(surplus, q.Realised-q.Bits)
		}
		if q.Outcome != Open && q.Outcome != Skipped && q.Took > 0 {
			took = append(took, q.Took.Seconds())
		}
	}
	o := outcomesOf(qs)
	opened, bought, earned := bruteEffects(facts, qs)
	excess := 0.0
	for _, q := range qs {
		excess += (float64(Indicator(left(q.turn))) - usual(facts, q.turn)) / float64(len(q.turn.Questions))
	}
	return Question{
		Topic: topic, Outcomes: o, Conversations: len(in),
		AnsweredShare: Share(o.Ticked+o.Otherwise, o.Shown), SkippedShare: Share(o.Skipped, o.Shown),
		Predicted: Mean(predicted), Realised: Mean(realised), Surplus: Mean(surplus),
		Took:    quartiles(took),
		Left:    Share(countWhere(qs, func(q questionOf) bool { return left(q.turn) }), len(qs)),
		Leaving: bruteLeaving(facts, all, qs), Excess: excess,
		Opening: opened, Buying: bought, Earning: earned,
	}
}

// bruteEffect computes the effect list by list: the variance of log COEC is Σ of the
// squares of what each conversation contributes, acts/Σacts − expected/Σexpected.
func bruteEffect(facts []*Facts, qs []questionOf, of func(Touch) float64) Effect {
	turns := allTurns(facts)
	rate := func(place int) float64 {
		lists := where(turns, func(t turnOf) bool { return len(t.Shown) >= place })
		sum := 0.0
		for _, t := range lists {
			sum += acts(t.Turn, of, place, place)
		}
		return sum / float64(len(lists))
	}
	type list struct {
		of             *Facts
		acts, expected float64
	}
	lists := func(is func(questionOf) bool) (out []list) {
		for _, q := range where(qs, func(q questionOf) bool { return is(q) && q.turn.Led > 0 }) {
			next := &q.turn.of.Turns[q.turn.Led]
			l := list{of: q.turn.of, acts: acts(next, of, 1, len(next.Shown))}
			for place := 1; place <= len(next.Shown); place++ {
				l.expected += rate(place)
			}
			out = append(out, l)
		}
		return out
	}
	answered := lists(func(q questionOf) bool { return q.Outcome == Ticked || q.Outcome == Otherwise })
	skipped := lists(func(q questionOf) bool { return q.Outcome == Skipped })
	total := func(ls []list) (acts, expected float64) {
		for _, l := range ls {
			acts, expected = acts+l.acts, expected+l.expected
		}
		return acts, expected
	}
	// share of a conversation in the log of a group's COEC
	part := func(f *Facts, ls []list) float64 {
		acts, expected := total(ls)
		a, e := total(where(ls, func(l list) bool { return l.of == f }))
		return a/acts - e/expected
	}
	interval := func(log float64, n int, of func(*Facts) float64) Estimate { return logNormal(facts, log, n, of) }
	response := func(ls []list) Response {
		acts, expected := total(ls)
		r := Response{Lists: len(ls), Acts: acts, Expected: expected}
		if acts >= leastActs {
			r.COEC = interval(math.Log(acts/expected), len(ls), func(f *Facts) float64 { return part(f, ls) })
		}
		return r
	}
	e := Effect{Answered: response(answered), Skipped: response(skipped)}
	if e.Answered.COEC.Known() && e.Skipped.COEC.Known() {
		e.Ratio = interval(math.Log(e.Answered.COEC.Value/e.Skipped.COEC.Value), len(answered)+len(skipped),
			func(f *Facts) float64 { return part(f, answered) - part(f, skipped) })
	}
	return e
}

// acts counts what was done with the products from one place to another.
func acts(t *Turn, of func(Touch) float64, from, to int) (sum float64) {
	for _, touch := range t.Touches {
		if touch.Place >= from && touch.Place <= to {
			sum += of(touch)
		}
	}
	return sum
}

// logNormal is the interval of a ratio whose logarithm each conversation adds a part to.
func logNormal(facts []*Facts, log float64, n int, of func(*Facts) float64) Estimate {
	variance := 0.0
	for _, f := range facts {
		variance += of(f) * of(f)
	}
	half := 1.959963984540054 * math.Sqrt(variance)
	return Estimate{math.Exp(log), math.Exp(log - half), math.Exp(log + half), n}
}

func one(act journal.Act) func(Touch) float64 {
	return func(t Touch) float64 { return float64(Indicator(t.Act == act)) }
}

// bruteEffects are the effects on clicks, baskets and what was paid for what was ordered:
// the last is not told where there are too few orders.
func bruteEffects(facts []*Facts, qs []questionOf) (opened, bought, earned Effect) {
	opened, bought = bruteEffect(facts, qs, one(journal.Opened)), bruteEffect(facts, qs, one(journal.Basket))
	ordered := bruteEffect(facts, qs, one(journal.Ordered))
	earned = bruteEffect(facts, qs, func(t Touch) float64 { return float64(Indicator(t.Act == journal.Ordered)) * float64(t.Worth) / 100 })
	if ordered.Answered.Acts < leastActs {
		earned.Answered.COEC = Estimate{}
	}
	if ordered.Skipped.Acts < leastActs {
		earned.Skipped.COEC = Estimate{}
	}
	if !ordered.Ratio.Known() {
		earned.Ratio = Estimate{}
	}
	return opened, bought, earned
}

func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		facts := lived(t)
		got := Order(facts)
		chance := where(allQuestions(facts), func(q questionOf) bool { return q.Shuffle && (q.Outcome == Ticked || q.Outcome == Otherwise) })
		for place := 0; ; place++ {
			with := where(chance, func(q questionOf) bool { return len(q.Offers) > place })
			if len(with) == 0 {
				if len(got) != place {
					t.Fatalf("%d places, want %d", len(got), place)
				}
				return
			}
			picked := countWhere(with, func(q questionOf) bool { return slices.Contains(q.Picked, place) })
			mass := 0.0
			for _, q := range with {
				mass += float64(q.Masses[place]) / float64(len(with))
			}
			want := Place{Shown: len(with), Picked: picked, Taken: Share(picked, len(with)), Expected: mass}
			if diff := gocmp.Diff(want, got[place], cmpopts.EquateApprox(1e-9, 1e-9)); diff != "" {
				t.Fatalf("place %d (-want +got):\n%s", place, diff)
			}
		}
	})
}

func TestJudge(t *testing.T) {
	x := &control.Experiment{Name: "x", Arms: []control.Arm{{Name: "a", Share: 0.25}, {Name: "b", Share: 0.75}}}
	rapid.Check(t, func(t *rapid.T) {
		facts := lived(t)
		got := Judge(facts, x)
		under := where(allTurns(facts), func(t turnOf) bool { return t.Arm.Experiment == "x" })
		of := func(session string) []turnOf {
			return where(under, func(t turnOf) bool { return t.of.Session == session })
		}
		var all []string
		for _, t := range under {
			all = append(all, t.of.Session)
		}
		slices.Sort(all)
		all = slices.Compact(all)
		whole := func(session, arm string) bool {
			return countWhere(of(session), func(t turnOf) bool { return t.Arm.Arm != arm }) == 0
		}
		want := Verdict{Strays: countWhere(all, func(s string) bool { return !whole(s, "a") && !whole(s, "b") })}
		for i, arm := range x.Arms {
			sessions := where(all, func(s string) bool { return whole(s, arm.Name) })
			some := func(count func(turnOf) int) Estimate {
				return Share(countWhere(sessions, func(s string) bool { return sumOf(of(s), count) > 0 }), len(sessions))
			}
			a := Arm{Arm: arm, Sessions: len(sessions), Conduct: Conduct{Opening: some(did(journal.Opened)), Buying: some(did(journal.Basket)),
				Good: some(func(t turnOf) int { return Indicator(t.Good()) })}}
			var turns, questions []float64
			for _, s := range sessions {
				turns = append(turns, float64(len(of(s))))
				questions = append(questions, float64(sumOf(of(s), func(t turnOf) int { return len(t.Questions) })))
				a.Conversations += countWhere(facts, func(f *Facts) bool {
					return f.Session == s && countWhere(of(s), func(t turnOf) bool { return t.of == f }) > 0
				})
			}
			a.Turns, a.Questions = Mean(turns), Mean(questions)
			if i > 0 {
				first := want.Arms[0]
				a.More = Conduct{Difference(a.Opening, first.Opening), Difference(a.Buying, first.Buying), Difference(a.Good, first.Good),
					Difference(a.Turns, first.Turns), Difference(a.Questions, first.Questions)}
			}
			want.Arms = append(want.Arms, a)
		}
		// of one degree of freedom the p-value is erfc(√(x/2))
		n, m := float64(want.Arms[0].Sessions), float64(want.Arms[1].Sessions)
		want.P = 1
		if n+m > 0 {
			statistic := math.Pow(n-0.25*(n+m), 2)/(0.25*(n+m)) + math.Pow(m-0.75*(n+m), 2)/(0.75*(n+m))
			want.P = math.Erfc(math.Sqrt(statistic / 2))
		}
		if diff := gocmp.Diff(want, got, cmpopts.EquateApprox(1e-9, 1e-9), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	})
}

func TestMismatch(t *testing.T) {
	// 5,000 sessions to 4,600 at even shares is a fault, 5,000 to 4,900 is chance
	for _, c := range []struct {
		a, b int
		want bool
	}{{5000, 4600, false}, {5000, 4900, true}} {
		v := Verdict{P: goodnessOfFit([]int{c.a, c.b}, []float64{0.5, 0.5})}
		if v.AsIntended() != c.want {
			t.Errorf("%d to %d: p = %v", c.a, c.b, v.P)
		}
	}
}
