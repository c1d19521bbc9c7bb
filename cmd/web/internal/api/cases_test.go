package api

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "make the cases that are missed now those that may be")

// wanted is what a careful person would decide (data/calls/README.md).
type wanted struct {
	Do        string
	Also      []string // other decisions that will do
	Asks      []string // the ids of the questions
	More      bool     // others may be asked as well
	Arguments map[string]any
}

// missed says what of a decision is not wanted, "" if all is.
func (w *wanted) missed(d *Decision) string {
	var asked []string
	for _, q := range d.Questions {
		asked = append(asked, q.ID)
	}
	lacks := func(of, than []string) bool {
		return slices.ContainsFunc(than, func(id string) bool { return !slices.Contains(of, id) })
	}
	switch {
	case d.Do != w.Do && !slices.Contains(w.Also, d.Do):
		return fmt.Sprintf("%s, not %s", d.Do, w.Do)
	case d.Do == "ask" && (lacks(asked, w.Asks) || !w.More && lacks(w.Asks, asked)):
		return fmt.Sprintf("asks %q, not %q", asked, w.Asks)
	case (d.Do == "execute" || d.Do == "confirm") && w.Arguments != nil:
		got, want := folded(map[string]any(d.Call.Arguments)), folded(w.Arguments)
		if !cmp.Equal(got, want) {
			return fmt.Sprintf("%v, not %v", got, want)
		}
	}
	return ""
}

// folded is a value without nulls, case and spaces.
func folded(of any) any {
	switch of := of.(type) {
	case string:
		return strings.Trim(strings.Join(strings.Fields(strings.ToLower(of)), " "), ".! ")
	case map[string]any:
		out := map[string]any{}
		for name, inner := range of {
			if inner != nil {
				out[name] = folded(inner)
			}
		}
		return out
	case []any:
		out := []any{}
		for _, inner := range of {
			out = append(out, folded(inner))
		}
		return out
	}
	return of
}

// Whatever a request is, it is decided, and so is what comes of an answer to each question.
func FuzzClarify(f *testing.F) {
	text, err := os.ReadFile("../../../../data/calls/cases.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	for d := json.NewDecoder(bytes.NewReader(text)); d.More(); {
		var c struct{ Request json.RawMessage }
		if err := d.Decode(&c); err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(c.Request), "the second one, at half past six")
	}
	f.Fuzz(func(t *testing.T, request []byte, words string) {
		var in ClarifyRequest
		if json.Unmarshal(request, &in) != nil {
			return
		}
		d, err := (&Operations{}).Clarify(t.Context(), &in)
		if err != nil {
			return
		}
		for _, q := range d.Questions {
			in.History = append(in.History, Event{Answer: &TaskAnswer{Question: q.ID, Words: words}})
		}
		if d, err := (&Operations{}).Clarify(t.Context(), &in); err != nil || d.Do == "" {
			t.Errorf("after the answers: %+v, %v", d, err)
		}
	})
}

// Written cases are decided as a careful person would, but for those that testdata/missed.txt lists.
func TestCases(t *testing.T) {
	text, err := os.ReadFile("../../../../data/calls/cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var missed strings.Builder
	n := 0
	for d := json.NewDecoder(bytes.NewReader(text)); d.More(); n++ {
		var c struct {
			About   string
			Request ClarifyRequest
			Want    wanted
		}
		if err := d.Decode(&c); err != nil {
			t.Fatalf("case %d: %v", n+1, err)
		}
		decision, err := (&Operations{}).Clarify(t.Context(), &c.Request)
		if err != nil {
			t.Fatalf("case %d: %v", n+1, err)
		}
		if why := c.Want.missed(decision); why != "" {
			fmt.Fprintf(&missed, "%s: %s\n", c.About, why)
		}
	}
	const file = "testdata/missed.txt"
	if *update {
		if err := os.WriteFile(file, []byte(missed.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), missed.String()); diff != "" {
		t.Errorf("of %d cases others are missed than before (-want +got), accept it with -update:\n%s", n, diff)
	}
}
