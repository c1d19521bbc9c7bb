package settings

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"shopclerk/catalog"
	"shopclerk/words"
)

// Document is a document by its lists, each entry by its parts: texts, and lists of texts.
type Document map[string][]Entry

// Entry is one entry of a list.
type Entry map[string]any

// Of returns the texts of a part.
func (e Entry) Of(part string) []string {
	switch v := e[part].(type) {
	case string:
		return []string{v}
	case []string:
		return v
	case []any:
		out := make([]string, len(v))
		for i := range v {
			var ok bool
			if out[i], ok = v[i].(string); !ok {
				return nil
			}
		}
		return out
	}
	return nil
}

// Text is the text of a part, "" for none.
func (e Entry) Text(part string) string { return strings.Join(e.Of(part), " ") }

// Sort is what the texts of a part are.
type Sort uint8

// The sorts of texts.
const (
	Line Sort = iota
	Paragraph
	Day
	Code // of a language
	Act
	When
	Path // of a category
	Key  // of an aspect
	Value
	Product
	Topic
)

// referred is what a text refers to, by its sort.
var referred = map[Sort]string{Path: "category", Key: "attribute", Value: "value", Product: "product", Topic: "topic"}

// chosen are the texts that a part of a sort can have.
var chosen = map[Sort][]string{Act: {Pin, Boost, Bury, Hide}, When: {First, Never}}

// Part is what a part of an entry has to be.
type Part struct {
	Name        string
	Label, Hint string // ids of texts
	Sort        Sort
	Needed      bool
	Several     bool // a list of texts
	About       bool // no two entries agree in all of these, nor in one text of a list
	most        int  // characters of a text; 0: [longestName]
}

// Kind is one list of a document.
type Kind struct {
	Name        string // of one entry, in addresses
	List        string
	Title, Hint string // ids of texts
	Parts       []Part
	Alike       bool                 // several entries can be about the same
	check       func(e Entry) string // what is wrong beyond the parts, "" for nothing
}

var (
	category = Part{Name: "category", Label: "desk.category", Hint: "desk.set.category-hint", Sort: Path, About: true}
	aspect   = Part{Name: "aspect", Label: "desk.set.aspect", Hint: "desk.set.aspect-hint", Sort: Key, Needed: true, About: true}
	heard    = Part{Name: "words", Label: "desk.set.words", Hint: "desk.set.words-hint", Several: true, Needed: true}
	language = Part{Name: "language", Label: "desk.set.language", Hint: "desk.set.language-hint", Sort: Code, About: true}
)

// Kinds are the lists of a document with the parts of their entries, in the order in which they are shown.
var Kinds = []Kind{
	{Name: "synonym", List: "synonyms", Title: "desk.set.synonym", Hint: "desk.set.synonym-hint", Alike: true, Parts: []Part{
		heard, category, aspect, {Name: "means", Label: "desk.set.means", Hint: "desk.set.means-hint", Sort: Value, Needed: true, About: true},
	}},
	{Name: "redirect", List: "redirects", Title: "desk.set.redirect", Hint: "desk.set.redirect-hint", check: checkRedirect, Parts: []Part{
		{Name: "query", Label: "desk.set.query", Hint: "desk.set.query-hint", Needed: true, About: true},
		{Name: "category", Label: "desk.category", Hint: "desk.set.to-category", Sort: Path}, {Name: "url", Label: "desk.set.url", Hint: "desk.set.url-hint"},
	}},
	{Name: "stop", List: "stops", Title: "desk.set.stop", Hint: "desk.set.stop-hint", Parts: []Part{heard}},
	{Name: "rank", List: "ranking", Title: "desk.set.rank", Hint: "desk.set.rank-hint", check: checkRanking, Parts: []Part{
		{Name: "act", Label: "desk.set.act", Hint: "desk.set.act-hint", Sort: Act, Needed: true, About: true},
		{Name: "query", Label: "desk.set.query", Hint: "desk.set.query-hint", About: true}, category,
		{Name: "products", Label: "desk.set.products", Hint: "desk.set.products-hint", Sort: Product, Several: true, Needed: true},
		{Name: "from", Label: "desk.set.from", Hint: "desk.set.from-hint", Sort: Day, About: true}, {Name: "to", Label: "desk.set.to", Hint: "desk.set.to-hint", Sort: Day, About: true},
	}},
	{Name: "name", List: "names", Title: "desk.set.name", Hint: "desk.set.name-hint", Parts: []Part{
		category, aspect, {Name: "name", Label: "desk.set.called", Hint: "desk.set.called-hint", Needed: true, most: longestText}, language,
		{Name: "values", Label: "desk.set.values", Hint: "desk.set.values-hint", Sort: Value, Several: true, About: true},
	}},
	{Name: "question", List: "wording", Title: "desk.set.wording", Hint: "desk.set.wording-hint", Parts: []Part{
		category, aspect, {Name: "text", Label: "desk.set.text", Hint: "desk.set.text-hint", Needed: true, most: longestText},
		{Name: "help", Label: "desk.set.help", Hint: "desk.set.help-hint", most: longestHelp}, language,
	}},
	{Name: "ask", List: "questions", Title: "desk.set.ask", Hint: "desk.set.ask-hint", Parts: []Part{
		category, aspect, {Name: "ask", Label: "desk.set.when", Hint: "desk.set.when-hint", Sort: When, Needed: true},
	}},
	{Name: "group", List: "groups", Title: "desk.set.group", Hint: "desk.set.group-hint", Parts: []Part{
		category, aspect, {Name: "name", Label: "desk.set.option", Hint: "desk.set.option-hint", Needed: true, most: longestText}, language,
		{Name: "values", Label: "desk.set.values", Hint: "desk.set.grouped-hint", Sort: Value, Several: true, Needed: true, About: true},
	}},
	{Name: "start", List: "start", Title: "desk.set.start", Hint: "desk.set.start-hint", check: checkStart, Parts: []Part{
		language, {Name: "sentences", Label: "desk.set.sentences", Hint: "desk.set.sentences-hint", Several: true, most: longestText},
		{Name: "categories", Label: "desk.set.categories", Hint: "desk.set.categories-hint", Sort: Path, Several: true},
	}},
	{Name: "fact", List: "facts", Title: "desk.set.fact", Hint: "desk.set.fact-hint", Parts: []Part{
		{Name: "topic", Label: "desk.set.topic", Hint: "desk.set.topic-hint", Sort: Topic, Needed: true, About: true},
		{Name: "language", Label: "desk.set.language", Hint: "desk.set.fact-language", Sort: Code, Needed: true, About: true},
		{Name: "text", Label: "desk.set.answer", Hint: "desk.set.answer-hint", Sort: Paragraph, Needed: true, most: longestFact},
	}},
}

func checkRedirect(e Entry) string {
	switch category, url := e.Text("category"), e.Text("url"); {
	case (category == "") == (url == ""):
		return ": needs either a category or a url"
	case url != "" && !reachable(url):
		return ".url: is no address: write https://…, or a path of the shop such as /p/ID"
	}
	return ""
}

func checkRanking(e Entry) string {
	switch to := e.Text("to"); {
	case e.Text("act") == Pin && e.Text("category")+e.Text("query") == "":
		return ": needs a query or a category: one list has one beginning"
	case to != "" && e.Text("from") > to:
		return ".to: is before from: exchange the two"
	}
	return ""
}

func checkStart(e Entry) string {
	if len(e.Of("categories"))+len(e.Of("sentences")) == 0 {
		return ": offers nothing: name a category or a sentence"
	}
	return ""
}

// check tells what is wrong with the document: a line for each place, with a remedy.
func (d Document) check() (wrong []string) {
	tell := func(place, problem string) {
		if problem != "" {
			wrong = append(wrong, place+problem)
		}
	}
	for _, list := range slices.Sorted(maps.Keys(d)) {
		if !slices.ContainsFunc(Kinds, func(k Kind) bool { return k.List == list }) {
			tell(strconv.Quote(list), " is no setting: correct the name, or take it out")
		}
	}
	for _, k := range Kinds {
		seen := map[string]string{}
		for i, e := range d[k.List] {
			place := fmt.Sprintf("%s[%d]", k.List, i)
			for _, name := range slices.Sorted(maps.Keys(e)) {
				_, text := e[name].(string)
				i := slices.IndexFunc(k.Parts, func(p Part) bool { return p.Name == name })
				switch {
				case i < 0:
					tell(place, "."+name+": is no setting: correct the name, or take it out")
				case text == k.Parts[i].Several || !text && e.Of(name) == nil:
					tell(place, "."+name+": is a text, or in a list where there can be several: write it so")
				}
			}
			about, each := "", []string{""} // what the entry is about, and the texts of a list
			for _, p := range k.Parts {
				at, texts := place+"."+p.Name, e.Of(p.Name)
				for n, text := range texts {
					if p.Several {
						tell(fmt.Sprintf("%s[%d]", at, n), p.wrong(text))
					} else {
						tell(at, p.wrong(text))
					}
				}
				switch empty := len(texts) == 0; {
				case empty && p.Needed && p.Several:
					tell(at, ": is empty: name at least one")
				case empty && p.Needed:
					tell(at, ": is missing: fill it in")
				case !empty && p.About && p.Several:
					each = texts
				}
				if p.About && !p.Several {
					about += folded(e.Text(p.Name)) + "\x00"
				}
			}
			if k.check != nil {
				tell(place, k.check(e))
			}
			for _, text := range each {
				if before, ok := seen[about+folded(text)]; ok && about != "" && !k.Alike {
					tell(place, ": is about the same as "+before+": leave one out")
					break
				}
				seen[about+folded(text)] = place
			}
		}
	}
	return wrong
}

// wrong tells what is wrong with a text, and the remedy; "" where nothing is.
func (p *Part) wrong(text string) string {
	most := cmp.Or(p.most, longestName)
	_, noDay := time.Parse(time.DateOnly, text)
	switch {
	case strings.TrimSpace(text) == "":
		return ": is missing: fill it in"
	case utf8.RuneCountInString(text) > most:
		return fmt.Sprintf(": is longer than %d characters: shorten it", most)
	case strings.ContainsFunc(text, unicode.IsControl):
		return ": has characters that cannot be shown: type it anew"
	case p.Sort == Day && noDay != nil:
		return fmt.Sprintf(": %q is no day: write it as 2026-01-31", text)
	case p.Sort == Code && words.Lookup(text) == nil:
		return fmt.Sprintf(": %q is no language of the shop: leave it out for all, or name one such as en", text)
	case chosen[p.Sort] != nil && !slices.Contains(chosen[p.Sort], text):
		return fmt.Sprintf(": is %q: write %s", text, strings.Join(chosen[p.Sort], " or "))
	}
	return ""
}

// Catalogue is what settings refer to.
type Catalogue interface {
	Categories() []catalog.Category
	// Has reports whether a product of a category has a value of an aspect.
	Has(category, aspect, value string) bool
	// Sells reports whether there is a product of an id.
	Sells(product string) bool
	// Answers reports whether shoppers ask the shop about a topic.
	Answers(topic string) bool
}

// Unknown lists what entries refer to that does not exist, after their places. They change nothing:
// the next import may bring what they name.
func (d Document) Unknown(in Catalogue) []string {
	var out []string
	for _, k := range Kinds {
		for i, e := range d[k.List] {
			for _, p := range k.Parts {
				for _, text := range e.Of(p.Name) {
					if text != "" && !exists(in, p.Sort, e.Text("category"), e.Text("aspect"), text) {
						out = append(out, fmt.Sprintf("%s[%d]: there is no %s %q", k.List, i, referred[p.Sort], text))
					}
				}
			}
		}
	}
	return out
}

// exists reports whether there is what a text refers to, in a category and an aspect; what these
// name need not exist.
func exists(in Catalogue, of Sort, category, aspect, text string) bool {
	switch of {
	case Product:
		return in.Sells(text)
	case Topic:
		return in.Answers(text)
	case Path, Key, Value:
	default:
		return true
	}
	known := false // the aspect is, or the category
	for _, c := range in.Categories() {
		_, has := c.Aspect(aspect)
		switch inside := category == "" || c.Path == category; {
		case of == Path && c.Path == text, of == Value && inside && has && in.Has(c.Path, aspect, text), of == Key && inside && has:
			return true
		case of == Key && inside, of == Value && inside && has:
			known = true
		}
	}
	return of != Path && !known // which is told of another part
}
