package agent_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent"
	"shopclerk/agent/clarify"
	"shopclerk/agent/desk/control"
	"shopclerk/agent/memory"
	"shopclerk/agent/voice"
	"shopclerk/catalog"
	"shopclerk/search"
	languages "shopclerk/words"
)

// under puts settings in force.
func under(t *testing.T, a *agent.Agent, settings ...control.Setting) {
	t.Helper()
	var l control.Log
	for i := range settings {
		l = append(l, control.Entry{Sequence: int64(i + 1), Who: "anna", Act: control.Act{Set: &settings[i]}})
	}
	if err := a.Apply(l.Controls()); err != nil {
		t.Fatal(err)
	}
}

// asks lists the aspects that a turn asks about.
func asks(turn *agent.Turn) []string {
	var out []string
	for _, q := range turn.Questions {
		out = append(out, q.Answer.Key)
	}
	return out
}

func begin(t *testing.T, a *agent.Agent, in agent.Input) *agent.Turn {
	t.Helper()
	var c memory.Conversation
	return reply(t, a, &c, in)
}

func TestNoControlsChangeNothing(t *testing.T) {
	want := begin(t, clerk(t, true), agent.Input{Message: "red kettle"})
	for name, c := range map[string]*control.Controls{"nil": nil, "an empty log's": control.Log{}.Controls()} {
		a := clerk(t, true)
		if err := a.Apply(c); err != nil {
			t.Fatal(err)
		}
		got := begin(t, a, agent.Input{Message: "red kettle", Session: "s"})
		if diff := cmp.Diff(want.Questions, got.Questions); diff != "" {
			t.Errorf("%s controls: questions (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(want.Products, got.Products); diff != "" || want.Reply != got.Reply {
			t.Errorf("%s controls: %q (-want +got):\n%s", name, got.Reply, diff)
		}
	}
}

func TestWordedQuestions(t *testing.T) {
	a := clerk(t, false)
	a = a.With(func(c *agent.Config) { c.Policy = asking("material") })
	under(t, a,
		control.Setting{Kind: control.KindWording, Category: kettles, Aspect: "material", Text: "What should it be made of?", Help: "Steel keeps warm longest."},
		control.Setting{Kind: control.KindWording, Category: kettles, Aspect: "material", Name: "de", Text: "Woraus soll er sein?"})
	q := begin(t, a, browse(kettles)).Questions[0]
	if q.Text != "What should it be made of?" || q.Help != "Steel keeps warm longest." || q.Worded != 1 {
		t.Errorf("%q, %q, worded by %d", q.Text, q.Help, q.Worded)
	}
	german := languages.Lookup("de")
	var c memory.Conversation
	turn, err := a.Reply(languages.With(context.Background(), german), &c, browse(kettles))
	if err != nil {
		t.Fatal(err)
	}
	if q := turn.Questions[0]; q.Text != "Woraus soll er sein?" || q.Worded != 2 {
		t.Errorf("in German %q", q.Text)
	}
	if q := begin(t, a, browse(floorLamps)).Questions[0]; q.Text != "Which material?" || q.Help != "" || q.Worded != 0 {
		t.Errorf("in another category %q, %q", q.Text, q.Help)
	}
}

func TestPlacesOfAspects(t *testing.T) {
	own := asks(begin(t, clerk(t, false), browse(kettles)))
	if len(own) != 2 || slices.Contains(own, "keep_warm") {
		t.Fatalf("the clerk alone asks about %q", own)
	}
	for _, tc := range []struct {
		name string
		set  []control.Setting
		want []string
	}{
		{"never its first choice", []control.Setting{{Aspect: own[0], Place: control.Never}}, nil},
		{"first what tells little", []control.Setting{{Aspect: "keep_warm", Place: control.First}}, []string{"keep_warm"}},
		{"early what tells little", []control.Setting{{Aspect: "keep_warm", Place: control.Early}}, own},
		{"early its second choice", []control.Setting{{Aspect: own[1], Place: control.Early}}, []string{own[1]}},
		{"first before early", []control.Setting{{Aspect: own[1], Place: control.Early}, {Aspect: "keep_warm", Place: control.First}}, []string{"keep_warm", own[1]}},
		{"said of another category", []control.Setting{{Category: floorLamps, Aspect: own[0], Place: control.Never}}, own},
	} {
		t.Run(tc.name, func(t *testing.T) {
			a := clerk(t, false)
			for i := range tc.set {
				tc.set[i].Kind = control.KindPlace
			}
			under(t, a, tc.set...)
			got := asks(begin(t, a, browse(kettles)))
			for _, q := range begin(t, a, browse(kettles)).Questions {
				told := strings.Contains(voice.Explain(languages.English, &q, 0).Effect, "The shop has it asked")
				if said := slices.ContainsFunc(tc.set, func(s control.Setting) bool { return s.Aspect == q.Answer.Key && s.Category == "" }); told != said {
					t.Errorf("why ask about %s: the shop is named: %t", q.Answer.Key, told)
				}
			}
			if len(got) != 2 || len(tc.want) > 0 && !slices.Equal(got[:len(tc.want)], tc.want) {
				t.Errorf("asks about %q, want %q at the front", got, tc.want)
			}
			if tc.want == nil && slices.Contains(got, own[0]) {
				t.Errorf("asks about %q", got)
			}
		})
	}
}

// TestFirstAsLongAsItTells: what is known is not asked, whatever the shop says.
func TestFirstAsLongAsItTells(t *testing.T) {
	a := clerk(t, false)
	under(t, a, control.Setting{Kind: control.KindPlace, Aspect: "keep_warm", Place: control.First})
	in := browse(kettles)
	in.Changes = append(in.Changes, search.Change{Op: search.AddLimit, Condition: &catalog.Condition{Key: "material", Values: []string{"Glass"}}},
		search.Change{Op: search.AddLimit, Condition: &catalog.Condition{Key: "keep_warm", Values: []string{"yes"}}})
	if got := asks(begin(t, a, in)); slices.Contains(got, "keep_warm") {
		t.Errorf("asks about %q", got)
	}
}

var bright = control.Setting{Kind: control.KindMerge, Category: kettles, Aspect: "colour", Name: "Bright", Values: []string{"White", "Cream", "Clear"}}

func TestMergedValues(t *testing.T) {
	a := clerk(t, false)
	a = a.With(func(c *agent.Config) { c.Policy = asking("colour") })
	under(t, a, bright)
	var c memory.Conversation
	turn := reply(t, a, &c, browse(kettles))
	q := turn.Questions[0]
	at := slices.Index(q.Answer.Labels, "Bright")
	if at < 0 || slices.Contains(q.Answer.Labels, "White") {
		t.Fatalf("offers %q", q.Answer.Labels)
	}
	if q.Options[at].Count != 7 { // k03 k05 k06 k10 k12 k13 k15
		t.Errorf("%d products are bright", q.Options[at].Count)
	}
	recorded := q.Answer.Options[at].Values
	if slices.Sort(recorded); !slices.Equal(recorded, []string{"Clear", "Cream", "White"}) {
		t.Errorf("the answer is recorded as %q", recorded)
	}
	f := search.Facets(turn.Scope.Shelf, turn.Ranking, []string{"colour"})[0]
	code := slices.IndexFunc(f.Column.Values, func(v catalog.Value) bool { return v.Text == "Bright" })
	if code < 0 || f.Counts[code] != 7 {
		t.Errorf("the facet has %v", f.Column.Values)
	}
	answered := reply(t, a, &c, agent.Input{Answered: true, Answers: []memory.Given{{Picked: []int{at}}}})
	if answered.Ranking.Full != 7 {
		t.Errorf("%d products meet the answer", answered.Ranking.Full)
	}
	// the answer is the same when the merge is undone
	if err := a.Apply(nil); err != nil {
		t.Fatal(err)
	}
	after, err := a.Look(context.Background(), c.Need(), search.Page{Limit: 20})
	if err != nil {
		t.Fatal(err)
	}
	if after.Ranking.Full != 7 || after.Scope.Shelf.Column("colour").Stands != nil {
		t.Errorf("undone, %d products meet it", after.Ranking.Full)
	}
	// and what was said before a merge is understood after it
	under(t, a, bright)
	turn = begin(t, a, agent.Input{Message: "white", Changes: browse(kettles).Changes})
	if turn.Ranking.Full != 7 {
		t.Errorf("asked for white, %d products fit", turn.Ranking.Full)
	}
	if w := turn.Need.Wanted()[0]; len(w.Demand.Condition.Values) != 3 || !strings.Contains(w.Text, "White") {
		t.Errorf("understood %+v", w)
	}
	turn = begin(t, a, agent.Input{Message: "bright", Changes: browse(kettles).Changes})
	if turn.Ranking.Full != 7 || !strings.Contains(turn.Need.Wanted()[0].Text, "Bright") {
		t.Errorf("asked for the label, %d products fit %+v", turn.Ranking.Full, turn.Need.Wanted())
	}
	if turn = begin(t, a, agent.Input{Message: "white", Changes: browse(tableLamps).Changes}); turn.Ranking.Full != 3 {
		t.Errorf("in another category %d products fit", turn.Ranking.Full)
	}
}

// TestMergedValuesOfSeveralCategories: the shelf of several has the merge of the one.
func TestMergedValuesOfSeveralCategories(t *testing.T) {
	a := clerk(t, false)
	under(t, a, bright)
	turn := begin(t, a, browse(kettles, tableLamps))
	column := turn.Scope.Shelf.Column("colour")
	codes := column.Find(&catalog.Condition{Key: "colour", Values: []string{"Cream"}})
	if len(codes) != 1 || column.Values[codes[0]].Text != "Bright" {
		t.Errorf("cream is %v of %v", codes, column.Values)
	}
}

func TestSynonyms(t *testing.T) {
	a := clerk(t, true)
	said := agent.Input{Message: "ebony", Changes: browse(kettles).Changes}
	if turn := begin(t, a, said); len(turn.Need.Evidence) > 0 {
		t.Fatal("ebony is known before anybody said so")
	}
	under(t, a, control.Setting{Kind: control.KindSynonym, Category: kettles, Aspect: "colour", Name: "Black", Values: []string{"ebony", "jet black"}})
	for _, message := range []string{"ebony", "in jet black please"} {
		said.Message = message
		turn := begin(t, a, said)
		if len(turn.Need.Evidence) != 1 || turn.Need.Evidence[0].Text != "Colour: Black" || turn.Ranking.Full != 6 {
			t.Errorf("%q: %d products, %+v", message, turn.Ranking.Full, turn.Need.Evidence)
		}
	}
	if turn := begin(t, a, agent.Input{Message: "ebony", Changes: browse(tableLamps).Changes}); len(turn.Need.Evidence) > 0 {
		t.Error("it is known of lamps too")
	}
}

func TestPinnedProducts(t *testing.T) {
	a := clerk(t, false)
	today := time.Date(2026, 3, 15, 12, 0, 0, 0, time.UTC)
	a = a.With(func(c *agent.Config) { c.Now = func() time.Time { return today } })
	pin := func(id string, from, to control.Day) control.Setting {
		return control.Setting{Kind: control.KindProduct, Category: kettles, Name: id, Place: control.First, From: from, To: to}
	}
	under(t, a, pin("k14", "", ""), pin("k09", "2026-03-15", "2026-03-15"), pin("k02", "", "2026-03-14"))
	list := func(in agent.Input, order search.Order) (ids []string, pinned []bool) {
		t.Helper()
		turn, err := a.Look(context.Background(), begin(t, a, in).Need, search.Page{Limit: 20, Order: order})
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range turn.Products {
			ids, pinned = append(ids, p.ID), append(pinned, turn.Ranking.Items[i].Pinned)
		}
		return ids, pinned
	}
	ids, pinned := list(browse(kettles), search.ByRelevance)
	if !slices.Equal(ids[:2], []string{"k14", "k09"}) || !slices.Equal(pinned[:3], []bool{true, true, false}) || len(ids) != 16 {
		t.Errorf("the list begins with %q, pinned %v", ids[:3], pinned[:3])
	}
	ids, _ = list(agent.Input{Message: "steel", Changes: browse(kettles).Changes}, search.ByRelevance)
	if at := slices.Index(ids, "k14"); ids[0] != "k09" || at < 7 {
		t.Errorf("asked for steel, the list begins with %q and has the plastic one at %d", ids[:3], at)
	}
	ids, pinned = list(browse(kettles), search.ByPrice)
	if ids[0] != "k15" || slices.Contains(pinned, true) {
		t.Errorf("by price the list begins with %q", ids[0])
	}
	ids, pinned = list(browse(kettles, tableLamps), search.ByRelevance)
	if ids[0] == "k14" || slices.Contains(pinned, true) {
		t.Errorf("in several categories the list begins with %q", ids[0])
	}
	today = time.Date(2026, 3, 16, 0, 0, 0, 0, time.UTC)
	if ids, _ = list(browse(kettles), search.ByRelevance); ids[0] != "k14" || ids[1] == "k09" {
		t.Errorf("a day later the list begins with %q", ids[:2])
	}
}

func TestHiddenProducts(t *testing.T) {
	ctx := context.Background()
	a := clerk(t, true)
	today := time.Date(2026, 3, 15, 12, 0, 0, 0, time.UTC)
	a = a.With(func(c *agent.Config) { c.Now = func() time.Time { return today } })
	before := begin(t, a, browse(kettles))
	under(t, a, control.Setting{Kind: control.KindProduct, Category: kettles, Name: "k09", Place: control.Never, From: "2026-03-01", To: "2026-03-31"})
	turn := begin(t, a, browse(kettles))
	if turn.Ranking.Open != before.Ranking.Open-1 || turn.Ranking.Full != before.Ranking.Full-1 {
		t.Errorf("%d of %d products are open", turn.Ranking.Open, before.Ranking.Open)
	}
	for _, in := range []agent.Input{browse(kettles), browse(), {Message: "ono retro kettle"}, {Message: "red", Changes: browse(kettles).Changes}} {
		look, err := a.Look(ctx, begin(t, a, in).Need, search.Page{Limit: 50})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range look.Products {
			if p.ID == "k09" {
				t.Errorf("it is listed for %+v", in)
			}
		}
	}
	colours := func(turn *agent.Turn) int {
		f := search.Facets(turn.Scope.Shelf, turn.Ranking, []string{"colour"})[0]
		code := slices.IndexFunc(f.Column.Values, func(v catalog.Value) bool { return v.Text == "Red" })
		return f.Counts[code]
	}
	if colours(before) != 3 || colours(turn) != 2 {
		t.Errorf("%d of %d red kettles are counted", colours(turn), colours(before))
	}
	refs, err := a.Config().Engine.Store().Refs(ctx, []string{"k09", "k10"})
	if err != nil {
		t.Fatal(err)
	}
	hits, err := a.Similar(ctx, kettles, refs["k10"], 15)
	if err != nil {
		t.Fatal(err)
	}
	if len(hits) == 0 || slices.ContainsFunc(hits, func(h search.Hit) bool { return h.Ref == refs["k09"] }) {
		t.Errorf("similar to it are %v", hits)
	}
	if !a.Hides("k09") || a.Hides("k10") {
		t.Error("the wrong product is hidden")
	}
	today = time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
	if a.Hides("k09") || begin(t, a, browse(kettles)).Ranking.Open != before.Ranking.Open {
		t.Error("it stays hidden after its time")
	}
}

func TestExperiment(t *testing.T) {
	a := clerk(t, false)
	under(t, a, control.Setting{Kind: control.KindExperiment, Name: "spring", Arms: []control.Arm{
		{Name: "as before", Policy: "joint", Share: 0.5},
		{Name: "quiet", Policy: "none", Share: 0.25},
		{Name: "cheap talk", Policy: "frequency", Share: 0.25},
	}})
	seen := map[string]int{}
	for i := range 100 {
		session := strings.Repeat("s", i+1)
		in := browse(kettles)
		in.Session = session
		turn := begin(t, a, in)
		policy := "none"
		if len(turn.Questions) > 0 {
			policy = turn.Questions[0].Policy
		}
		seen[policy]++
		if want := a.Controls().Experiment().Arms[a.Controls().Experiment().Assign(session)].Policy; policy != want {
			t.Fatalf("session %d asks by %s, its arm by %s", i, policy, want)
		}
	}
	if len(seen) != 3 {
		t.Errorf("the arms got %v", seen)
	}
	if q := begin(t, a, browse(kettles)).Questions; len(q) == 0 || q[0].Policy != "joint" {
		t.Error("without a session the clerk does not ask as it does")
	}
}

func TestBrokenControlsLeaveWhatWas(t *testing.T) {
	a := clerk(t, false)
	under(t, a, control.Setting{Kind: control.KindPlace, Aspect: "colour", Place: control.Never})
	broken := control.Log{{Sequence: 1, Act: control.Act{Set: &control.Setting{
		Kind: control.KindExperiment, Name: "x", Arms: []control.Arm{{Name: "a", Policy: "of the future", Share: 1}}}}}}.Controls()
	if err := a.Apply(broken); err == nil {
		t.Error("an unknown policy is in force")
	}
	if a.Controls().Place(nil, "colour") != control.Never {
		t.Error("what was in force is gone")
	}
}

// TestApplyWhileShoppersTalk: a turn sees one version from beginning to end.
func TestApplyWhileShoppersTalk(t *testing.T) {
	a := clerk(t, false)
	a = a.With(func(c *agent.Config) { c.Policy = asking("colour") })
	var shoppers sync.WaitGroup
	for range 4 {
		shoppers.Go(func() {
			for range 30 {
				var c memory.Conversation
				turn, err := a.Reply(context.Background(), &c, browse(kettles))
				if err != nil {
					t.Error(err)
					return
				}
				q := turn.Questions[0]
				merged := slices.Contains(q.Answer.Labels, "Bright")
				if merged != (q.Help == "merged") || merged != (turn.Scope.Shelf.Column("colour").Stands != nil) {
					t.Errorf("a turn of two versions: %+v", q)
				}
			}
		})
	}
	for i := range 60 {
		if i%2 == 0 {
			under(t, a, bright, control.Setting{Kind: control.KindWording, Aspect: "colour", Help: "merged"})
		} else if err := a.Apply(nil); err != nil {
			t.Error(err)
		}
	}
	shoppers.Wait()
}

// A rule moves products up or down, on its days; what was asked for comes before it.
func TestRules(t *testing.T) {
	a := clerk(t, false)
	a = a.With(func(c *agent.Config) {
		c.Now = func() time.Time { return time.Date(2026, 3, 15, 12, 0, 0, 0, time.UTC) }
	})
	first := func(in agent.Input) (materials []string) {
		t.Helper()
		turn, err := a.Look(context.Background(), begin(t, a, in).Need, search.Page{Limit: 2})
		if err != nil {
			t.Fatal(err)
		}
		column := turn.Scope.Shelf.Column("material")
		for _, it := range turn.Ranking.Items {
			for _, code := range column.Row(it.Row) {
				materials = append(materials, strings.ToLower(column.Values[code].Text))
			}
		}
		return materials
	}
	rule := func(place control.Place, from control.Day) control.Setting {
		return control.Setting{Kind: control.KindRule, Category: kettles, Aspect: "material", Name: "glass", Place: place, From: from}
	}
	before := first(browse(kettles))
	under(t, a, rule(control.Early, ""))
	if got := first(browse(kettles)); !slices.Equal(got, []string{"glass", "glass"}) {
		t.Errorf("with glass further up the list begins with %q", got)
	}
	if got := first(agent.Input{Message: "steel", Changes: browse(kettles).Changes}); slices.Contains(got, "glass") {
		t.Errorf("asked for steel, the list begins with %q", got)
	}
	under(t, a, rule(control.Late, ""))
	if got := first(browse(kettles)); slices.Contains(got, "glass") {
		t.Errorf("with glass further down the list begins with %q", got)
	}
	under(t, a, rule(control.Early, "2026-03-16"))
	if got := first(browse(kettles)); !slices.Equal(got, before) {
		t.Errorf("before its first day the list begins with %q, want %q", got, before)
	}
}

// A pack is asked first, in its order, one by one where there is room for one; a sentence
// stands above the list.
func TestPackAndBanner(t *testing.T) {
	a := clerk(t, false)
	frequency, err := clarify.Configure("frequency", nil) // which asks whatever can be asked
	if err != nil {
		t.Fatal(err)
	}
	a = a.With(func(c *agent.Config) { c.Policy = frequency })
	asked := func() []string { return asks(begin(t, a, browse(kettles))) }
	usual := asked()
	if len(usual) < 2 {
		t.Fatalf("%q is asked: the test tests nothing", usual)
	}
	pack := []string{usual[len(usual)-1], usual[0]}
	settings := []control.Setting{
		{Kind: control.KindPack, Category: kettles, Values: pack},
		{Kind: control.KindBanner, Category: kettles, Aspect: "material", Values: []string{"glass"}, Text: "Glass week."},
	}
	under(t, a, settings...)
	if got := asked(); len(got) != len(usual) || !slices.Equal(got[:2], pack) {
		t.Errorf("%q is asked, want %q first", got, pack)
	}
	a = a.With(func(c *agent.Config) { c.Questions = 1 })
	under(t, a, settings...)
	if got := asked(); !slices.Equal(got, pack[:1]) {
		t.Errorf("%q is asked, want %q", got, pack[:1])
	}
	if got := begin(t, a, browse(kettles)).Banners; len(got) != 0 {
		t.Errorf("it says %q where nothing is wanted", got)
	}
	if got := begin(t, a, agent.Input{Message: "glass", Changes: browse(kettles).Changes}).Banners; !slices.Equal(got, []string{"Glass week."}) {
		t.Errorf("it says %q where glass is wanted", got)
	}
}

// What is read in place of words makes the same need as saying it.
func TestReadings(t *testing.T) {
	a := clerk(t, true)
	said := begin(t, a, agent.Input{Message: "red kettle"})
	under(t, a, control.Setting{Kind: control.KindReading, Name: "zubrowka", Text: "kettle"}, control.Setting{Kind: control.KindReading, Name: "gimme", Place: control.Never})
	read := begin(t, a, agent.Input{Message: "gimme red zubrowka"})
	if diff := cmp.Diff(said.Products, read.Products); diff != "" || !slices.Equal(said.Need.Scope, read.Need.Scope) {
		t.Errorf("scope %q, want %q (-said +read):\n%s", read.Need.Scope, said.Need.Scope, diff)
	}
	if r := a.Reads(t.Context(), "red zubrowka"); len(r.Unplaced) > 0 || len(r.Changes) < 2 {
		t.Errorf("read alone: %+v", r)
	}
}
