package reading

import (
	"bytes"
	"compress/gzip"
	"flag"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/floats"

	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
	"shopclerk/data"
)

// few are messages to learn by heart.
func few() []lesson {
	var lessons []lesson
	for i, m := range []string{"<need>a [kind:tent] in [is:blue]", "<need>a [kind:lamp] in [is:red]", "<errand>[do:buy] [ref:it] now", "<errand>[do:buy] [ref:them] now"} {
		for k := range 10 {
			lessons = append(lessons, lesson{Marked: nlu.Unmark(m), language: language.English(), writer: string(rune('a' + k%4)), shop: string(rune('a' + i))})
		}
	}
	return lessons
}

// trained are the weights learned from few.
func trained(t testing.TB) []byte {
	var b bytes.Buffer
	if err := train(few(), nil, 1).Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestTrain(t *testing.T) {
	whole := trained(t)
	if !bytes.Equal(whole, trained(t)) {
		t.Error("two runs learn different weights")
	}
	x, err := nlu.ReadChains(bytes.NewReader(whole))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range few() {
		found := x.Tagger(m.language).Tag(m.Tokens, nil, "", false)
		acts, tags := x.Labels(&m.Marked)
		if a, s := x.Labels(&nlu.Marked{Tokens: m.Tokens, Parts: found}); !slices.Equal(a, acts) || !slices.Equal(s, tags) {
			t.Errorf("%s: %+v", m.Text, found)
		}
	}
	if _, err := nlu.ReadChains(bytes.NewReader(whole[:len(whole)/2])); err == nil {
		t.Error("half a file is read")
	}
}

// FuzzReadChains changes a byte of the weights and reads by them, if they can be read.
func FuzzReadChains(f *testing.F) {
	z, err := gzip.NewReader(bytes.NewReader(trained(f)))
	if err != nil {
		f.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(uint32(0), byte(1))
	f.Add(uint32(200), byte(255))
	m := nlu.Unmark("a tent under 300")
	f.Fuzz(func(t *testing.T, at uint32, by byte) {
		changed := bytes.Clone(text)
		changed[int(at)%len(changed)] += by
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		z.Write(changed)
		z.Close()
		if x, err := nlu.ReadChains(&packed); err == nil {
			x.Tagger(language.English()).Tag(m.Tokens, nil, "", false)
		}
	})
}

// material is what this repository has.
func material(t *testing.T) (*Material, fs.FS) {
	t.Helper()
	repository := os.DirFS("../../../..")
	x, err := Load(repository)
	if err != nil {
		t.Fatal(err)
	}
	return x, repository
}

// What is compiled is of the tables as they are.
func TestConceptsAreFresh(t *testing.T) {
	x, _ := material(t)
	got, err := x.Concepts()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, data.Concepts) {
		t.Error("data/nlu/concepts.tsv.gz is stale: run bench learn links")
	}
}

var update = flag.Bool("update", false, "make the scores found those that are expected")

// What is learned of a part scores on the rest what is expected.
func TestExpectedScores(t *testing.T) {
	x, repository := material(t)
	expected, err := ReadExpected(repository)
	if err != nil {
		t.Fatal(err)
	}
	found, _, err := x.Score(Sample)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		expected.Sample = found
		if err := os.WriteFile("../../../../"+ExpectedFile, []byte(expected.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, moved := range found.Compare(expected.Sample) {
		t.Errorf("%s; accept it with -update", moved)
	}
}

// drawn are examples of two ways whose right one is told by weights, with some noise.
func drawn(n int, weights []float64) []Choice {
	rng := rand.New(rand.NewPCG(7, 7))
	out := make([]Choice, n)
	for i := range out {
		x := &out[i]
		x.Family, x.Weight = string(rune('a'+i%20)), 1
		for range 3 {
			f := make([]float64, len(weights))
			for k := range f {
				f[k] = rng.NormFloat64()
			}
			x.Features = append(x.Features, f)
			x.Right = append(x.Right, false)
		}
		_, shares := x.Shares(weights)
		x.Right[floats.MaxIdx(shares)] = true
	}
	return out
}

// TestLearnChoices learns the direction of the weights that examples were drawn by, and chooses
// rightly where it did not learn.
func TestLearnChoices(t *testing.T) {
	truth := []float64{2, -1, 0}
	examples := drawn(400, truth)
	w := LearnChoices(examples, make([]float64, 3))
	if w[0] <= 0 || w[1] >= 0 || math.Abs(w[2]) > math.Abs(w[1])/2 {
		t.Errorf("learned %.2f of examples drawn by %v", w, truth)
	}
	if held := Accuracy(examples, HeldOut(examples, make([]float64, 3), func(x *Choice) int { return int(x.Family[0]) % 5 })); held < 0.9 {
		t.Errorf("right in %.2f of what was held out", held)
	}
}

// TestWeight tells that an example counts as much as its weight.
func TestWeight(t *testing.T) {
	contrary := []Choice{
		{Features: [][]float64{{1}, {0}}, Right: []bool{true, false}, Weight: 1},
		{Features: [][]float64{{1}, {0}}, Right: []bool{false, true}, Weight: 10},
	}
	if w := LearnChoices(contrary, make([]float64, 1)); w[0] >= 0 {
		t.Errorf("the weight is %.2f, though what speaks against it counts ten times", w[0])
	}
}

// TestSeveralRight tells that an example with several right ways leaves open which.
func TestSeveralRight(t *testing.T) {
	open := []Choice{{Features: [][]float64{{1, 0}, {0, 1}, {0, 0}}, Right: []bool{true, true, false}, Weight: 1}}
	w := LearnChoices(open, make([]float64, 2))
	if math.Abs(w[0]-w[1]) > 1e-3 || w[0] <= 0 {
		t.Errorf("learned %.3f where both are as right", w)
	}
	if got := Accuracy(open, func(*Choice) []float64 { return w }); got != 1 {
		t.Errorf("accuracy %.2f", got)
	}
}

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
