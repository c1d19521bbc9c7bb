package language

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// ending is one in which words for one thing differ.
type ending struct {
	of, instead string
	least       int // letters that stay
}

// endings are tried in the order of the files endings.tsv, English first; irregular are
// the forms of verbs that no ending tells, from irregular.tsv.
var (
	endings = sync.OnceValue(func() []ending {
		var out []ending
		for _, code := range codes() {
			name := code + "/endings.tsv"
			for _, row := range rows(name, table(code, "endings.tsv"), 2) {
				least, err := strconv.Atoi(row[1])
				if err != nil {
					panic(fmt.Sprintf("%s: letters of %s: %v", name, row[0], err)) // embedded: every test meets it
				}
				e := ending{of: row[0], least: least}
				if len(row) > 2 {
					e.instead = row[2]
				}
				out = append(out, e)
			}
		}
		return out
	})
	irregularVerbs = sync.OnceValue(func() map[string]string {
		m := map[string]string{}
		for _, code := range codes() {
			for _, row := range rows(code+"/irregular.tsv", table(code, "irregular.tsv"), 2) {
				m[row[0]] = row[0]
				for _, form := range strings.Fields(row[1]) {
					m[form] = row[0]
				}
			}
		}
		return m
	})
)

// Root takes the endings from a folded word by which a verb's forms and its nouns differ,
// so that "retweeting" is a word for what retweet does. It is for telling deeds and tools
// apart, where a wrong likeness costs little, and not for values. Words of another
// language than the endings' lose the same letters wherever they stand.
func Root(form string) string {
	stem := Singular(form)
	if plain, ok := irregularVerbs()[stem]; ok {
		stem = plain
	}
	for range 2 { // "estimating" has two
		stem = shorten(stem)
	}
	if n := len(stem); n > 2 && stem[n-1] == stem[n-2] { // "planned", "cancelled", and "fill" with them
		stem = stem[:n-1]
	}
	return stem
}

func shorten(w string) string {
	for _, e := range endings() {
		left, ok := strings.CutSuffix(w, e.of)
		if !ok || len(left) < e.least || !strings.ContainsAny(left, "aeiouy") || e.of == "ed" && strings.HasSuffix(left, "e") {
			continue
		}
		return left + e.instead
	}
	return w
}
