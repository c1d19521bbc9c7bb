package clarifybench

import (
	"math/rand/v2"
	"strings"

	"shopclerk/agent/tools"
)

// user is a simulated person. They answer what they are asked and nothing else, from
// what they mean.
type user struct {
	request *Request
	vague   float64 // share of the answers that are vague
	seed    uint64
	asked   map[string]int
}

// answer replies to a question. The same question of the same request gets the same
// answer, whoever asks: an option if it is what they mean, else the value in words;
// "it does not matter" about what they have no wish for. A vague answer rules out one
// option that they do not mean; without options it says nothing.
func (u *user) answer(q *tools.Question) tools.Reply {
	n := u.asked[q.Aspect]
	u.asked[q.Aspect]++
	out := tools.Reply{Aspect: q.Aspect}
	var meant any = u.request.Intent.Tool
	if q.Aspect != tools.WhichTool {
		if meant = u.request.Intent.Arguments[q.Aspect]; meant == nil {
			out.None = true
			return out
		}
	}
	rng := rand.New(rand.NewPCG(u.seed, hash(q.Aspect)+uint64(n)))
	if rng.Float64() < u.vague {
		for _, o := range q.Options {
			if !sameValue(o.Value.Of, meant) {
				out.Not = []any{o.Value.Of}
				break
			}
		}
		return out
	}
	for _, o := range q.Options {
		if sameValue(o.Value.Of, meant) {
			out.Value = o.Value.Of
			return out
		}
	}
	out.Words = answerText(meant)
	return out
}

// answerText says a value in answer to a question. Of several each is quoted, so that
// where one ends is not left to guess.
func answerText(of any) string {
	items, several := of.([]any)
	if !several {
		return spell(of)
	}
	var out []string
	for _, item := range items {
		out = append(out, "'"+spell(item)+"'")
	}
	return strings.Join(out, " and ")
}

// sameValue reports whether two values are equal.
func sameValue(a, b any) bool { return spell(a) == spell(b) }
