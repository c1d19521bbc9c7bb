package reading

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// pair is a line of data/reading/pairs.jsonl: a kind of product, or a value of one of its aspects,
// with what people say for it.
type pair struct {
	Kind   string   `json:"kind"`
	KindDE string   `json:"kind_de"`
	Aspect string   `json:"aspect"`
	Value  string   `json:"value"`
	EN     []string `json:"en"`
	DE     []string `json:"de"`
	Not    []string `json:"not"`
	Told   string   `json:"told"`
}

// names are those of what a pair is about, in English and German where they differ.
func (p *pair) names() []string {
	if p.Value != "" {
		return []string{p.Value}
	}
	return []string{p.Kind, p.KindDE}
}

// Concepts compiles the thesaurus of pairs and of the repository's tables, as data.Concepts has it.
func (x *Material) Concepts() ([]byte, error) {
	text, err := x.conceptLines(x.pairs)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = io.WriteString(w, text)
	err = cmp.Or(err, w.Close())
	return out.Bytes(), err
}

// conceptLine is a line of the compiled file, as data/nlu/README.md documents it.
type conceptLine struct {
	class, aspect string

	kinds, names, others, said, broader, far, cues, not []string
}

func (c *conceptLine) String() string {
	columns := []string{c.class, c.aspect}
	for _, list := range [][]string{c.kinds, c.names, c.others, c.said, c.broader, c.far, c.cues, c.not} {
		columns = append(columns, join(list))
	}
	return strings.Join(columns, "\t") + "\n"
}

// join lists texts without those that say the same.
func join(texts []string) string {
	seen := map[string]bool{}
	var out []string
	for _, s := range texts {
		s = strings.Join(strings.Fields(strings.ReplaceAll(s, "|", " ")), " ")
		if key := strings.ToLower(s); s != "" && !seen[key] {
			seen[key] = true
			out = append(out, s)
		}
	}
	return strings.Join(out, "|")
}

// conceptLines makes the text of the compiled file.
func (x *Material) conceptLines(pairs []pair) (string, error) {
	c := compiler{repository: x.repository, meaning: map[string][]string{}, line: map[string]*conceptLine{}}
	c.pairs(pairs)
	c.words("data/lexicon/de.tsv")
	c.broader("data/lexicon/en.tsv", "k", false)
	c.broader("agent/language/en/kinds.tsv", "v", false)
	c.broader("agent/language/en/people.tsv", "u", true)
	c.broader("agent/language/en/uses.tsv", "u", true)
	c.cues("agent/language/en/cues.tsv")
	c.cues("agent/language/de/cues.tsv")
	c.synonyms()
	c.vocabulary("agent/language/en/situations.tsv")
	c.vocabulary("agent/language/de/situations.tsv")
	var out strings.Builder
	for _, l := range c.lines {
		out.WriteString(l.String())
	}
	return out.String(), c.err
}

type compiler struct {
	repository fs.FS
	lines      []*conceptLine
	meaning    map[string][]string     // words of other languages by their first English meaning
	line       map[string]*conceptLine // of English names, by class and name
	err        error
}

// add returns a new line with names.
func (c *compiler) add(class string, names ...string) *conceptLine {
	l := &conceptLine{class: class, names: names}
	c.lines = append(c.lines, l)
	return l
}

func (c *compiler) pairs(pairs []pair) {
	for i := range pairs {
		p := &pairs[i]
		l := c.add("k", p.names()...)
		if p.Value != "" {
			l.class, l.aspect, l.kinds = "v", p.Aspect, []string{p.Kind, p.KindDE}
		}
		if l.said, l.not = slices.Concat(p.EN, p.DE), p.Not; p.Told != "" {
			l.said, l.cues = nil, l.said
		}
	}
}

// rows reads a table of so many columns divided by tabs, or notes the error.
func (c *compiler) rows(file string, columns int) [][]string {
	text, err := fs.ReadFile(c.repository, file)
	c.err = cmp.Or(c.err, err)
	var out [][]string
	for _, line := range strings.Split(string(text), "\n") {
		if row := strings.Split(line, "\t"); len(row) >= columns && line[0] != '#' {
			out = append(out, row)
		}
	}
	return out
}

func items(list string) []string {
	out := strings.Split(list, ",")
	for i := range out {
		out[i] = strings.TrimSpace(out[i])
	}
	return out
}

// words takes a dictionary: word, part of speech, meanings.
func (c *compiler) words(file string) {
	for _, row := range c.rows(file, 3) {
		means := items(row[2])
		class := map[string]string{"n": "k", "q": "q"}[row[1]]
		c.add(cmp.Or(class, "v"), row[0], means[0]).others = means[1:]
		c.meaning[means[0]] = append(c.meaning[means[0]], row[0])
	}
}

// of is the line of an English name, new where there is none.
func (c *compiler) of(class, name string) *conceptLine {
	if c.line[class+name] == nil {
		c.line[class+name] = c.add(class, append([]string{name}, c.meaning[name]...)...)
	}
	return c.line[class+name]
}

// broader takes a table of names with broader ones, or of broader ones with names.
func (c *compiler) broader(file, class string, reverse bool) {
	for _, row := range c.rows(file, 2) {
		if !reverse {
			l := c.of(class, row[0])
			above := items(row[1])
			l.broader = append(append(l.broader, above[0]), c.meaning[above[0]]...)
			l.far = append(l.far, above[1:]...)
			continue
		}
		for _, name := range items(row[1]) {
			if l := c.of(class, name); name != row[0] {
				l.broader = append(append(l.broader, row[0]), c.meaning[row[0]]...)
			}
		}
	}
}

func (c *compiler) cues(file string) {
	for _, row := range c.rows(file, 2) {
		l := c.of("k", row[0])
		l.cues = append(l.cues, items(row[1])...)
	}
}

func (c *compiler) synonyms() {
	files, err := ReadLines[struct{ Groups [][]string }](c.repository, "data/synonyms/en.json")
	if err != nil {
		c.err = cmp.Or(c.err, err)
		return
	}
	for _, group := range files[0].Groups {
		l := c.add("s", group...)
		for _, name := range group {
			l.others = append(l.others, c.meaning[name]...)
		}
	}
}

// vocabulary takes the words of a table that stand in two of its rows at least: what is a word is
// no misspelling of another.
func (c *compiler) vocabulary(file string) {
	rows := map[string]int{}
	for _, row := range c.rows(file, 2) {
		seen := map[string]bool{}
		for _, t := range language.Tokenize(strings.Join(row[1:], " ")) {
			if t.Kind == language.Word && !seen[t.Form] {
				seen[t.Form] = true
				rows[t.Form]++
			}
		}
	}
	maps.DeleteFunc(rows, func(w string, n int) bool { return n < 2 || len(w) < language.ShortWord })
	c.add("w", slices.Sorted(maps.Keys(rows))...)
}
