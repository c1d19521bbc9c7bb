package reading

import (
	"bytes"
	"compress/gzip"
	"flag"
	"io"
	"io/fs"
	"os"
	"slices"
	"testing"

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
