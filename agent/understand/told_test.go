package understand

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"shopclerk/agent/language"
)

// TestWants tells the things that are wanted from those that are only told of.
func TestWants(t *testing.T) {
	for _, tc := range []struct{ code, said string }{
		{"en", "looking for a {drone} with a good camera"},
		{"en", "Eight hours a day on a [kitchen] [stool] since the firm sent us all home"},
		{"en", "any wrist {watches} for men?"},
		{"en", "answering mails from the [ironing board] for three weeks now"},
		{"en", "my phone is dead by noon, what {power banks} do you have under 40"},
		{"de", "Ich suche eine {Matratze}, 140 × 200, mittelhart."},
		{"de", "Meine Tochter macht ihre Hausaufgaben immer noch in der [Küche] zwischen den [Töpfen]"},
		{"de", "Verkaufen Sie auch {Fahrräder}?"},
		{"de", "mein drucker frisst nur noch [papier], was für {laserdrucker} habt ihr bis 200"},
	} {
		text, marks := unmarked(tc.said)
		r := nameReader(text, "", language.Of(tc.code))
		for _, m := range marks {
			from, to := r.tokensOf(m.start, m.end)
			if got := r.wants(from, to); got > 0.5 != (m.label == thingWanted) {
				t.Errorf("%q: %q is wanted by %.2f", text, text[m.start:m.end], got)
			}
		}
	}
}

// TestTold tells that a clause names things and wants none of them.
func TestTold(t *testing.T) {
	v := leadsBy(readVocabulary(t, "pc"), nil)
	for said, want := range map[string]bool{"answering mails from the ironing board for three weeks now": true, "Eight hours a day on a kitchen stool since the firm sent us all home": true, "I need a keyboard": false, "hello there": false} {
		if got := v.Understand(said, Context{}).Told; got != want {
			t.Errorf("%q only tells: %v", said, got)
		}
	}
}

// TestThingExamples reads the marks of sentences, and tells the line of one with an empty mark.
func TestThingExamples(t *testing.T) {
	en := language.English()
	examples, err := ThingExamples("# said by shoppers\nmy [old lamp] broke, I need a {lamp}\n{desk}", en)
	var labels []string
	for _, x := range examples {
		labels = append(labels, x.Label)
	}
	if want := []string{thingTold, thingWanted, thingWanted}; err != nil || !slices.Equal(labels, want) {
		t.Errorf("read %v, %v, want %v", labels, err, want)
	}
	if _, err := ThingExamples("{desk}\na {} lamp", en); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("an empty mark is read: %v", err)
	}
	if text, wanted := Unmarked("my [desk] needs a {lamp} and {paper}"); text != "my desk needs a lamp and paper" || !slices.Equal(wanted, []string{"lamp", "paper"}) {
		t.Errorf("%q of %q is wanted", wanted, text)
	}
}

// TestNamedExamples takes what needs name for wanted, and what situations name for told.
func TestNamedExamples(t *testing.T) {
	acts := "need\tstart\tI need a desk lamp for a desk\nneed:topic\tstart\tmy chair\nneed\nsocial\tstart\tnice lamp\nneed\tstart\tone for my pillow"
	var got []string
	for _, x := range NamedExamples(acts, "# said\nchair\tall day at this desk", language.English()) {
		got = append(got, fmt.Sprintf("%s by %s, %v: %s", x.Label, x.Family, x.Weight, x.Features[slices.IndexFunc(x.Features, func(f string) bool { return strings.HasPrefix(f, "+1") || f == "+end" })]))
	}
	if want := []string{"want by need 0, 1: +1 for", "want by need 0, 1: +end", "want by need 1, 1: +end", "want by need 4, 1: +end", "told by told chair, 0.05: +end"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
