package feed

import (
	"html"
	"regexp"
	"strings"

	"shopclerk/catalog"
)

// Catalogues of Yandex Market (YML) list their categories once, before the offers, which name
// them by number:
//
//	<categories><category id="1">Home</category><category id="2" parentId="1">Lamps</category></categories>
//	<offer id="7"><categoryId>2</categoryId>…</offer>

// listedCategory is one of a feed's list.
type listedCategory struct{ name, parent string }

// What a list of categories may hold: it is kept in memory, and paths are short.
const (
	mostCategories  = 1 << 16
	longestCategory = 256 // bytes
	deepestCategory = 10
)

var categoryAttribute = regexp.MustCompile(`\b(id|parentId)\s*=\s*["']([^"']+)["']`)

// define takes in the category whose tag was read.
func (x *itemReader) define(t scannedTag) error {
	var id string
	var c listedCategory
	for _, m := range categoryAttribute.FindAllSubmatch(t.text, -1) {
		if string(m[1]) == "id" {
			id = string(m[2])
		} else {
			c.parent = string(m[2])
		}
	}
	var name []byte
	for {
		b, err := x.byte()
		if err != nil {
			return err // the end of the file, too: it is told as every other
		}
		if b == '<' {
			break
		}
		if len(name) < longestCategory {
			name = append(name, b)
		}
	}
	if c.name = strings.TrimSpace(html.UnescapeString(strings.ToValidUTF8(string(name), ""))); id != "" && c.name != "" && len(x.categories) < mostCategories {
		if x.categories == nil {
			x.categories = map[string]listedCategory{}
		}
		x.categories[id] = c
	}
	return x.r.UnreadByte() // the tag that ends it is read as every other
}

// path is a category with those above it, "" for one that the list does not have.
func (x *itemReader) path(id string) string {
	var names []string
	for range deepestCategory {
		c, ok := x.categories[id]
		if !ok {
			break
		}
		names = append([]string{c.name}, names...)
		id = c.parent
	}
	return strings.Join(names, " > ")
}

// spellCategory gives the item the names of the category that it names by number.
func (x *itemReader) spellCategory() {
	i, numbered := x.entry.index["categoryId"]
	if _, named := x.entry.index["category"]; !numbered || named || x.entry.fields[i].value.Kind != catalog.RawText {
		return
	}
	if path := x.path(strings.TrimSpace(x.entry.fields[i].value.Text)); path != "" {
		x.entry.add("category", catalog.Text(path))
	}
}
