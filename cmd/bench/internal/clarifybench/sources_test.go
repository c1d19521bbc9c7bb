package clarifybench

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/tools"
)

func TestParseCall(t *testing.T) {
	kit, err := tools.New(tools.Tool{Name: "mv", Parameters: []tools.Parameter{{Name: "source", Domain: tools.Words()}, {Name: "destination", Domain: tools.Words()}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		text string
		want tools.Arguments
	}{
		{"mv()", tools.Arguments{}},
		{"mv(source='a', destination=\"b c\")", tools.Arguments{"source": "a", "destination": "b c"}},
		{"mv('a', 'it\\'s, (b)')", tools.Arguments{"source": "a", "destination": "it's, (b)"}},
		{"x(n=1.5,on=True, off=False,none=None)", tools.Arguments{"n": 1.5, "on": true, "off": false}},
		{"x(list=['a', 2, []], pair=(1,))", tools.Arguments{"list": []any{"a", 2.0, []any{}}, "pair": []any{1.0}}},
		{"x(updates={'priority': 2, 'title': 'a'})", tools.Arguments{"updates.priority": 2.0, "updates.title": "a"}},
	} {
		got, err := parseCall(tt.text, kit)
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
		}
		if diff := cmp.Diff(tt.want, got.Arguments); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, diff)
		}
	}
	for _, text := range []string{"mv", "mv(source=", "mv(source='a", "mv(source=b c)", "mv([1"} {
		if c, err := parseCall(text, kit); err == nil {
			t.Errorf("%s is read as %v", text, c)
		}
	}
}
