package reply

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/memory"
	"shopclerk/words"
)

func TestExplainQuestion(t *testing.T) {
	why := memory.Why{Fit: 128, Left: 16.6, Before: 0.08, After: 0.312}
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
}
