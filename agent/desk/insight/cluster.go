package insight

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
	"golang.org/x/text/unicode/norm"

	"shopclerk/agent/journal"
)

// Cluster is texts that say the same but for spelling.
type Cluster struct {
	Spellings     []Spelling // commonest first: the first names the cluster
	Count         int        // times typed
	Conversations []string   // ids, in the order given

	words  []string // of the spelling that began it, sorted
	number int      // among those it was gathered with
}

// Text is the cluster's commonest spelling.
func (c *Cluster) Text() string { return c.Spellings[0].Text }

// Spelling is a text as it was typed, spaces tidied, and how often.
type Spelling struct {
	Text  string
	Count int
}

// typedText is a text and the conversation in which it was typed.
type typedText struct{ text, conversation string }

// cluster gathers texts that say the same: the same words in any order, case,
// accents and punctuation aside, each word allowed the slips that [isVariant] knows.
// Commoner texts are taken first and each joins the first cluster whose first text
// it is a variant of, so that the result does not depend on the order given and no
// chain of slips joins what is far apart. Clusters come commonest first, ties by
// text. of tells the cluster of each text, −1 of one that is no longer kept or has no word;
// unreadable counts those.
func cluster(texts []typedText) (clusters []Cluster, of []int, unreadable int) {
	by, as := map[string]*Cluster{}, map[string]*Cluster{} // by their words, and as typed
	var groups []*Cluster
	begun := make([]*Cluster, len(texts))
	for i, t := range texts {
		g, known := as[t.text]
		if !known {
			if words := sortedWords(t.text); t.text != journal.Redacted && len(words) > 0 {
				key := strings.Join(words, " ")
				if g = by[key]; g == nil {
					g = &Cluster{words: words}
					by[key] = g
					groups = append(groups, g)
				}
			}
			as[t.text] = g
		}
		if begun[i] = g; g == nil {
			unreadable++
			continue
		}
		g.take(collapseSpaces(t.text), 1)
		g.Conversations = append(g.Conversations, t.conversation)
		g.Count++
	}
	slices.SortFunc(groups, func(a, b *Cluster) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), slices.Compare(a.words, b.words))
	})
	// Slips are rare in a first letter, and none is in what has a digit: a text is compared
	// with the clusters of as many words that begin alike and have the same of those, and
	// with the ones that differ by spaces alone, which keeps thousands of texts a matter of
	// milliseconds.
	type beginning struct {
		letter  rune
		words   int
		numbers string
	}
	begins, joined := map[beginning][]int{}, map[string][]int{}
	var heads []*Cluster // a group that others join
	into := make(map[*Cluster]*Cluster, len(groups))
	for _, g := range groups {
		letters, numbers := g.parted()
		first, _ := utf8.DecodeRuneInString(letters)
		alike, solid := beginning{first, len(g.words), numbers}, strings.Join(g.words, "")
		at := len(heads)
		for _, list := range [...][]int{begins[alike], joined[solid]} {
			if i := slices.IndexFunc(list, func(i int) bool { return isVariant(heads[i].words, g.words) }); i >= 0 {
				at = min(at, list[i])
			}
		}
		if at == len(heads) {
			begins[alike], joined[solid] = append(begins[alike], at), append(joined[solid], at)
			heads, into[g] = append(heads, g), g
			continue
		}
		c := heads[at]
		into[g] = c
		for _, s := range g.Spellings {
			c.take(s.Text, s.Count)
		}
		c.Count += g.Count
		c.Conversations = append(c.Conversations, g.Conversations...)
	}
	for _, c := range heads {
		slices.SortFunc(c.Spellings, func(a, b Spelling) int {
			return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Text, b.Text))
		})
		slices.Sort(c.Conversations)
		c.Conversations = slices.Compact(c.Conversations)
	}
	slices.SortFunc(heads, func(a, b *Cluster) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Text(), b.Text()))
	})
	for n, c := range heads {
		c.number = n
		clusters = append(clusters, *c)
	}
	of = make([]int, len(texts))
	for i, g := range begun {
		if of[i] = -1; g != nil {
			of[i] = into[g].number
		}
	}
	return clusters, of, unreadable
}

// parted returns the first of the cluster's words without a digit, "" of none, and those
// with one.
func (c *Cluster) parted() (letters, numbers string) {
	for _, w := range c.words {
		if strings.ContainsFunc(w, unicode.IsDigit) {
			numbers += w + " "
		} else if letters == "" {
			letters = w
		}
	}
	return letters, numbers
}

// take counts a spelling.
func (c *Cluster) take(text string, times int) {
	i := slices.IndexFunc(c.Spellings, func(s Spelling) bool { return s.Text == text })
	if i < 0 {
		i = len(c.Spellings)
		c.Spellings = append(c.Spellings, Spelling{Text: text})
	}
	c.Spellings[i].Count += times
}

// isVariant reports whether two lists of sorted words are the same but for slips: a
// letter wrong, missing or too many in a word of four letters or more, two in one of
// eight or more, or a space. What has a digit in it must be the same: 16 GB is not
// 18 GB.
func isVariant(a, b []string) bool {
	if len(a) != len(b) {
		return strings.Join(a, "") == strings.Join(b, "")
	}
	for i := range a {
		if a[i] != b[i] && !isSlip(a[i], b[i]) {
			return false
		}
	}
	return true
}

func isSlip(a, b string) bool {
	m, n := utf8.RuneCountInString(a), utf8.RuneCountInString(b)
	allowed := 0
	switch short := min(m, n); {
	case short >= 8:
		allowed = 2
	case short >= 4:
		allowed = 1
	}
	if max(m, n)-min(m, n) > allowed || strings.ContainsFunc(a, unicode.IsDigit) || strings.ContainsFunc(b, unicode.IsDigit) {
		return false
	}
	return levenshtein.ComputeDistance(a, b) <= allowed
}

// sortedWords lists the words of a text, sorted, each once: see [normalize].
func sortedWords(text string) []string {
	words := strings.Fields(normalize(text))
	slices.Sort(words)
	return slices.Compact(words)
}

// normalize returns a text as lower-case words without accents and punctuation, between
// single spaces. A number and its unit are two words however they were typed, and a
// sign or decimal point belongs to its number.
func normalize(text string) string {
	var b strings.Builder
	runes := []rune(norm.NFKD.String(text))
	last := separator
	for i, r := range runes {
		kind := runeKind(r)
		if (r == '.' || r == ',') && last == digit && i+1 < len(runes) && runeKind(runes[i+1]) == digit {
			r, kind = '.', digit
		}
		if kind == accent {
			continue
		}
		if kind != last && b.Len() > 0 && last != separator {
			b.WriteByte(' ')
		}
		if last = kind; kind != separator {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// The kinds of characters.
const (
	separator = iota
	letter
	digit
	accent // an accent of the letter before
)

func runeKind(r rune) int {
	switch {
	case unicode.IsLetter(r):
		return letter
	case unicode.IsDigit(r):
		return digit
	case unicode.Is(unicode.M, r):
		return accent
	}
	return separator
}
