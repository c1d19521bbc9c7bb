package clarifybench

import (
	"os"
	"slices"
	"strconv"
	"testing"

	"shopclerk/agent/tools"
)

// Candidate calls of real data are decided about as a person would: without words in at least 99 of 100 requests.
func TestCandidates(t *testing.T) {
	const dir = "../../../../../shared/data/tools"
	if _, err := os.Stat(dir); err != nil {
		t.Skip(err)
	}
	f, err := Candidates(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range f.Table.Rows {
		if share, err := strconv.ParseFloat(row[2], 64); err != nil || share < 0.99 {
			t.Errorf("%s: %s of %s", row[0], row[2], row[1])
		}
	}
	t.Log(f.Markdown())
}

// What a request is to come to is told from what it comes to.
func TestTrials(t *testing.T) {
	kit, err := tools.New(tools.Tool{Name: "send", Parameters: []tools.Parameter{
		{Name: "to", Domain: tools.Words(), Required: true}, {Name: "file", Domain: tools.Words(), Required: true}, {Name: "copies", Domain: tools.Whole(1, 9)}}})
	if err != nil {
		t.Fatal(err)
	}
	call := func(to, file string) stated {
		return propose("", kit, "", tools.Call{Tool: "send", Arguments: tools.Arguments{"to": to, "file": file, "copies": 2.0}}, func(string, any) bool { return true })
	}
	all := []stated{call("Ann", "Plan"), call("Bob", "Notes")}
	rule := ruled(Ours, nil)
	rule.Ground = false
	var got []string
	for _, x := range all[0].trials(0, valuesOf(all)) {
		got = append(got, x.measure)
		if did := all[0].fails(&x, tools.Task{}, rule); did != "" {
			t.Error(did)
		}
		x.asks = map[bool]string{true: "to"}[x.asks == ""]
		if all[0].fails(&x, tools.Task{}, rule) == "" {
			t.Errorf("%s: nothing fails", x.measure)
		}
	}
	for n, m := range candidateMeasures {
		if n != 2 && !slices.Contains(got, m) { // it has no inner fields
			t.Errorf("no trial is of %s", m)
		}
	}
}
