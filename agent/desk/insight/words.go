package insight

import (
	"cmp"
	"slices"
	"strings"

	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
)

// Hearing is what shoppers said that the shop had nothing for. Lists come commonest first.
type Hearing struct {
	Unplaced []Word // words that nothing was made of
	Unsold   []Word // what is no kind of product here
	Products []Word // questions about products that could not be answered, by aspect
	Shop     []Word // questions about the shop that could not be answered, by topic
}

// Search is what was typed to find products, spellings of the same together.
type Search struct {
	Cluster
	Unmatched Estimate // share of those times that no product had all that was asked for, or that it is not sold
	Good      Estimate // share of those times that a product of the first page was opened, compared or put in the basket
}

// Word is something that the shop had nothing for.
type Word struct {
	Cluster        // of the words; without spellings where it is a question
	About   string // see [Want]
	Example string // a message that said it; "" when none is kept
	// Meant is what the same shoppers demanded in its place within two pages, the
	// commonest; nil where no two conversations agree. That people say again in other
	// words what was not understood is the oldest source of synonyms (Huang and
	// Efthimiadis, "Analyzing and evaluating query reformulation strategies in web search
	// logs", CIKM 2009).
	Meant   *Offer
	Agreed  int // conversations that meant that
	Visited int // conversations that went on after it
}

// Hear gathers what was said in some conversations and not had.
func Hear(facts []*Facts) Hearing {
	gathered := map[memory.Kind]*gathering{}
	for _, kind := range []memory.Kind{memory.Unclear, memory.NotSold, memory.AskProduct, memory.AskShop} {
		gathered[kind] = &gathering{of: map[string]*spellingUses{}}
	}
	for _, f := range facts {
		for i := range f.Turns {
			for _, w := range f.Turns[i].Unmet {
				gathered[w.Kind].add(f, i, w)
			}
		}
	}
	return Hearing{
		Unplaced: gathered[memory.Unclear].words(), Unsold: gathered[memory.NotSold].words(),
		Products: gathered[memory.AskProduct].questions(), Shop: gathered[memory.AskShop].questions(),
	}
}

// Searched is what was typed to find products.
type Searched struct {
	List       []Search // the commonest first
	Unreadable int      // those no longer kept, or without a word
}

// Searches gathers what was typed to find products, and what came of it.
func Searches(facts []*Facts) Searched {
	var searches []typedText
	var turns []*Turn
	for _, f := range facts {
		for i := range f.Turns {
			if t := &f.Turns[i]; t.Searched && t.Said != "" {
				searches, turns = append(searches, typedText{t.Said, f.ID}), append(turns, t)
			}
		}
	}
	clusters, of, unreadable := cluster(searches)
	unmatched, good := make([]int, len(clusters)), make([]int, len(clusters))
	for i, n := range of {
		if n >= 0 {
			unmatched[n] += Indicator(turns[i].Empty || turns[i].unsold())
			good[n] += Indicator(turns[i].Good())
		}
	}
	out := Searched{List: make([]Search, len(clusters)), Unreadable: unreadable}
	for i, c := range clusters {
		out.List[i] = Search{c, Share(unmatched[i], c.Count), Share(good[i], c.Count)}
	}
	return out
}

// unsold reports that something was asked for that is no kind of product here.
func (t *Turn) unsold() bool {
	return slices.ContainsFunc(t.Unmet, func(w Want) bool { return w.Kind == memory.NotSold })
}

// gathering is what was wanted of one kind.
type gathering struct {
	of   map[string]*spellingUses // by the words as typed, or by what a question is about
	list []typedText
}

// spellingUses is what is known of one spelling.
type spellingUses struct {
	about, example string
	at             []turnAt
}

// turnAt is a turn of a conversation.
type turnAt struct {
	facts *Facts
	turn  int
}

func (g *gathering) add(f *Facts, turn int, w Want) {
	key := cmp.Or(collapseSpaces(w.Words), w.About)
	x := getOrMake(g.of, key)
	x.about = cmp.Or(x.about, w.About)
	if text := f.Turns[turn].Said; text != journal.Redacted {
		x.example = cmp.Or(text, x.example) // the latest that is kept
	}
	x.at = append(x.at, turnAt{f, turn})
	g.list = append(g.list, typedText{key, f.ID})
}

// words clusters what was said.
func (g *gathering) words() []Word {
	clusters, _, _ := cluster(g.list)
	out := make([]Word, len(clusters))
	for i, c := range clusters {
		w := &out[i]
		w.Cluster = c
		var at []turnAt
		for _, s := range c.Spellings {
			x := g.of[s.Text]
			w.About, w.Example = cmp.Or(w.About, x.about), cmp.Or(w.Example, x.example)
			at = append(at, x.at...)
		}
		w.mean(at)
	}
	return out
}

// questions counts what was asked, each thing by itself.
func (g *gathering) questions() []Word {
	var out []Word
	for about, x := range g.of {
		w := Word{About: about, Example: x.example}
		w.Count = len(x.at)
		for _, at := range x.at {
			w.Conversations = append(w.Conversations, at.facts.ID)
		}
		slices.Sort(w.Conversations)
		w.Conversations = slices.Compact(w.Conversations)
		out = append(out, w)
	}
	slices.SortFunc(out, func(a, b Word) int { return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.About, b.About)) })
	return out
}

// reformulationPages is for how many pages what is demanded is taken for the same wish.
const reformulationPages = 2

// mean finds what was meant by words: see [Word].Meant.
func (w *Word) mean(at []turnAt) {
	votes := map[*Offer]map[string]bool{} // the conversations
	visited := map[string]bool{}
	for _, a := range at {
		turns := a.facts.Turns
		for i := a.turn; i <= a.turn+reformulationPages && i < len(turns); i++ {
			var named []*Offer
			if i > a.turn {
				visited[a.facts.ID] = true
				named = turns[i].Named
			}
			if i < a.turn+reformulationPages {
				for k := range turns[i].Questions {
					for _, p := range turns[i].Questions[k].Picked {
						named = append(slices.Clip(named), turns[i].Questions[k].Offers[p])
					}
				}
			}
			for _, o := range named {
				if votes[o] == nil {
					votes[o] = map[string]bool{}
				}
				votes[o][a.facts.ID] = true
			}
		}
	}
	w.Visited = len(visited)
	for o, from := range votes {
		if n := len(from); len(o.Values) == 1 && n > 1 && (n > w.Agreed || n == w.Agreed && o.compare(w.Meant) < 0) {
			w.Meant, w.Agreed = o, n
		}
	}
}

// compare orders offers.
func (o *Offer) compare(p *Offer) int {
	return cmp.Or(strings.Compare(o.Key, p.Key), strings.Compare(o.Label, p.Label), slices.Compare(o.Values, p.Values))
}

// collapseSpaces has single spaces between words.
func collapseSpaces(text string) string { return strings.Join(strings.Fields(text), " ") }
