package desk

import (
	"cmp"
	"strings"

	"shopclerk/agent/desk/insight"
	"shopclerk/agent/journal"
	"shopclerk/agent/shop/orders/counter"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/words"
)

// toolNames are what tools and their parameters are called: by the counter in the
// language of the desk, and what it does not know as shoppers were shown it.
type toolNames struct {
	words      *words.Language
	tools      map[string]string
	parameters map[[2]string]string // by tool and name
}

// newToolNames has the counter's names.
func newToolNames(w *words.Language) toolNames {
	n := toolNames{w, map[string]string{}, map[[2]string]string{}}
	for _, t := range counter.Declared(w) {
		n.tools[t.Name] = t.Title
		for _, p := range t.Parameters {
			n.parameters[[2]string{t.Name, p.Name}] = p.Label
		}
	}
	return n
}

// toolNamesOf has also the names that errands were shown under.
func toolNamesOf(w *words.Language, s *insight.ErrandSummary) toolNames {
	n := newToolNames(w)
	for i := range s.ByTool {
		t := &s.ByTool[i]
		n.tools[t.Tool] = cmp.Or(n.tools[t.Tool], t.Title)
	}
	for i := range s.Asked {
		q := &s.Asked[i]
		key := [2]string{q.Tool, q.Parameter}
		n.parameters[key] = cmp.Or(n.parameters[key], q.Label)
	}
	return n
}

// tool names what is to be done.
func (n toolNames) tool(name string) string {
	if name == "" {
		return n.words.T("desk.errands.no-tool")
	}
	return catalog.Capital(cmp.Or(n.tools[name], spaced(name)))
}

// parameter names what is asked about.
func (n toolNames) parameter(tool, name string) string {
	if name == tools.WhichTool {
		return n.words.T("desk.errands.which-tool")
	}
	return catalog.Capital(cmp.Or(n.parameters[[2]string{tool, name}], spaced(name)))
}

// spaced is an identifier as a person reads it.
func spaced(name string) string { return strings.ReplaceAll(name, "_", " ") }

// obstacleWords are the ids of why something is impossible, in a clause; otherwise it failed.
var obstacleWords = map[tools.Because]string{
	tools.Unlisted: "desk.errands.unlisted", tools.TooLow: "desk.errands.too-low", tools.TooHigh: "desk.errands.too-high",
	tools.OffStep: "desk.errands.off-step", tools.WrongKind: "desk.errands.wrong-kind", tools.WrongForm: "desk.errands.wrong-form",
	tools.TooLong: "desk.errands.too-long", tools.Lacks: "desk.errands.lacks", tools.TooShort: "desk.errands.too-short", tools.Nothing: "desk.errands.nothing",
}

// obstacleText says in a clause why something is impossible: in the tool's words, which are
// of the shopper's language, or in the desk's.
func obstacleText(w *words.Language, o insight.Obstacle) string {
	switch o.Reason {
	case journal.Redacted:
		return w.T("desk.replay.gone-text")
	case "":
		return w.T(cmp.Or(obstacleWords[o.Because], "desk.errands.failed"))
	}
	return o.Reason
}
