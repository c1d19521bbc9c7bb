package settings

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
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

// sort is what the texts of a part are.
type sort uint8

const (
	text sort = iota
	day
	code // of a language
	act
	ask
	path // of a category
	key  // of an aspect
	value
	product
	topic
)

// referred is what a text refers to, by its sort.
var referred = map[sort]string{path: "category", key: "attribute", value: "value", product: "product", topic: "topic"}

// chosen are the texts that a part of a sort can have.
var chosen = map[sort][]string{act: {Pin, Boost, Bury, Hide}, ask: {First, Never}}

// part is what a part of an entry has to be.
type part struct {
	name    string
	sort    sort
	needed  bool
	several bool // a list of texts
	about   bool // no two entries agree in all of these, nor in one text of a list
	most    int  // characters of a text; 0: [longestName]
}

// kind is one list of a document.
type kind struct {
	list  string
	parts []part
	check func(e Entry) string // what is wrong beyond the parts, "" for nothing
}

var kinds = []kind{
	{"synonyms", []part{{name: "category", sort: path}, {name: "aspect", sort: key, needed: true}, {name: "means", sort: value, needed: true}, {name: "words", several: true, needed: true}}, nil},
	{"stops", []part{{name: "words", several: true, needed: true}}, nil},
	{"redirects", []part{{name: "query", needed: true, about: true}, {name: "category", sort: path}, {name: "url"}}, func(e Entry) string {
		switch category, url := e.Text("category"), e.Text("url"); {
		case (category == "") == (url == ""):
			return ": needs either a category or a url"
		case url != "" && !reachable(url):
			return ".url: is no address: write https://…, or a path of the shop such as /p/ID"
		}
		return ""
	}},
	{"ranking", []part{{name: "act", sort: act, needed: true, about: true}, {name: "query", about: true}, {name: "category", sort: path, about: true},
		{name: "products", several: true, sort: product, needed: true}, {name: "from", sort: day, about: true}, {name: "to", sort: day, about: true}}, func(e Entry) string {
		switch to := e.Text("to"); {
		case e.Text("act") == Pin && e.Text("category")+e.Text("query") == "":
			return ": needs a query or a category: one list has one beginning"
		case to != "" && e.Text("from") > to:
			return ".to: is before from: exchange the two"
		}
		return ""
	}},
	{"names", []part{{name: "category", sort: path, about: true}, {name: "aspect", sort: key, needed: true, about: true}, {name: "values", several: true, sort: value, about: true},
		{name: "language", sort: code, about: true}, {name: "name", needed: true, most: longestText}}, nil},
	{"groups", []part{{name: "category", sort: path, about: true}, {name: "aspect", sort: key, needed: true, about: true}, {name: "values", several: true, sort: value, needed: true, about: true},
		{name: "language", sort: code, about: true}, {name: "name", needed: true, most: longestText}}, nil},
	{"wording", []part{{name: "category", sort: path, about: true}, {name: "aspect", sort: key, needed: true, about: true}, {name: "language", sort: code, about: true},
		{name: "text", needed: true, most: longestText}, {name: "help", most: longestHelp}}, nil},
	{"questions", []part{{name: "category", sort: path, about: true}, {name: "aspect", sort: key, needed: true, about: true}, {name: "ask", sort: ask, needed: true}}, nil},
	{"start", []part{{name: "language", sort: code, about: true}, {name: "categories", several: true, sort: path}, {name: "sentences", several: true, most: longestText}}, func(e Entry) string {
		if len(e.Of("categories"))+len(e.Of("sentences")) == 0 {
			return ": offers nothing: name a category or a sentence"
		}
		return ""
	}},
	{"facts", []part{{name: "topic", sort: topic, needed: true, about: true}, {name: "language", sort: code, needed: true, about: true}, {name: "text", needed: true, most: longestFact}}, nil},
}

// check tells what is wrong with the document: a line for each place, with a remedy.
func (d Document) check() (wrong []string) {
	for _, list := range slices.Sorted(maps.Keys(d)) {
		if !slices.ContainsFunc(kinds, func(k kind) bool { return k.list == list }) {
			wrong = append(wrong, fmt.Sprintf("%q is no setting: correct the name, or take it out", list))
		}
	}
	for _, k := range kinds {
		seen := map[string]string{}
		for i, e := range d[k.list] {
			place := fmt.Sprintf("%s[%d]", k.list, i)
			for _, name := range slices.Sorted(maps.Keys(e)) {
				_, text := e[name].(string)
				i := slices.IndexFunc(k.parts, func(p part) bool { return p.name == name })
				switch {
				case i < 0:
					wrong = append(wrong, fmt.Sprintf("%s.%s: is no setting: correct the name, or take it out", place, name))
				case text == k.parts[i].several || !text && e.Of(name) == nil:
					wrong = append(wrong, fmt.Sprintf("%s.%s: is a text, or in a list where there can be several: write it so", place, name))
				}
			}
			about, each := "", []string{""} // what the entry is about, and the texts of a list
			for _, p := range k.parts {
				texts := e.Of(p.name)
				for n, text := range texts {
					at := place + "." + p.name
					if p.several {
						at = fmt.Sprintf("%s[%d]", at, n)
					}
					if problem := p.wrong(text); problem != "" {
						wrong = append(wrong, at+": "+problem)
					}
				}
				switch empty := len(texts) == 0; {
				case empty && p.needed && p.several:
					wrong = append(wrong, place+"."+p.name+": is empty: name at least one")
				case empty && p.needed:
					wrong = append(wrong, place+"."+p.name+": is missing: fill it in")
				}
				switch {
				case p.about && p.several && len(texts) > 0:
					each = texts
				case p.about:
					about += folded(e.Text(p.name)) + "\x00"
				}
			}
			if k.check != nil {
				if problem := k.check(e); problem != "" {
					wrong = append(wrong, place+problem)
				}
			}
			for _, text := range each {
				if before, ok := seen[about+folded(text)]; ok && about != "" {
					wrong = append(wrong, fmt.Sprintf("%s: is about the same as %s: leave one out", place, before))
					break
				}
				seen[about+folded(text)] = place
			}
		}
	}
	return wrong
}

// wrong tells what is wrong with a text, and the remedy; "" where nothing is.
func (p *part) wrong(text string) string {
	most := cmp.Or(p.most, longestName)
	_, noDay := time.Parse(time.DateOnly, text)
	switch {
	case strings.TrimSpace(text) == "":
		return "is missing: fill it in"
	case utf8.RuneCountInString(text) > most:
		return fmt.Sprintf("is longer than %d characters: shorten it", most)
	case strings.ContainsFunc(text, unicode.IsControl):
		return "has characters that cannot be shown: type it anew"
	case p.sort == day && noDay != nil:
		return fmt.Sprintf("%q is no day: write it as 2026-01-31", text)
	case p.sort == code && words.Lookup(text) == nil:
		return fmt.Sprintf("%q is no language of the shop: leave it out for all, or name one such as en", text)
	case chosen[p.sort] != nil && !slices.Contains(chosen[p.sort], text):
		return fmt.Sprintf("is %q: write %s", text, strings.Join(chosen[p.sort], " or "))
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
	for _, k := range kinds {
		for i, e := range d[k.list] {
			for _, p := range k.parts {
				for _, text := range e.Of(p.name) {
					if text != "" && !exists(in, p.sort, e.Text("category"), e.Text("aspect"), text) {
						out = append(out, fmt.Sprintf("%s[%d]: there is no %s %q", k.list, i, referred[p.sort], text))
					}
				}
			}
		}
	}
	return out
}

// exists reports whether there is what a text refers to, in a category and an aspect; what these
// name need not exist.
func exists(in Catalogue, of sort, category, aspect, text string) bool {
	switch of {
	case product:
		return in.Sells(text)
	case topic:
		return in.Answers(text)
	case path, key, value:
	default:
		return true
	}
	known := false // the aspect is, or the category
	for _, c := range in.Categories() {
		_, has := c.Aspect(aspect)
		switch inside := category == "" || c.Path == category; {
		case of == path && c.Path == text, of == value && inside && has && in.Has(c.Path, aspect, text), of == key && inside && has:
			return true
		case of == key && inside, of == value && inside && has:
			known = true
		}
	}
	return of != path && !known // which is told of another part
}
