package control

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/catalog"
)

// logOf makes a log of settings.
func logOf(settings ...Setting) Log {
	var l Log
	for i := range settings {
		l = append(l, Entry{Sequence: int64(i + 1), Who: "anna", Act: Act{Set: &settings[i]}})
	}
	return l
}

func TestNothingSet(t *testing.T) {
	var c *Controls
	if c.Version() != 0 || c.Standing() != nil || c.Experiment() != nil || c.Wording(nil, "colour", "en") != (Wording{}) ||
		c.Place([]string{"Lamps"}, "colour") != "" || c.Groups("Lamps", "colour") != nil || c.Aliases() != nil ||
		len(c.Pinned("Lamps", "2026-01-01")) > 0 || c.Hides("p1", "2026-01-01") {
		t.Error("nil controls change something")
	}
}

func TestWording(t *testing.T) {
	c := logOf(
		Setting{Kind: KindWording, Aspect: "colour", Text: "Any colour?"},
		Setting{Kind: KindWording, Aspect: "colour", Name: "de", Text: "Welche Farbe?"},
		Setting{Kind: KindWording, Category: "Lamps", Aspect: "colour", Text: "Which shade?", Help: "Of the lampshade."},
		Setting{Kind: KindWording, Category: "Sofas", Aspect: "colour", Text: "Which cover?"},
		Setting{Kind: KindWording, Category: "Beds", Aspect: "colour", Text: "Which cover?"},
	).Controls()
	for _, tc := range []struct {
		name     string
		scope    []string
		language string
		want     string
	}{
		{"the whole shop", nil, "en", "Any colour?"},
		{"in a language", nil, "de", "Welche Farbe?"},
		{"a category of its own", []string{"Lamps"}, "en", "Which shade?"},
		{"the category goes before the language", []string{"Lamps"}, "de", "Which shade?"},
		{"a category without", []string{"Rugs"}, "en", "Any colour?"},
		{"categories that agree", []string{"Beds", "Sofas"}, "en", "Which cover?"},
		{"categories that differ", []string{"Lamps", "Sofas"}, "en", "Any colour?"},
		{"one that says nothing of its own", []string{"Rugs", "Sofas"}, "en", "Any colour?"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := c.Wording(tc.scope, "colour", tc.language); got.Text != tc.want {
				t.Errorf("%q, want %q", got.Text, tc.want)
			}
		})
	}
	if got := c.Wording([]string{"Lamps"}, "style", "en"); got != (Wording{}) {
		t.Errorf("another aspect is worded %+v", got)
	}
	if got := c.Wording([]string{"Lamps"}, "colour", "en"); got.Help != "Of the lampshade." || got.Sequence != 3 {
		t.Errorf("%+v", got)
	}
}

func TestGroupsAndAliases(t *testing.T) {
	c := logOf(
		Setting{Kind: KindMerge, Aspect: "colour", Name: "Grey", Values: []string{"grey", "gray", "silver"}},
		Setting{Kind: KindMerge, Category: "Lamps", Aspect: "colour", Name: "Metal", Values: []string{"Silver", "gold"}},
		Setting{Kind: KindSynonym, Category: "Lamps", Aspect: "colour", Name: "gray", Values: []string{"anthracite"}},
		Setting{Kind: KindSynonym, Aspect: "colour", Name: "red", Values: []string{"crimson", "ruby"}},
	).Controls()
	if diff := cmp.Diff([]catalog.Group{{Label: "Grey", Values: []string{"grey", "gray"}}, {Label: "Metal", Values: []string{"Silver", "gold"}}}, c.Groups("Lamps", "colour")); diff != "" {
		t.Errorf("a category's own merge goes before (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]catalog.Group{{Label: "Grey", Values: []string{"grey", "gray", "silver"}}}, c.Groups("Rugs", "colour")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	want := []Alias{
		{"", "colour", "red", []string{"red"}, []string{"crimson", "ruby"}},
		{"Lamps", "colour", "Metal", []string{"Silver", "gold"}, []string{"Metal"}},
		{"Lamps", "colour", "gray", []string{"grey", "gray"}, []string{"anthracite"}},
	}
	if diff := cmp.Diff(want, c.Aliases()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestProductsByDay(t *testing.T) {
	c := logOf(
		Setting{Kind: KindProduct, Category: "Lamps", Name: "z", Place: First},
		Setting{Kind: KindProduct, Category: "Lamps", Name: "a", Place: First, From: "2026-03-01", To: "2026-03-31"},
		Setting{Kind: KindProduct, Category: "Lamps", Name: "old", Place: Never, To: "2026-03-15"},
		Setting{Kind: KindProduct, Category: "Sofas", Name: "new", Place: Never, From: "2026-03-15"},
	).Controls()
	for _, tc := range []struct {
		on             Day
		pinned, hidden []string
	}{
		{"2026-02-28", []string{"z"}, []string{"old"}},
		{"2026-03-01", []string{"z", "a"}, []string{"old"}},
		{"2026-03-15", []string{"z", "a"}, []string{"new", "old"}},
		{"2026-03-31", []string{"z", "a"}, []string{"new"}},
		{"2026-04-01", []string{"z"}, []string{"new"}},
	} {
		if diff := cmp.Diff(tc.pinned, c.Pinned("Lamps", tc.on)); diff != "" {
			t.Errorf("%s: pinned (-want +got):\n%s", tc.on, diff)
		}
		if diff := cmp.Diff(tc.hidden, c.Hidden(tc.on)); diff != "" {
			t.Errorf("%s: hidden (-want +got):\n%s", tc.on, diff)
		}
	}
	if c.Hides("a", "2026-03-10") || !c.Hides("old", "2026-03-15") || c.Hides("old", "2026-03-16") {
		t.Error("the wrong products are hidden")
	}
}

func TestAssign(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		share := rapid.Float64Range(0.05, 0.95).Draw(t, "share")
		x := &Experiment{rapid.String().Draw(t, "name"), []Arm{{Name: "a", Share: share}, {Name: "b", Share: 1 - share}}}
		const sessions = 4000
		first := 0
		for i := range sessions {
			id := fmt.Sprintf("session-%d", i)
			arm := x.Assign(id)
			if arm != x.Assign(id) {
				t.Fatal("a session changes its arm")
			}
			if arm == 0 {
				first++
			}
		}
		// six standard errors: one draw in a billion is further off
		if off := math.Abs(float64(first)/sessions - share); off > 6*math.Sqrt(share*(1-share)/sessions) {
			t.Fatalf("a share of %v got %d of %d", share, first, sessions)
		}
	})
}

// TestAssignIsIndependent: being in the first arm of one experiment says nothing of
// another of the same shares.
func TestAssignIsIndependent(t *testing.T) {
	arms := []Arm{{Name: "a", Share: 0.5}, {Name: "b", Share: 0.5}}
	both := 0
	const sessions = 4000
	for i := range sessions {
		id := fmt.Sprintf("session-%d", i)
		if (&Experiment{"one", arms}).Assign(id) == (&Experiment{"two", arms}).Assign(id) {
			both++
		}
	}
	if off := math.Abs(float64(both)/sessions - 0.5); off > 6*0.5/math.Sqrt(sessions) {
		t.Errorf("%d of %d sessions have the same arm in both", both, sessions)
	}
}

func TestRead(t *testing.T) {
	c := logOf(
		Setting{Kind: KindReading, Name: "jumper", Text: "sweater"},
		Setting{Kind: KindReading, Name: "sweater", Text: "pullover"},
		Setting{Kind: KindReading, Name: "Bluetooth Box", Text: "speaker"},
		Setting{Kind: KindReading, Name: "bluetooth", Text: "wireless"},
		Setting{Kind: KindReading, Name: "überhaupt", Place: Never},
		Setting{Kind: KindReading, Name: "c++ (pro)", Text: "course"},
	).Controls()
	for message, want := range map[string]string{
		"red Jumper, jumper": "red sweater, sweater", // and not on to pullover
		"jumpers":            "jumpers",
		"a bluetooth  box":   "a speaker",
		"bluetooth lamp":     "wireless lamp",
		"Überhaupt rot":      "rot",
		"überhaupt":          "",
		"C++ (pro) now":      "course now",
		"rot":                "rot",
	} {
		if got := c.Read(message); got != want {
			t.Errorf("%q is read as %q, want %q", message, got, want)
		}
	}
	if got := (*Controls)(nil).Read("jumper"); got != "jumper" {
		t.Errorf("without controls %q", got)
	}
}

func TestRules(t *testing.T) {
	c := logOf(
		Setting{Kind: KindRule, Aspect: "brand", Name: "Acme", Place: Early},
		Setting{Kind: KindRule, Category: "Lamps", Aspect: "colour", Name: "red", Place: Late, From: "2026-01-02", To: "2026-01-03"},
	).Controls()
	for _, tc := range []struct {
		scope []string
		on    Day
		want  int
	}{{nil, "2026-01-02", 1}, {[]string{"Lamps"}, "2026-01-02", 2}, {[]string{"Lamps"}, "2026-01-04", 1}, {[]string{"Lamps", "Sofas"}, "2026-01-02", 1}} {
		if got := c.Rules(tc.scope, tc.on); len(got) != tc.want {
			t.Errorf("%v on %s: %d rules, want %d", tc.scope, tc.on, len(got), tc.want)
		}
	}
}

// A sentence stands above the lists of its category on its days, in the reader's language
// where there is one, and only where its value is wanted.
func TestBanners(t *testing.T) {
	c := logOf(
		Setting{Kind: KindBanner, Text: "Sale."}, Setting{Kind: KindBanner, Name: "de", Text: "Rabatt."},
		Setting{Kind: KindBanner, Category: "Lamps", Text: "Lamp week.", From: "2026-01-02", To: "2026-01-03"},
		Setting{Kind: KindBanner, Category: "Lamps", Aspect: "colour", Values: []string{"red"}, Text: "Red week."},
	).Controls()
	for _, tc := range []struct {
		scope    []string
		language string
		on       Day
		wanted   string
		want     []string
	}{
		{nil, "en", "2026-01-02", "red", []string{"Sale."}},
		{[]string{"Lamps"}, "de", "2026-01-02", "blue", []string{"Rabatt.", "Lamp week."}},
		{[]string{"Lamps"}, "en", "2026-01-04", "red", []string{"Sale.", "Red week."}},
		{[]string{"Lamps", "Sofas"}, "en", "2026-01-02", "red", []string{"Sale."}},
	} {
		got := c.Banners(tc.scope, tc.language, tc.on, func(aspect string, values []string) bool {
			return aspect == "colour" && slices.Contains(values, tc.wanted)
		})
		if !slices.Equal(got, tc.want) {
			t.Errorf("%v in %s on %s: %q, want %q", tc.scope, tc.language, tc.on, got, tc.want)
		}
	}
}

// What the start page says and shows, and the pack of a category, are those set last.
func TestWelcomeFacesAndPack(t *testing.T) {
	c := logOf(
		Setting{Kind: KindWelcome, Text: "Hello"}, Setting{Kind: KindWelcome, Name: "de", Help: "Guten Tag"},
		Setting{Kind: KindFace, Category: "Lamps", Text: "p1"}, Setting{Kind: KindFace, Category: "Lamps", Text: "p2"},
		Setting{Kind: KindPack, Values: []string{"price"}}, Setting{Kind: KindPack, Category: "Lamps", Values: []string{"colour", "watts"}},
	).Controls()
	if text, help := c.Welcome("de"); text != "" || help != "Guten Tag" {
		t.Errorf("in German %q, %q", text, help)
	}
	if text, help := c.Welcome("en"); text != "Hello" || help != "" {
		t.Errorf("in English %q, %q", text, help)
	}
	if got := c.Faces(); len(got) != 1 || got["Lamps"] != "p2" {
		t.Errorf("faces: %v", got)
	}
	if lamps, both := c.Pack([]string{"Lamps"}), c.Pack([]string{"Lamps", "Sofas"}); !slices.Equal(lamps, []string{"colour", "watts"}) || !slices.Equal(both, []string{"price"}) {
		t.Errorf("packs: %v, %v", lamps, both)
	}
}
