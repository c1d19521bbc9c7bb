package embed_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/search/embed"
)

// texts is a small shop: two kinds of product whose words do not overlap but
// for brands and colours.
func texts(n int) []string {
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(words string) string {
		list := strings.Fields(words)
		return list[random.IntN(len(list))]
	}
	var all []string
	for i := range n {
		kind := "inkjet laser printer toner cartridge paper tray duplex"
		if i%2 == 1 {
			kind = "guitar string acoustic bridge fretboard capo tuner"
		}
		all = append(all, strings.Join([]string{pick("corvus halden brightwater"), pick(kind), pick(kind), pick(kind), pick("black white red")}, " "))
	}
	return all
}

func train(t testing.TB, docs []string, o embed.Options) *embed.Model {
	t.Helper()
	m, err := embed.Train(context.Background(), slices.Values(docs), o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func cosine(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func TestRelatedWordsAreNear(t *testing.T) {
	m := train(t, texts(400), embed.Options{Dim: 2, Seed: 1}) // as many directions as kinds
	for _, test := range []struct{ name, query, near, far string }{
		{"words used together", "toner", "inkjet", "guitar"},
		{"plural", "printers", "printer", "capo"},
		{"typing error", "acustic", "fretboard", "cartridge"},
		{"upper case", "GUITAR", "guitar", "paper"},
	} {
		t.Run(test.name, func(t *testing.T) {
			q := m.Embed(test.query)
			near, far := cosine(q, m.Embed(test.near)), cosine(q, m.Embed(test.far))
			if near < far+0.3 {
				t.Errorf("cosine with %q is %.2f, with %q %.2f", test.near, near, test.far, far)
			}
		})
	}
}

func TestEmbedIsUnitOrZero(t *testing.T) {
	m := train(t, texts(200), embed.Options{Dim: 8, Seed: 1})
	dim := len(m.Embed(""))
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.SampledFrom(texts(20))).Draw(t, "text")
		v := m.Embed(text)
		if length := cosine(v, v); len(v) != dim || length != 0 && math.Abs(length-1) > 1e-5 {
			t.Fatalf("Embed(%q) has %d dimensions and squared length %v", text, len(v), length)
		}
	})
	for _, unknown := range []string{"", "...", "xyzzy", "東京"} {
		if v := m.Embed(unknown); cosine(v, v) != 0 {
			t.Errorf("Embed(%q) = %v, want zeros", unknown, v)
		}
	}
}

// The same seed gives the same bytes on one processor and on many.
func TestTrainIsDeterministic(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	docs := texts(1500)
	var first []byte
	for _, processors := range []int{1, 2, 8} {
		runtime.GOMAXPROCS(processors)
		data, err := train(t, docs, embed.Options{Dim: 80, Seed: 7, MaxDocs: 1200}).MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = data
		}
		if !bytes.Equal(first, data) {
			t.Errorf("the model differs on %d processors", processors)
		}
	}
	other, err := train(t, docs, embed.Options{Dim: 80, Seed: 8, MaxDocs: 1200}).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(first, other) {
		t.Error("another seed draws the same sample")
	}
}

// Fewer directions than asked for are kept when the texts have no more.
func TestLowRank(t *testing.T) {
	m := train(t, []string{"red lamp", "red lamp", "oak desk", "oak desk"}, embed.Options{Dim: 50, Seed: 1})
	if dim := len(m.Embed("red")); dim != 2 {
		t.Errorf("vectors of %d numbers, want 2", dim)
	}
	if c := cosine(m.Embed("red"), m.Embed("lamp")); math.Abs(c-1) > 1e-5 {
		t.Errorf("cosine of words always together = %v, want 1", c)
	}
	if c := cosine(m.Embed("red"), m.Embed("oak")); math.Abs(c) > 1e-5 {
		t.Errorf("cosine of words never together = %v, want 0", c)
	}
}

// Of six texts four say a and two say b: the singular values are √4 and √2, of which a
// vector is divided by the root. What more texts say weighs less: log 7/5 and log 7/3, and a
// hundredth.
func TestVectorByHand(t *testing.T) {
	m := train(t, []string{"a", "a", "a", "a", "b", "b"}, embed.Options{Dim: 2, MaxFeatures: 2})
	a, b := (math.Log(7.0/5)+0.01)/math.Sqrt(2), (math.Log(7.0/3)+0.01)/math.Sqrt(math.Sqrt2)
	want := []float64{a / math.Hypot(a, b), b / math.Hypot(a, b)}
	for i, x := range m.Embed("a b") {
		if math.Abs(math.Abs(float64(x))-want[i]) > 1e-5 { // either sign is as good
			t.Errorf("dimension %d is %v, want %v", i, x, want[i])
		}
	}
	one := train(t, []string{"a", "a", "a", "b", "b"}, embed.Options{Dim: 1, MaxFeatures: 1})
	if x := one.Embed("a"); len(x) != 1 || x[0]*x[0] != 1 || one.Embed("b")[0] != 0 {
		t.Errorf("of one feature, the most frequent: a is at %v, b at %v", x, one.Embed("b"))
	}
}

func TestTrainErrors(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		name    string
		ctx     context.Context
		docs    []string
		options embed.Options
		want    error
	}{
		{"no texts", t.Context(), nil, embed.Options{}, embed.ErrNoText},
		{"a sample of one", t.Context(), texts(10), embed.Options{MaxDocs: 1}, embed.ErrNoText},
		{"nothing shared", t.Context(), []string{"ab", "cd"}, embed.Options{}, embed.ErrNoText},
		{"cancelled", cancelled, texts(10), embed.Options{}, context.Canceled},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := embed.Train(test.ctx, slices.Values(test.docs), test.options); !errors.Is(err, test.want) {
				t.Errorf("error = %v, want %v", err, test.want)
			}
		})
	}
	if _, err := embed.Train(t.Context(), slices.Values(texts(10)), embed.Options{Dim: -1}); err == nil {
		t.Error("a negative size was accepted")
	}
}

func TestMarshalRoundTrip(t *testing.T) {
	m := train(t, texts(200), embed.Options{Dim: 8, Seed: 1})
	data, err := m.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var read embed.Model
	if err := read.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	for _, text := range texts(20) {
		if !slices.Equal(m.Embed(text), read.Embed(text)) {
			t.Fatalf("Embed(%q) changed", text)
		}
	}
}

// A model of nothing is one: a shop may be empty.
func TestMarshalNothing(t *testing.T) {
	data, err := new(embed.Model).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var read embed.Model
	if err := read.UnmarshalBinary(data); err != nil || len(read.Embed("lamp")) != 0 {
		t.Errorf("%v; a lamp is at %v", err, read.Embed("lamp"))
	}
}

func TestUnmarshalDamaged(t *testing.T) {
	data, err := train(t, texts(50), embed.Options{Dim: 2, Seed: 1}).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string][]byte{
		"empty":         nil,
		"another file":  []byte("PK\x03\x04 something else entirely"),
		"cut":           data[:len(data)-1],
		"only magic":    data[:16],
		"longer":        append(slices.Clone(data), 0),
		"other version": append([]byte("shopclerk/embed\x00"), data[16:]...),
	} {
		t.Run(name, func(t *testing.T) {
			var m embed.Model
			if err := m.UnmarshalBinary(bad); !errors.Is(err, embed.ErrFormat) {
				t.Errorf("error = %v, want ErrFormat", err)
			}
		})
	}
	for _, at := range []int{0, 17, len(data) / 2, len(data) - 1} {
		t.Run(fmt.Sprint("flipped at ", at), func(t *testing.T) {
			bad := slices.Clone(data)
			bad[at] ^= 1
			var m embed.Model
			if err := m.UnmarshalBinary(bad); !errors.Is(err, embed.ErrFormat) {
				t.Errorf("error = %v, want ErrFormat", err)
			}
		})
	}
}

func FuzzUnmarshal(f *testing.F) {
	data, err := train(f, []string{"red lamp", "red lamp"}, embed.Options{Dim: 1}).MarshalBinary()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		var m embed.Model
		if err := m.UnmarshalBinary(data); err != nil {
			return
		}
		again, err := m.MarshalBinary()
		if err != nil || !bytes.Equal(again, data) {
			t.Fatalf("a model that was read is written otherwise: %v", err)
		}
	})
}
