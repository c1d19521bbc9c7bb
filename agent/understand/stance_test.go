package understand

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/language"
)

// TestMentionExamples reads how shoppers stand to what stands in braces, and that what they look
// for beside it is wanted; and tells the line of what it can not read.
func TestMentionExamples(t *testing.T) {
	en := language.English()
	examples, err := MentionExamples(`# said by shoppers
avoid	f1	none	a lamp, but not {black}
drop	f2	same	never mind the {black} lamp
want	f3	other	a {24} inch monitor, my laptop is old
avoid	f4	none	no {desk lamp} for my desk, a floor lamp`, en)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, x := range examples {
		got = append(got, x.Label+" "+x.Family+" "+regexp.MustCompile(`role ([+-])\d+`).ReplaceAllString(strings.Join(x.Features, "; "), "role $1"))
	}
	// Words before and behind, by how far off and beyond which mark; <w> are those that only shops say.
	want := []string{
		`avoid f1 stood none; negated true none; -1 not; - not; -2 but; - but; -3| lamp; -| lamp; -| a; -not but; -not but lamp; +end; role -; role -`,
		`want f1 stood none; negated false none; -1 a; - a; +mark ,; +1| but; +| but; +2| not; +| not; +3| black; +| black; +but not; +but not black; about a ,; role +; role +`,
		`drop f2 stood same; negated false same; -1 the; same -1 the; - the; -2 mind; same -2 mind; - mind; -3 never; same -3 never; - never; -the mind; same -the mind; -the mind never; same -the mind never; +1 lamp; same +1 lamp; + lamp; about the lamp; role -; same role -`,
		`want f3 stood other; negated false other; number; -1 a; - a; +1 inch; + inch; +2 monitor; + monitor; +3| my; +| my; +| <w>; +~ laptop; +| is; +| old; +inch monitor; +inch monitor my; about a inch; role +`,
		`want f3 stood none; negated false none; -1 inch; - inch; -2 <n>; - <n>; -~ 24; -3 a; - a; -inch <n>; -inch <n> a; +mark ,; +1| my; +| my; +2| <w>; +| <w>; +~ laptop; +3| is; +| is; +| old; +my <w>; +my <w> is; about inch ,; role +`,
		`avoid f4 stood none; negated true none; -1 no; - no; +1 for; + for; +2 my; + my; +3 desk; + desk; +| a; +| floor; +| lamp; +for my; +for my desk; about no for; role -; role +`,
		`want f4 stood none; negated false none; -1 a; - a; -2| desk; -| desk; -3| my; -| my; -| for; -| lamp; -| desk; -| no; -a desk; -a desk my; +end; role -; role -`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for line, want := range map[string]string{
		"want\tf1\tnone": "3 columns", "hope\tf1\tnone\ta {black} lamp": "no stance", "want\tf1\tnone\ta black lamp": "no stance",
		"want\tf1\tnone\ta {black lamp": "no stance", "want\tf1\tnone\ta {} lamp": "no word",
	} {
		if _, err := MentionExamples("# first\n"+line, en); err == nil || !strings.Contains(err.Error(), "line 2: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", line, err, want)
		}
	}
}

// TestWantedExamples takes for wanted what a need names that rules nothing out, by what only shops
// say, and nothing of other acts.
func TestWantedExamples(t *testing.T) {
	acts := "need\tstart\tI need 2 laptops\nneed\nsocial\tstart\tnice laptop\nneed\tstart\tany laptop\nneed\tstart\tno tablet\nneed\tstart\tanything but a tablet\nneed\tstart\tforget the tablet"
	var got []string
	for _, x := range WantedExamples(acts, language.English()) {
		got = append(got, x.Label+" "+x.Family+" "+x.Features[2])
	}
	if want := []string{"want need 0 number", "want need 0 -1 <n>"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
