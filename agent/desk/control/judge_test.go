package control

import (
	"errors"
	"math"
	"strings"
	"testing"

	"shopclerk/catalog"
)

var shop = Shop{
	Categories: []catalog.Category{
		{Path: "Lamps", Aspects: []catalog.Aspect{{Key: "colour", Label: "Colour", Kind: catalog.Single}, {Key: "watts", Label: "Watts", Kind: catalog.Numeric},
			{Key: "dimmable", Label: "Dimmable", Kind: catalog.Flag}}},
		{Path: "Sofas", Aspects: []catalog.Aspect{{Key: "colour", Label: "Colour", Kind: catalog.Single}}},
	},
	Has: func(category, aspect, value string) bool {
		return aspect == "colour" && containsValue([]string{"grey", "gray", "red"}, value) || aspect == "dimmable" && value == "yes"
	},
	Sold: func(id string) (string, bool) { return "Lamps", id == "p1" },
}

func TestJudge(t *testing.T) {
	arms := func(shares ...float64) []Arm {
		var out []Arm
		for i, s := range shares {
			out = append(out, Arm{Name: string(rune('a' + i)), Policy: "joint", Share: s})
		}
		return out
	}
	greys := Setting{Kind: KindMerge, Category: "Lamps", Aspect: "colour", Name: "Grey", Values: []string{"grey", "gray"}}
	runs := Setting{Kind: KindExperiment, Name: "spring", Arms: arms(0.5, 0.5)}
	for _, tc := range []struct {
		name   string
		before []Setting
		set    Setting
		field  Field
		reason Reason
	}{
		{"a wording", nil, Setting{Kind: KindWording, Category: "Lamps", Aspect: "colour", Text: "Which shade?"}, "", ""},
		{"help alone", nil, Setting{Kind: KindWording, Aspect: "watts", Help: "As the bulb says."}, "", ""},
		{"a question as long as a letter", nil, Setting{Kind: KindWording, Aspect: "colour", Text: strings.Repeat("a", 121)}, AtText, TooLong},
		{"help as long as a letter", nil, Setting{Kind: KindWording, Aspect: "colour", Help: strings.Repeat("a", 301)}, AtHelp, TooLong},
		{"a bell", nil, Setting{Kind: KindWording, Aspect: "colour", Text: "Which\a?"}, AtText, Unprintable},
		{"no text at all", nil, Setting{Kind: KindWording, Aspect: "colour", Text: "\xff"}, AtText, Unprintable},
		{"an unknown category", nil, Setting{Kind: KindWording, Category: "Rugs", Aspect: "colour", Text: "?"}, AtCategory, Unknown},
		{"no aspect", nil, Setting{Kind: KindWording, Category: "Lamps", Text: "?"}, AtAspect, Missing},
		{"an unknown aspect", nil, Setting{Kind: KindWording, Category: "Sofas", Aspect: "watts", Text: "?"}, AtAspect, Unknown},
		{"what kind of product", nil, Setting{Kind: KindWording, Aspect: catalog.KeyCategory, Text: "?"}, "", ""},
		{"what kind of product, in one kind", nil, Setting{Kind: KindWording, Category: "Lamps", Aspect: catalog.KeyCategory, Text: "?"}, AtAspect, Unknown},
		{"clearing what is left without meaning", nil, Setting{Kind: KindWording, Category: "Rugs", Aspect: "pile"}, "", ""},
		{"a place", nil, Setting{Kind: KindPlace, Aspect: "watts", Place: Early}, "", ""},
		{"no place", nil, Setting{Kind: KindPlace, Aspect: "watts", Place: "last"}, AtPlace, NoPlace},
		{"a reading", nil, Setting{Kind: KindReading, Name: "jumper", Text: "sweater"}, "", ""},
		{"a word that is not heard", nil, Setting{Kind: KindReading, Name: "please", Place: Never}, "", ""},
		{"a reading of nothing", nil, Setting{Kind: KindReading, Text: "sweater"}, AtName, Missing},
		{"a reading of signs", nil, Setting{Kind: KindReading, Name: "+", Text: "and"}, AtName, Unprintable},
		{"both read and not heard", nil, Setting{Kind: KindReading, Name: "jumper", Text: "sweater", Place: Never}, AtPlace, NoPlace},
		{"a reading in one category", nil, Setting{Kind: KindReading, Category: "Lamps", Name: "jumper", Text: "sweater"}, AtCategory, Unknown},
		{"a rule", nil, Setting{Kind: KindRule, Category: "Lamps", Aspect: "colour", Name: "red", Place: Late}, "", ""},
		{"a rule about yes", nil, Setting{Kind: KindRule, Aspect: "dimmable", Name: "yes", Place: Early}, "", ""},
		{"a rule about what is not there", nil, Setting{Kind: KindRule, Aspect: "colour", Name: "teal", Place: Early}, AtName, Unknown},
		{"a rule that pins", nil, Setting{Kind: KindRule, Aspect: "colour", Name: "red", Place: First}, AtPlace, NoPlace},
		{"a rule about numbers", nil, Setting{Kind: KindRule, Category: "Lamps", Aspect: "watts", Name: "60", Place: Early}, AtAspect, Nameless},
		{"a rule that ends before it begins", nil, Setting{Kind: KindRule, Aspect: "colour", Name: "red", Place: Early, From: "2026-02-01", To: "2026-01-01"}, AtTo, Backwards},
		{"a pack", nil, Setting{Kind: KindPack, Category: "Lamps", Values: []string{"watts", "colour"}}, "", ""},
		{"a pack of what is not there", nil, Setting{Kind: KindPack, Category: "Sofas", Values: []string{"watts"}}, AtValues, Unknown},
		{"a pack with one twice", nil, Setting{Kind: KindPack, Category: "Lamps", Values: []string{"watts", "watts"}}, AtValues, Twice},
		{"a banner", nil, Setting{Kind: KindBanner, Category: "Lamps", Text: "Free delivery.", To: "2026-01-31"}, "", ""},
		{"a banner for a value", nil, Setting{Kind: KindBanner, Aspect: "colour", Values: []string{"red"}, Text: "Red week."}, "", ""},
		{"a banner for a value of nothing", nil, Setting{Kind: KindBanner, Values: []string{"red"}, Text: "Red week."}, AtAspect, Missing},
		{"a banner for an aspect without a value", nil, Setting{Kind: KindBanner, Aspect: "colour", Text: "Red week."}, AtValues, Missing},
		{"a banner for what is not there", nil, Setting{Kind: KindBanner, Aspect: "colour", Values: []string{"teal"}, Text: "Teal week."}, AtValues, Unknown},
		{"a banner that ends before it begins", nil, Setting{Kind: KindBanner, Text: "Sale.", From: "2026-02-01", To: "2026-01-01"}, AtTo, Backwards},
		{"a welcome", nil, Setting{Kind: KindWelcome, Name: "de", Text: "Willkommen", Help: "Schön, dass Sie da sind."}, "", ""},
		{"a welcome in one category", nil, Setting{Kind: KindWelcome, Category: "Lamps", Text: "Welcome"}, AtCategory, Unknown},
		{"a face that is not sold", nil, Setting{Kind: KindFace, Category: "Lamps", Text: "nothing"}, AtText, Unknown},
		{"a kind of the future", nil, Setting{Kind: "later", Place: First}, AtKind, Unknown},
		{"a merge", nil, greys, "", ""},
		{"a merge set anew", []Setting{greys}, greys, "", ""},
		{"a merge of numbers", nil, Setting{Kind: KindMerge, Category: "Lamps", Aspect: "watts", Name: "x", Values: []string{"1", "2"}}, AtAspect, Nameless},
		{"a merge of yes and no", nil, Setting{Kind: KindMerge, Category: "Lamps", Aspect: "dimmable", Name: "x", Values: []string{"yes", "no"}}, AtAspect, Nameless},
		{"a word for yes", nil, Setting{Kind: KindSynonym, Category: "Lamps", Aspect: "dimmable", Name: "yes", Values: []string{"cosy"}}, "", ""},
		{"a merge of one", nil, Setting{Kind: KindMerge, Aspect: "colour", Name: "Grey", Values: []string{"grey"}}, AtValues, OneValue},
		{"a merge of the same twice", nil, Setting{Kind: KindMerge, Aspect: "colour", Name: "Grey", Values: []string{"grey", "Grey"}}, AtValues, Twice},
		{"a merge of what is not sold", nil, Setting{Kind: KindMerge, Aspect: "colour", Name: "Grey", Values: []string{"grey", "mauve"}}, AtValues, Unknown},
		{"a merge without a label", nil, Setting{Kind: KindMerge, Aspect: "colour", Values: []string{"grey", "gray"}}, AtName, Missing},
		{"a label that is another value", nil, Setting{Kind: KindMerge, Aspect: "colour", Name: "red", Values: []string{"grey", "gray"}}, AtName, LabelTaken},
		{"a value of two merges", []Setting{greys}, Setting{Kind: KindMerge, Category: "Lamps", Aspect: "colour", Name: "Warm", Values: []string{"gray", "red"}}, AtValues, AlreadyMerged},
		{"a label of two merges", []Setting{greys}, Setting{Kind: KindMerge, Category: "Lamps", Aspect: "colour", Name: "grey", Values: []string{"grey", "red"}}, AtName, Twice},
		{"the same value in another category", []Setting{greys}, Setting{Kind: KindMerge, Category: "Sofas", Aspect: "colour", Name: "Warm", Values: []string{"gray", "red"}}, "", ""},
		{"a synonym", nil, Setting{Kind: KindSynonym, Category: "Lamps", Aspect: "colour", Name: "grey", Values: []string{"anthracite"}}, "", ""},
		{"a synonym of nothing", nil, Setting{Kind: KindSynonym, Aspect: "colour", Values: []string{"anthracite"}}, AtName, Missing},
		{"a synonym of a merge's label", []Setting{{Kind: KindMerge, Aspect: "colour", Name: "Both", Values: []string{"grey", "red"}}},
			Setting{Kind: KindSynonym, Category: "Lamps", Aspect: "colour", Name: "both", Values: []string{"anthracite"}}, "", ""},
		{"a synonym of what is not sold", nil, Setting{Kind: KindSynonym, Category: "Lamps", Aspect: "colour", Name: "mauve", Values: []string{"lilac"}}, AtName, Unknown},
		{"an empty word", nil, Setting{Kind: KindSynonym, Aspect: "colour", Name: "grey", Values: []string{" "}}, AtValues, Missing},
		{"too many words", nil, Setting{Kind: KindSynonym, Aspect: "colour", Name: "grey", Values: make([]string, 51)}, AtValues, TooMany},
		{"a pin", nil, Setting{Kind: KindProduct, Category: "Lamps", Name: "p1", Place: First, From: "2026-01-31", To: "2026-01-31"}, "", ""},
		{"a pin of nothing", nil, Setting{Kind: KindProduct, Category: "Lamps", Name: "p2", Place: First}, AtName, Unknown},
		{"a pin in another category", nil, Setting{Kind: KindProduct, Category: "Sofas", Name: "p1", Place: First}, AtCategory, Elsewhere},
		{"an early product", nil, Setting{Kind: KindProduct, Category: "Lamps", Name: "p1", Place: Early}, AtPlace, NoPlace},
		{"the thirtieth of February", nil, Setting{Kind: KindProduct, Category: "Lamps", Name: "p1", Place: Never, From: "2026-02-30"}, AtFrom, NoDay},
		{"a day in words", nil, Setting{Kind: KindProduct, Category: "Lamps", Name: "p1", Place: Never, To: "Monday"}, AtTo, NoDay},
		{"days the wrong way round", nil, Setting{Kind: KindProduct, Category: "Lamps", Name: "p1", Place: Never, From: "2026-02-02", To: "2026-02-01"}, AtTo, Backwards},
		{"an experiment", nil, runs, "", ""},
		{"an experiment as it runs", []Setting{runs}, runs, "", ""},
		{"an experiment of other shares", []Setting{runs}, Setting{Kind: KindExperiment, Name: "spring", Arms: arms(0.4, 0.6)}, AtName, Running},
		{"the next experiment", []Setting{runs}, Setting{Kind: KindExperiment, Name: "summer", Arms: arms(0.4, 0.6)}, "", ""},
		{"the end of an experiment", []Setting{runs}, Setting{Kind: KindExperiment}, "", ""},
		{"an experiment without a name", nil, Setting{Kind: KindExperiment, Arms: arms(1)}, AtName, Missing},
		{"three quarters", nil, Setting{Kind: KindExperiment, Name: "x", Arms: arms(0.5, 0.25)}, AtArms, NotWhole},
		{"an arm of nothing", nil, Setting{Kind: KindExperiment, Name: "x", Arms: arms(1, 0)}, AtArms, BadShare},
		{"an arm of no number", nil, Setting{Kind: KindExperiment, Name: "x", Arms: arms(math.NaN(), 1)}, AtArms, BadShare},
		{"an endless share", nil, Setting{Kind: KindExperiment, Name: "x", Arms: arms(1, math.Inf(1))}, AtArms, NotWhole},
		{"six arms", nil, Setting{Kind: KindExperiment, Name: "x", Arms: arms(.1, .1, .1, .1, .1, .5)}, AtArms, TooMany},
		{"an arm twice", nil, Setting{Kind: KindExperiment, Name: "x", Arms: append(arms(0.5), arms(0.5)...)}, AtArms, Twice},
		{"an unknown policy", nil, Setting{Kind: KindExperiment, Name: "x", Arms: []Arm{{Name: "a", Policy: "guess", Share: 1}}}, AtArms, NoPolicy},
		{"an unknown setting", nil, Setting{Kind: KindExperiment, Name: "x", Arms: []Arm{{Name: "a", Policy: "sage", Share: 1, Settings: map[string]float64{"luck": 1}}}}, AtArms, NoPolicy},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := logOf(tc.before...).Judge(Act{Set: &tc.set}, shop)
			var p *Problem
			switch {
			case tc.reason == "" && err != nil:
				t.Fatalf("refused: %v", err)
			case tc.reason != "" && (!errors.As(err, &p) || p.Field != tc.field || p.Reason != tc.reason):
				t.Fatalf("%v, want %s %s", err, tc.field, tc.reason)
			}
		})
	}
}

func TestJudgeUndo(t *testing.T) {
	greys := Setting{Kind: KindMerge, Aspect: "colour", Name: "Grey", Values: []string{"grey", "gray"}}
	gone := greys
	gone.Values = nil
	warm := Setting{Kind: KindMerge, Aspect: "colour", Name: "Warm", Values: []string{"gray", "red"}}
	l := logOf(greys, gone, warm)
	refused := func(l Log, sequence int64, want Reason) {
		t.Helper()
		var p *Problem
		if err := l.Judge(Act{Undo: sequence}, shop); !errors.As(err, &p) || p.Reason != want {
			t.Errorf("undoing %d: %v, want %s", sequence, err, want)
		}
	}
	refused(l, 4, NoSuchEntry)
	refused(l, 0, NoSuchEntry)
	refused(l, 2, AlreadyMerged) // it would bring back a merge that has "gray" too
	if err := l.Judge(Act{Undo: 3}, shop); err != nil {
		t.Errorf("undoing the latest: %v", err)
	}
	refused(undo(l, 3), 3, AlreadyUndone)
	if err := undo(l, 3).Judge(Act{Undo: 2}, shop); err != nil {
		t.Errorf("undoing 2 once 3 is undone: %v", err)
	}
}
