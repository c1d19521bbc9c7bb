package insight

import (
	"fmt"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/agent/tools"
)

// someErrand draws what an exchange carries of an errand.
func someErrand(t *rapid.T, id string) memory.Errand {
	from := func(label string, list ...string) string { return rapid.SampledFrom(list).Draw(t, label) }
	e := memory.Errand{Task: tools.Task{ID: id, Words: from("words", "", "cancel it", "Cancel it!", "sing me a song", journal.Redacted)}}
	e.Decision.Do = rapid.SampledFrom([]tools.Do{tools.Ask, tools.Confirm, tools.Decline}).Draw(t, "do")
	e.Decision.Clarity = rapid.SampledFrom([]tools.Clarity{tools.Clear, tools.Missing, tools.Wrong, tools.Beyond}).Draw(t, "clarity")
	if tool := from("tool", "", "cancel", "return"); tool != "" {
		e.Title, e.Decision.Call = "to "+tool, &tools.Call{Tool: tool}
	}
	e.Ending = rapid.SampledFrom([]memory.Ending{"", "", "", memory.Done, memory.Declined, memory.Refused, memory.Dropped}).Draw(t, "ending")
	if e.Ending == memory.Done {
		e.Deed = &memory.Deed{Tool: from("deed", "cancel", "return")}
	}
	parameters := []string{"order", "item", tools.WhichTool}
	for range rapid.IntRange(0, 3).Draw(t, "log") {
		o := tools.Observation{}
		if rapid.Bool().Draw(t, "replied") {
			o.Reply = &tools.Reply{Aspect: from("aspect", parameters...)}
			switch from("how", "value", "words", "none", "not") {
			case "value":
				o.Reply.Value = "W1"
			case "words":
				o.Reply.Words = "the first"
			case "none":
				o.Reply.None = true
			case "not":
				o.Reply.Not = []any{"W1"}
			}
		} else {
			o.Failure = &tools.Failure{Parameter: from("failed", "", "order"), Reason: from("why", "", "it is sold out")}
		}
		e.Task.Log = append(e.Task.Log, o)
	}
	for range rapid.IntRange(0, 2).Draw(t, "questions") {
		q := tools.Question{Aspect: from("about", parameters...), Label: "label"}
		if rapid.Bool().Draw(t, "not") {
			q.Not = &tools.Objection{Parameter: q.Aspect, Because: tools.Unlisted}
		}
		e.Inquiries = append(e.Inquiries, memory.Inquiry{Question: q})
	}
	if rapid.Bool().Draw(t, "objects") {
		e.Decision.Objections = []tools.Objection{{Parameter: "order", Reason: from("reason", "it is sold out", "it was shipped"), Because: tools.Failed}}
	}
	return e
}

// someRun draws a history with errands: pages that are seen, pages that are not,
// pages gone back from.
func someRun(t *rapid.T, id string) *journal.History {
	h := &journal.History{ID: id, Session: id, Created: day}
	at, standing := day, 0
	for range rapid.IntRange(0, 6).Draw(t, "events") {
		if !rapid.Bool().Draw(t, "at once") {
			at = at.Add(time.Minute)
		}
		e := journal.Recorded{Version: len(h.Events) + 1, At: at, Kind: journal.Undone}
		if standing > 0 && rapid.IntRange(0, 4).Draw(t, "undo") == 0 {
			standing--
		} else {
			standing++
			e.Kind, e.Exchange = journal.Exchanged, &memory.Exchange{Shown: []string{"p"}, Fit: 1, Total: 1}
			ids := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", id}), 0, 3, rapid.ID[string]).Draw(t, "errands")
			for _, task := range ids {
				e.Exchange.Errands = append(e.Exchange.Errands, someErrand(t, task))
			}
		}
		h.Events = append(h.Events, e)
	}
	return h
}

// carriedBy lists every word of a history about one errand, oldest first.
func carriedBy(h *journal.History, id string) (out []*memory.Errand, at []int) {
	for n := range h.Events {
		if x := h.Events[n].Exchange; x != nil {
			for k := range x.Errands {
				if x.Errands[k].Task.ID == id {
					out, at = append(out, &x.Errands[k]), append(at, n)
				}
			}
		}
	}
	return out, at
}

// bruteErrand asks for one thing at a time of all that a history says of an errand.
func bruteErrand(h *journal.History, f *Facts, turnOf map[int]int, id string) Errand {
	all, at := carriedBy(h, id)
	last := all[len(all)-1]
	done := slices.IndexFunc(all, func(e *memory.Errand) bool { return e.Ending == memory.Done })
	want := Errand{ID: id, First: -1, Words: last.Task.Words, Clarity: last.Decision.Clarity, Ending: last.Ending,
		Confirmed: countWhere(all, func(e *memory.Errand) bool { return e.Decision.Do == tools.Confirm }) > 0}
	if done >= 0 {
		want.Ending = memory.Done
	}
	for i, e := range all {
		if t, ok := turnOf[at[i]]; ok {
			want.Turns++
			if want.First < 0 {
				want.First = t
			}
		}
		for _, q := range e.Inquiries {
			asked := Inquiry{Parameter: q.Question.Aspect, Label: q.Question.Label, at: len(e.Task.Log)}
			for n := asked.at; n < len(last.Task.Log) && asked.Outcome == Open; n++ {
				again := countWhere(all, func(e *memory.Errand) bool {
					return len(e.Task.Log) > asked.at && len(e.Task.Log) <= n && slices.ContainsFunc(e.Inquiries, func(q memory.Inquiry) bool { return q.Question.Aspect == asked.Parameter })
				}) > 0
				if r := last.Task.Log[n].Reply; r != nil && r.Aspect == asked.Parameter && !again {
					asked.Outcome = map[[2]bool]Outcome{{true, false}: Ticked, {false, true}: NoPreference, {false, false}: Otherwise}[[2]bool{r.Value != nil, r.None}]
				}
			}
			if !slices.Contains(want.Inquiries, asked) {
				want.Inquiries = append(want.Inquiries, asked)
			}
		}
		var obstacles []Obstacle
		for _, q := range e.Inquiries {
			if q.Question.Not != nil {
				obstacles = append(obstacles, Obstacle{Parameter: q.Question.Not.Parameter, Because: tools.Unlisted})
			}
		}
		for _, o := range e.Decision.Objections {
			obstacles = append(obstacles, Obstacle{Parameter: o.Parameter, Reason: o.Reason})
		}
		for _, o := range e.Task.Log {
			if o.Failure != nil && o.Failure.Parameter+o.Failure.Reason != "" {
				obstacles = append(obstacles, Obstacle{Parameter: o.Failure.Parameter, Reason: o.Failure.Reason})
			}
		}
		for _, o := range obstacles {
			if !slices.Contains(want.Obstacles, o) {
				want.Obstacles = append(want.Obstacles, o)
			}
		}
	}
	return want
}

// However an errand travels through exchanges, it is one, and all that they say of it.
func TestErrandDigest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := someRun(t, "c")
		f := newInterner().digest(h)
		turnOf := map[int]int{} // of an event whose page was seen
		stand, seen := []int{}, []int{}
		for n, e := range h.Events {
			if e.Kind == journal.Undone {
				stand = stand[:len(stand)-1]
			} else {
				stand = append(stand, n)
			}
			if len(stand) > 0 && (n+1 == len(h.Events) || !h.Events[n+1].At.Equal(e.At)) {
				seen = append(seen, stand[len(stand)-1])
			}
		}
		slices.Sort(seen)
		for i, n := range slices.Compact(seen) {
			turnOf[n] = i
		}
		if len(turnOf) != len(f.Turns) {
			t.Fatalf("%d turns, want %d", len(f.Turns), len(turnOf))
		}
		got := map[string]Errand{}
		for _, e := range f.Errands {
			got[e.ID] = e
		}
		if len(got) != len(f.Errands) {
			t.Fatalf("an errand counts twice: %+v", f.Errands)
		}
		for _, id := range []string{"a", "b", "c"} {
			all, _ := carriedBy(h, id)
			if len(all) == 0 {
				continue
			}
			want, e := bruteErrand(h, f, turnOf, id), got[id]
			delete(got, id)
			if want.First < 0 {
				if e.ID != "" {
					t.Fatalf("nobody saw %+v", e)
				}
				continue
			}
			// the tool is that of the first deed, and before any deed of the latest call
			want.Tool, want.Title = e.Tool, e.Title
			if diff := gocmp.Diff(want, e, gocmp.AllowUnexported(Inquiry{}), cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("errand %s (-want +got):\n%s", id, diff)
			}
			if want.Ending == memory.Done && !slices.ContainsFunc(all, func(x *memory.Errand) bool { return x.Deed != nil && x.Deed.Tool == e.Tool }) {
				t.Fatalf("no deed was %q", e.Tool)
			}
		}
		if len(got) > 0 {
			t.Fatalf("nobody wanted %v", got)
		}
	})
}

func TestErrands(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var facts []*Facts
		for i := range rapid.IntRange(0, 5).Draw(t, "conversations") {
			facts = append(facts, newInterner().digest(someRun(t, fmt.Sprintf("c%d", i))))
		}
		got := Errands(facts)
		type errandOf struct {
			*Errand
			of *Facts
		}
		var all []errandOf
		spoke := where(facts, func(f *Facts) bool { return len(f.Turns) > 0 })
		for _, f := range spoke {
			for i := range f.Errands {
				if e := (errandOf{&f.Errands[i], f}); !slices.ContainsFunc(all, func(x errandOf) bool { return x.ID == e.ID }) {
					all = append(all, e)
				}
			}
		}
		beyond := func(e errandOf) bool { return e.Ending == memory.Declined && e.Clarity == tools.Beyond }
		tool := func(e errandOf) string {
			if beyond(e) {
				return ""
			}
			return e.Tool
		}
		sum := func(name string, of []errandOf) ErrandSum {
			s := ErrandSum{Tool: name, Errands: len(of), Ended: map[memory.Ending]int{}, Confirmed: countWhere(of, func(e errandOf) bool { return e.Confirmed })}
			var questions, turns []float64
			for _, e := range of {
				s.Ended[e.Ending]++
				questions = append(questions, float64(len(e.Inquiries)))
				if e.Ending == memory.Done {
					turns = append(turns, float64(e.Turns))
				}
			}
			s.DoneShare, s.QuestionsEach, s.TurnsEach = Share(s.Ended[memory.Done], len(of)), Mean(questions), Mean(turns)
			for _, e := range []*Estimate{&s.QuestionsEach, &s.TurnsEach} {
				e.Low = max(0, e.Low)
			}
			return s
		}
		why := func(c ...tools.Clarity) int {
			return countWhere(all, func(e errandOf) bool { return e.Ending == memory.Declined && slices.Contains(c, e.Clarity) })
		}
		want := ErrandSummary{
			ErrandSum: sum("", all), Conversations: len(spoke), With: countWhere(spoke, func(f *Facts) bool { return len(f.Errands) > 0 }),
			NotHere: why(tools.Beyond), Lacking: why(tools.Missing), Refusing: why(tools.Wrong), Failing: why(tools.Clear),
			Unreadable: countWhere(all, func(e errandOf) bool { return beyond(e) && (e.Words == "" || e.Words == journal.Redacted) }),
		}
		want.WithShare = Share(want.With, want.Conversations)
		for _, name := range []string{"", "cancel", "return"} {
			of := where(all, func(e errandOf) bool { return tool(e) == name })
			if len(of) > 0 {
				want.ByTool = append(want.ByTool, sum(name, of))
			}
			for _, parameter := range []string{"item", "order", tools.WhichTool} {
				q := ErrandQuestion{Tool: name, Parameter: parameter, Label: "label"}
				for _, e := range of {
					mine := where(e.Inquiries, func(i Inquiry) bool { return i.Parameter == parameter })
					is := func(o Outcome) int { return countWhere(mine, func(i Inquiry) bool { return i.Outcome == o }) }
					q.Errands += Indicator(len(mine) > 0)
					q.Shown += len(mine)
					q.Ticked, q.Otherwise, q.NoPreference, q.Open = q.Ticked+is(Ticked), q.Otherwise+is(Otherwise), q.NoPreference+is(NoPreference), q.Open+is(Open)
				}
				if q.AnsweredShare = Share(q.Ticked+q.Otherwise, q.Shown); q.Shown > 0 {
					want.Asked = append(want.Asked, q)
				}
			}
			var met []Obstacle
			for _, e := range of {
				met = append(met, e.Obstacles...)
			}
			slices.SortFunc(met, func(a, b Obstacle) int {
				return slices.Compare([]string{a.Parameter, string(a.Because), a.Reason}, []string{b.Parameter, string(b.Because), b.Reason})
			})
			for _, o := range slices.Compact(met) {
				x := Impossible{Tool: name, Obstacle: o}
				for _, e := range where(of, func(e errandOf) bool { return slices.Contains(e.Obstacles, o) }) {
					x.Errands++
					x.Done += Indicator(e.Ending == memory.Done)
					x.Conversations = append(x.Conversations, e.of.ID)
				}
				x.Conversations = slices.Compact(x.Conversations)
				want.Obstacles = append(want.Obstacles, x)
			}
		}
		slices.SortStableFunc(want.ByTool, func(a, b ErrandSum) int { return b.Errands - a.Errands })
		slices.SortStableFunc(want.Asked, func(a, b ErrandQuestion) int { return b.Shown - a.Shown })
		slices.SortStableFunc(want.Obstacles, func(a, b Impossible) int { return b.Errands - a.Errands })
		for n := 1; countWhere(all, func(e errandOf) bool { return e.Ending == memory.Done && e.Turns >= n }) > 0; n++ {
			want.Done = append(want.Done, countWhere(all, func(e errandOf) bool { return e.Ending == memory.Done && e.Turns == n }))
		}
		ignore := []gocmp.Option{cmpopts.EquateApprox(1e-9, 1e-9), cmpopts.EquateEmpty(), cmpopts.IgnoreUnexported(ErrandSum{}),
			cmpopts.IgnoreFields(ErrandSum{}, "Title"), cmpopts.IgnoreFields(ErrandSummary{}, "Beyond")}
		if diff := gocmp.Diff(want, got, ignore...); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
		// "cancel it" and "Cancel it!" are the same words
		for _, text := range []string{"cancel it", "sing me a song"} {
			n := countWhere(all, func(e errandOf) bool { return beyond(e) && normalize(e.Words) == normalize(text) })
			found := where(got.Beyond, func(c Cluster) bool { return normalize(c.Text()) == normalize(text) })
			if sumOf(found, func(c Cluster) int { return c.Count }) != n || len(found) > 1 {
				t.Fatalf("%q is %+v, want %d", text, found, n)
			}
		}
	})
}
