package understand

import (
	"math"
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// Clause is a part of a message that does one thing.
type Clause struct {
	Text string // of the message
	// Act is what it does, by the likeliest label of the language's model of acts, of
	// which Topic is the part behind the colon: "ask_shop" and "payment".
	Act, Topic string
	Share      float64 // of that act, all its topics together, 0..1
	Shares     map[string]float64
}

const (
	// clausePrice is what each further clause costs, in nats: a message is taken apart
	// only where its parts are much plainer than the whole.
	clausePrice = 1.2
	// sentencePrice is what it costs where a sentence ends before it: less than nothing,
	// because there two acts are likelier than one. Without it "I need a tent. Can I pay
	// by card?" is plainly a question about payment, and the tent is lost.
	sentencePrice = -0.15
	// breakPrice is what a clause costs more that begins without a mark before it.
	breakPrice = 1.6
	// needPrice is what it costs where it is plainly a need and what stands before plainly
	// something else: "can I pay with PayPal, and have you got DDR4 sticks?".
	needPrice = -0.5
	plainPart = 0.6 // the share from which a clause is plainly something
	// sentenceWeight is how much each sentence of a clause has a say in what the clause
	// does: a greeting before a question makes no greeting of both.
	sentenceWeight = 0.3
	leastSentence  = 0.02 // the share below which a sentence speaks no more against it
	// mostBreaks bounds the places at which a message can be cut, and with it the work:
	// what comes after the last is one clause.
	mostBreaks = 24
	// longestHeard is how many tokens of a clause are looked at for its act.
	longestHeard = 60
)

// Clauses takes a message apart into what it does, in the language that it shows: the
// division whose parts are likeliest, by the model of acts, each further part having
// its price. Of a text that is longer than anybody writes the head is taken: see
// [language.Head].
func (v *Vocabulary) Clauses(message string, tongue *language.Language, at language.Setting) []Clause {
	message = language.Head(message)
	toks := language.Tokenize(message)
	if len(toks) == 0 {
		return nil
	}
	thing := v.things(toks)
	cuts := clauseBoundaries(toks, tongue)
	n := len(cuts) - 1
	said := make([][]Clause, n) // by the cuts that they begin and end at
	for from := range said {
		said[from] = make([]Clause, n+1)
		for to := from + 1; to <= n; to++ {
			said[from][to] = judgeClause(tongue, toks[cuts[from].at:cuts[to].at], cuts[from].at, thing, at)
		}
	}
	type part struct {
		best float64
		from int
	}
	parts := make([]part, n+1)
	for to := 1; to <= n; to++ {
		parts[to].best = math.Inf(-1)
		for from := 0; from < to; from++ {
			c := &said[from][to]
			score := parts[from].best + math.Log(c.Share+1e-9) + sentenceWeight*sentenceDoubt(cuts, said, from, to)
			switch {
			case from == 0:
			case cuts[from].ended:
				score -= sentencePrice
			case needBeside(c, &said[parts[from].from][from], cuts[from]):
				score -= needPrice
			case cuts[from].marked:
				score -= clausePrice
			default:
				score -= clausePrice + breakPrice
			}
			if score > parts[to].best {
				parts[to] = part{score, from}
			}
		}
	}
	var out []Clause
	for to := n; to > 0; to = parts[to].from {
		from := parts[to].from
		c := said[from][to]
		if c.Act == "revise" && at == language.AtStart {
			c.Act, c.Topic = "need", "" // nothing was said that could be changed
		}
		c.Text = strings.TrimSpace(message[toks[cuts[from].at].Start:toks[cuts[to].at-1].End])
		out = append(out, c)
	}
	slices.Reverse(out)
	return out
}

// needBeside reports whether a clause that begins at a boundary is plainly a need, and the one
// before it plainly something that is done with before another need is told.
func needBeside(c, before *Clause, at clauseBoundary) bool {
	if c.Act != "need" && (c.Act != "revise" || before.Act != "undo") || min(c.Share, before.Share) < plainPart {
		return false
	}
	switch before.Act {
	case "ask_shop", "errand", "undo", "restart":
		return at.marked || at.seeks
	case "ask_product":
		return at.seeks
	}
	return false
}

// sentenceDoubt is how much the sentences of a clause from one cut to another speak against what
// it does, in nats; 0 for a clause of one sentence. said are all clauses that could be, by their cuts.
func sentenceDoubt(cuts []clauseBoundary, said [][]Clause, from, to int) float64 {
	sum, first := 0.0, from
	for k := from + 1; k <= to; k++ {
		if k < to && !cuts[k].ended || first == from && k == to {
			continue
		}
		sum += math.Log(max(said[first][k].Shares[said[from][to].Act], leastSentence))
		first = k
	}
	return sum
}

// things returns how many tokens of a message from one on name a category of the shop.
func (v *Vocabulary) things(toks []language.Token) func(i int) int {
	chunks := language.Chunks(toks)
	isCategory := func(m ref) bool { return v.entries[m.entry].kind == aCategory && m.rank <= rankSynonym }
	return func(i int) int {
		if toks[i].Kind != language.Word {
			return 0
		}
		_, next := v.match(toks, chunks, i, isCategory)
		return next - i
	}
}

// judgeClause predicts the act of some tokens of a message that begin at token at.
func judgeClause(l *language.Language, toks []language.Token, offset int, thing func(int) int, at language.Setting) Clause {
	if len(toks) > longestHeard {
		toks = toks[:longestHeard]
	}
	symbols := l.Symbols(toks, func(i int) int { return min(thing(offset+i), len(toks)-i) })
	m := l.Acts()
	shares := m.Predict(l.ActFeatures(toks, symbols, at))
	c := Clause{Shares: map[string]float64{}}
	topics := map[string]string{}
	top := map[string]float64{}
	for i, label := range m.Labels {
		kind, topic, _ := strings.Cut(label, ":")
		c.Shares[kind] += shares[i]
		if shares[i] > top[kind] {
			top[kind], topics[kind] = shares[i], topic
		}
	}
	for _, label := range m.Labels {
		kind, _, _ := strings.Cut(label, ":")
		if c.Shares[kind] > c.Share {
			c.Share, c.Act, c.Topic = c.Shares[kind], kind, topics[kind]
		}
	}
	return c
}

// clauseBoundary is a place before a token where a clause may begin.
type clauseBoundary struct {
	at     int
	marked bool // a mark stands before it
	ended  bool // and that ends a sentence
	seeks  bool // a search begins with it: "and have you got"
}

// clauseBoundaries lists where clauses may begin, the first and the end of the message among them.
func clauseBoundaries(toks []language.Token, l *language.Language) []clauseBoundary {
	out := []clauseBoundary{{marked: true}}
	for i := 1; i < len(toks) && len(out) < mostBreaks; i++ {
		before := &toks[i-1]
		sentence := before.Kind == language.Mark && !abbreviates(toks[:i], &toks[i]) && strings.ContainsAny(before.Form, ".!?;,:–—…") && !toks[i].Glued && toks[i].Kind != language.Mark
		switch {
		case sentence:
			out = append(out, clauseBoundary{at: i, marked: true, ended: strings.ContainsAny(before.Form, ".!?")})
		case l.Pointers.Clause[toks[i].Form] && i+1 < len(toks) && before.Kind != language.Mark:
			out = append(out, clauseBoundary{at: i, seeks: seeks(toks[i+1:])})
		}
	}
	return append(out, clauseBoundary{at: len(toks), marked: true})
}

// seeks reports whether tokens begin as a search does: "do you have", "gibt es".
func seeks(toks []language.Token) bool {
	var first []string
	for i := range toks[:min(longestSeek, len(toks))] {
		first = append(first, toks[i].Form)
	}
	return language.ErrandWords().Seeks.Begin(first) > 0
}

// longestSeek is how many words a search begins with at most.
const longestSeek = 5

// longestShort is how many letters an abbreviation before a number has at most: "approx."
const longestShort = 6

// abbreviates reports whether a full stop at the end of tokens makes no sentence of what
// comes next: "max. 800".
func abbreviates(toks []language.Token, next *language.Token) bool {
	n := len(toks)
	return n > 1 && toks[n-1].Form == "." && toks[n-1].Glued && next.Kind == language.Number && toks[n-2].Kind == language.Word && len(toks[n-2].Form) <= longestShort
}
