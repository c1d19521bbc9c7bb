package reply

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/memory"
	"shopclerk/words"
)

func TestExplain(t *testing.T) {
	why := memory.Why{Fit: 128, Left: 16.6, Before: 0.08, After: 0.312}
	with := func(r memory.Rival) memory.Posed {
		w := why
		w.Rivals = []memory.Rival{r}
		return memory.Posed{Bits: 2.31, Page: 0.232, Why: w, Other: memory.Choice{Left: 12}}
	}
	for _, tc := range []struct {
		name  string
		posed memory.Posed
		above int
		want  Explanation
	}{
		{"recorded before questions explained themselves", memory.Posed{Text: "Which brand?", Bits: 2}, 0, Explanation{}},
		{"the first question", memory.Posed{Why: why}, 0, Explanation{
			Effect: "128 products fit. An answer leaves about 17 on average. The chance that yours is on the first page rises from 8\u00a0% to 31\u00a0%."}},
		{"the second", memory.Posed{Why: why}, 1, Explanation{
			Effect: "128 products fit. An answer to this question alone leaves about 17 on average. With the question above answered too, the chance that yours is on the first page rises from 8\u00a0% to 31\u00a0%."}},
		{"the third, which the page does not feel", memory.Posed{Why: memory.Why{Fit: 9, Left: 3, Before: 0.996, After: 0.9998}}, 2, Explanation{
			Effect: "9 products fit. An answer to this question alone leaves about 3 on average. With the questions above answered too, the chance that yours is on the first page stays at more than 99\u00a0%."}},
		{"a small chance, a single product", memory.Posed{Why: memory.Why{Fit: 1, Left: 0.2, Before: 0.001, After: 0.0101}}, 0, Explanation{
			Effect: "1 product fits. An answer leaves about 1 on average. The chance that yours is on the first page rises from less than 1\u00a0% to 1\u00a0%."}},
		{"values unknown", memory.Posed{Why: why, None: memory.Choice{Count: 9}, Other: memory.Choice{Left: 21}}, 0, Explanation{
			Effect:  "128 products fit. An answer leaves about 17 on average. The chance that yours is on the first page rises from 8\u00a0% to 31\u00a0%.",
			Unknown: "Of 9 products it is not known: they stay with the last two answers."}},
		{"a value unknown, where something else rules nothing out", memory.Posed{Why: why, None: memory.Choice{Count: 1}, Other: memory.Choice{Left: 128}}, 0, Explanation{
			Effect:  "128 products fit. An answer leaves about 17 on average. The chance that yours is on the first page rises from 8\u00a0% to 31\u00a0%.",
			Unknown: "Of 1 product it is not known: it stays with the last two answers."}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, ExplainQuestion(words.English, &tc.posed, tc.above)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	for _, tc := range []struct {
		rival memory.Rival
		above int
		want  string
	}{
		{memory.Rival{Label: "Brand", Bits: 0.9, Reason: memory.TellsLess}, 0, "Brand tells less: 0.9 bits to this one’s 2.3."},
		{memory.Rival{Label: "Size", Bits: 0.4, Reason: memory.Overlaps}, 1, "Size repeats much of the question above: 0.4 bits to this one’s 2.3."},
		{memory.Rival{Label: "Size", Bits: 0.4, Reason: memory.Overlaps}, 2, "Size repeats much of the questions above: 0.4 bits to this one’s 2.3."},
		{memory.Rival{Label: "Size", Bits: 2.5, Reason: memory.AskedBefore}, 0, "Size tells more, but you were asked about it: 2.5 bits to this one’s 2.3."},
		{memory.Rival{Label: "Noise", Bits: 2.34, Reason: memory.HardToAnswer}, 0, "Noise tells as much, but is harder to answer: 2.3 bits to this one’s 2.3."},
		{memory.Rival{Label: "Noise", Bits: 2.4, Page: 0.1, Reason: memory.LiftsLess}, 0, "Noise tells more, but does less for the first page: 10\u00a0% to this one’s 23\u00a0%."},
		{memory.Rival{Label: "Noise", Bits: 2.6}, 0, "Noise was the next best: 2.6 bits to this one’s 2.3."},
	} {
		p := with(tc.rival)
		if got := ExplainQuestion(words.English, &p, tc.above).Rivals; !cmp.Equal(got, []string{tc.want}) {
			t.Errorf("%+v reads %q, want %q", tc.rival, got, tc.want)
		}
	}
}
