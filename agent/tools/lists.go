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
)

// callLists are the sections of data/calls/lists.txt.
type callLists struct {
	Nothing, Unknown, Stop language.Phrasing
	Exact                  map[string]bool // words in the names of parameters whose values are compared to the letter
	Placeholder            []*regexp.Regexp
}

var own = sync.OnceValue(func() *callLists {
	l := &callLists{language.Phrasing{}, language.Phrasing{}, language.Phrasing{}, map[string]bool{}, nil}
	section := ""
	for line := range strings.Lines(data.CallLists) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutSuffix(strings.TrimPrefix(line, "["), "]"); ok && line[0] == '[' && !strings.ContainsAny(name, "[]") {
			section = name
			continue
		}
		if line == "" || line[0] == '#' {
			continue
		}
		if section == "placeholder" {
			l.Placeholder = append(l.Placeholder, regexp.MustCompile(line))
			continue
		}
		for _, phrase := range strings.Split(strings.TrimSuffix(line, ","), ", ") {
			switch section {
			case "nothing":
				l.Nothing.Add(strings.Fields(phrase))
			case "unknown":
				l.Unknown.Add(strings.Fields(phrase))
			case "stop":
				l.Stop.Add(strings.Fields(phrase))
			case "exact":
				l.Exact[phrase] = true
			}
		}
	}
	return l
})

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
