package title

import (
	"slices"

	"shopclerk/search"
	"shopclerk/search/lexical"
)

// query is a query as titles are held against it.
type query struct {
	terms []string
	main  int   // terms before "for" or "with"
	chunk []int // which of the typed words a term is of
	word  []bool
	model []bool
	part  bool   // it names an accessory or a part
	head  string // the term that names the thing; "" when none does
	sold  bool   // some title is named by it
}

func parseQuery(text string) query {
	var q query
	seen := map[string]bool{}
	typed := 0
	chunks(lexical.Fold(text), func(chunk string, _ bool) {
		typed++
		if relations[chunk] && len(q.terms) > 0 {
			if q.main == 0 {
				q.main = len(q.terms)
			}
			return
		}
		for _, w := range lexical.Terms(chunk) {
			if seen[w] {
				continue
			}
			seen[w] = true
			q.terms = append(q.terms, w)
			q.chunk = append(q.chunk, typed)
			q.word = append(q.word, word(w) && !model(chunk))
			q.model = append(q.model, model(w))
			q.part = q.part || parts[w]
		}
	})
	if q.main == 0 {
		q.main = len(q.terms)
	}
	return q
}

// Match returns what each title says of a query. The titles are those that compete
// for it; nil ones say nothing.
func Match(text string, titles []*Text) []search.Title {
	q := parseQuery(text)
	out := make([]search.Title, len(titles))
	if len(q.terms) == 0 {
		return out
	}
	q.find(titles)
	for i, t := range titles {
		if t != nil && len(t.terms) > 0 {
			out[i] = q.match(t)
		}
	}
	return out
}

// find sets the head: the last of the query's words before "for", or the one before
// it that most titles are named by where ten times fewer are named by the last. "Laptop
// lenovo" asks for a laptop, "usb hub" for a hub although more titles end in "USB".
func (q *query) find(titles []*Text) {
	named := func(w string) (n int) {
		for _, t := range titles {
			if t != nil && t.head >= 0 && t.terms[t.head] == w {
				n++
			}
		}
		return n
	}
	last, most, best := -1, 0, ""
	for i := q.main - 1; i >= 0; i-- {
		if !q.word[i] {
			continue
		}
		n := named(q.terms[i])
		if last < 0 {
			last, q.head = n, q.terms[i]
			q.sold = n > 0
		}
		if n > most {
			most, best = n, q.terms[i]
		}
	}
	if most > rarely*last { // also where no word is one: a model number alone is that of the thing itself
		q.head, q.sold = best, true
	}
}

// rarely is how many times more titles another word of the query must name for the
// last word not to be the thing asked for.
const rarely = 10

// match computes the features of one title.
func (q *query) match(t *Text) search.Title {
	var f search.Title
	models, hasModels, named := 0, 0, 0
	inMain, first := 0, len(t.terms)
	for i, w := range q.terms {
		at := slices.Index(t.terms, w)
		if q.model[i] {
			models++
		}
		if at < 0 {
			continue
		}
		f[search.Cover]++
		if i < q.main {
			named++
		}
		if at < t.main {
			inMain++
		}
		if q.model[i] {
			hasModels++
		}
		first = min(first, at)
		if i+1 < len(q.terms) && q.chunk[i] != q.chunk[i+1] && at+1 < len(t.terms) && t.terms[at+1] == q.terms[i+1] {
			f[search.Phrase]++
		}
	}
	f[search.Density] = float64(inMain) / float64(max(1, t.main))
	f[search.Main] = float64(inMain) / float64(len(q.terms))
	f[search.Cover] /= float64(len(q.terms))
	if f[search.Cover] == 1 {
		f[search.All] = 1
	}
	if pairs := q.chunk[len(q.chunk)-1] - q.chunk[0]; pairs > 0 {
		f[search.Phrase] = min(1, f[search.Phrase]/float64(pairs))
	}
	if first < len(t.terms) {
		f[search.Early] = 1 / float64(1+first)
	}
	if models > 0 {
		f[search.Model] = float64(hasModels) / float64(models)
	}
	q.heads(t, named == q.main, &f)
	return f
}

// heads computes what tells the thing from what is for it; all tells whether the title
// has all of the query's words before "for": "dress for women" asks for a dress, though
// the shop may have no men's.
func (q *query) heads(t *Text, all bool, f *search.Title) {
	for i := range t.main {
		if t.part[i] && !q.part {
			f[search.Part] = 1
		}
	}
	if parts[t.category] && !q.part && q.sold {
		f[search.Supply] = 1
	}
	if q.head == "" {
		return
	}
	if all && t.head >= 0 && t.terms[t.head] == q.head && f[search.Supply] == 0 {
		f[search.Head] = 1
	}
	if t.category == q.head {
		f[search.Category] = 1
	}
	at := slices.Index(t.terms, q.head)
	switch {
	case at >= t.main:
		f[search.Beyond] = 1
	case at >= 0 && at < t.head && t.terms[t.head] != q.head:
		f[search.Modifies] = 1
	}
}
