package tools

import (
	"regexp"
	"strings"
	"sync"

	"shopclerk/agent/language"
	"shopclerk/data"
)

// What is known of words, whatever the tools. Read at their first use.
var (
	lists   = language.CallWords
	errands = language.ErrandWords
	// own are the regular expressions of data/calls/lists.txt, by section.
	own = sync.OnceValue(func() map[string]*regexp.Regexp {
		out := map[string]*regexp.Regexp{}
		for _, section := range strings.Split(data.CallLists, "\n[")[1:] {
			name, lines, _ := strings.Cut(section, "]\n")
			out[name] = regexp.MustCompile("(?:" + strings.ReplaceAll(strings.TrimSpace(lines), "\n", ")|(?:") + ")")
		}
		return out
	})
)

// is reports whether words are of a section of data/calls/lists.txt.
func is(section string, words ...string) bool {
	return own()[section].MatchString(strings.Join(words, " "))
}

// bare are the folded words of an answer without thanks and manners around them.
func bare(words string) []string {
	said := language.Forms(words)
	for len(said) > 1 && (lists().Thanks[said[len(said)-1]] || lists().Courteous[said[len(said)-1]]) {
		said = said[:len(said)-1]
	}
	for len(said) > 1 && (lists().Courteous[said[0]] || errands().Thanks.Is(said[0])) {
		said = said[1:]
	}
	return said
}
