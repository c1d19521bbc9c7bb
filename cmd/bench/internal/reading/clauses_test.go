package reading

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/language"
)

// Clauses are read with what they do and are about, and what is none is told by its line.
func TestExamples(t *testing.T) {
	read := func(text string) ([]saying, error) {
		return examples(fstest.MapFS{"data/reading/en/examples.tsv": {Data: []byte(text)}}, language.English())
	}
	list, err := read("# acts\n\nneed\tstart\tred chair\nneed+ask_shop:stock\tlist\ta chair | is it there\tchairs\nundo+need\tlist\ta chair\n")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range list {
		got = append(got, e.text+": "+e.label)
	}
	if diff := cmp.Diff([]string{"red chair: need", "a chair: need", "is it there: ask_stock", "a chair: need"}, got); diff != "" || list[0].shown || !list[1].shown {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for text, want := range map[string]string{
		"# acts\nneed\tstart":          "data/reading/en/examples.tsv: line 2: 2 columns, want label, setting, message and perhaps a family",
		"\nneed+ask\tstart\ta | b | c": "data/reading/en/examples.tsv: line 2: 2 labels for 3 clauses",
	} {
		if _, err := read(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// A marked message tells the intent of whatever topic, an example the topic.
func TestTopics(t *testing.T) {
	var sayings []saying
	for range 10 {
		for text, label := range map[string]string{"buy the tent": "errand:order", "throw them out": "errand:remove", "when do you open": "ask_shop:hours", "a lamp": "need"} {
			sayings = append(sayings, saying{language.English(), text, label, true})
		}
	}
	x := train(few(), sayings, 1)
	for text, want := range map[string]string{"buy it now": "errand:order", "throw them out": "errand:remove", "when do you open": "ask_shop:hours", "a tent in blue": "need:"} {
		parts := x.Tagger(language.English()).Tag(language.Tokenize(text), nil, "", true)
		if got := parts[0].Intent.String() + ":" + parts[0].Topic; got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}
