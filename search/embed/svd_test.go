package embed

import (
	"context"
	"hash/fnv"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The randomized decomposition finds the singular values that an exact one
// finds, and orthonormal directions.
func TestRightSingularEqualsExact(t *testing.T) {
	const rows, columns, dim = 60, 40, 6
	random := rand.New(rand.NewPCG(3, 4))
	dense := mat.NewDense(rows, columns, nil)
	sparse := make([][]cell, rows)
	for i := range sparse {
		for j := range int32(columns) {
			if random.Float64() < 0.3 {
				// Columns of falling weight give falling singular values.
				v := random.NormFloat64() * math.Exp(-float64(j)/4)
				dense.Set(i, int(j), v)
				sparse[i] = append(sparse[i], cell{j, v})
			}
		}
	}
	v, singular, err := rightSingular(context.Background(), sparse, columns, dim, 1)
	if err != nil {
		t.Fatal(err)
	}
	var exact mat.SVD
	if !exact.Factorize(dense, mat.SVDThin) {
		t.Fatal("exact decomposition did not converge")
	}
	for i, want := range exact.Values(nil)[:dim] {
		if math.Abs(singular[i]-want) > 1e-4*want {
			t.Errorf("singular value %d = %v, want %v", i, singular[i], want)
		}
	}
	g := gram(v)
	for i := range dim {
		for j := range dim {
			want := 0.0
			if i == j {
				want = 1
			}
			if math.Abs(g.At(i, j)-want) > 1e-9 {
				t.Errorf("directions %d and %d have product %v, want %v", i, j, g.At(i, j), want)
			}
		}
	}
}

// A product of many columns is that of multiplying one by one.
func TestMultiply(t *testing.T) {
	const rows, inner, columns = 5, 9, 2*tile + 7
	random := rand.New(rand.NewPCG(5, 6))
	dense := mat.NewDense(inner, columns, nil)
	for i := range inner {
		for j := range columns {
			dense.Set(i, j, random.NormFloat64())
		}
	}
	sparse := make([][]cell, rows)
	for i := range sparse {
		for j := range int32(i + inner - rows + 1) { // of 5 to 9 cells
			sparse[i] = append(sparse[i], cell{j, random.NormFloat64()})
		}
	}
	got, err := multiply(t.Context(), sparse, dense)
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range sparse {
		for j := range columns {
			want := 0.0
			for _, c := range row {
				want += c.value * dense.At(int(c.column), j)
			}
			if math.Abs(got.At(i, j)-want) > 1e-9 {
				t.Fatalf("row %d, column %d: %v, want %v", i, j, got.At(i, j), want)
			}
		}
	}
}

func TestRankOf(t *testing.T) {
	for _, tc := range []struct {
		name   string
		values []float64
		want   int
	}{
		{"all", []float64{4, 2, 1}, 3},
		{"what is next to nothing of the largest is an error", []float64{1e6, 1, 1e-5}, 2},
		{"not what is small", []float64{1e-6, 1e-7, 1e-15}, 3},
		{"at least one", []float64{0, 0}, 1},
	} {
		if got := rankOf(tc.values); got != tc.want {
			t.Errorf("%s: %d, want %d", tc.name, got, tc.want)
		}
	}
}

// A row has the known features of a text at unit length, also where words are remembered.
func TestRead(t *testing.T) {
	texts := []string{
		"Red dress, red sleeves and a RED belt", "Blue dress with sleeves", "Belt for the blue dress", "", "42 × 17 mm",
		"A belt that nobody belted: unbelted, rebelted", "redress",
	}
	letters := []string{"a", "b a", "b", "a a b"} // which have no letter groups
	for _, learned := range [][]string{texts, letters} {
		m, err := Train(t.Context(), slices.Values(learned), Options{Dim: 4})
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range append(learned, "unheard-of words beside a dress") {
			first, again := m.read(text), m.read(text)
			length := 0.0
			for _, c := range first {
				length += c.value * c.value
			}
			if !slices.Equal(first, again) || len(first) > 0 && math.Abs(length-1) > 1e-9 {
				t.Errorf("%q: %v, then %v, of squared length %v", text, first, again, length)
			}
		}
	}
}

// The letter groups of a word are all of three and of four, its ends among them, but the
// whole word itself.
func TestSpell(t *testing.T) {
	for word, groups := range map[string][]string{
		"a":    nil,
		"at":   {"^at", "at$"},
		"lamp": {"^la", "lam", "amp", "mp$", "^lam", "lamp", "amp$"},
		"öl":   {"^öl", "öl$"},
	} {
		var read []feature
		r := newReader(func(f feature) int32 {
			read = append(read, f)
			return int32(len(read) - 1)
		})
		r.spell(word)
		want := []feature{hash(wordSalt, word)}
		for _, g := range groups {
			want = append(want, hash(gramSalt, g))
		}
		if !slices.Equal(read, want) {
			t.Errorf("%s: %v, want the groups %q", word, read, groups)
		}
	}
}

// Features are what they were when models were written: FNV-1a of a letter for their kind
// and the text.
func TestHash(t *testing.T) {
	h := fnv.New64a()
	h.Write([]byte("wlamp"))
	if got, want := hash(wordSalt, "lamp"), feature(h.Sum64()); got != want {
		t.Errorf("%x, want %x", got, want)
	}
}

// A sample keeps no more than it shall, and each text as often as another.
func TestSample(t *testing.T) {
	kept := map[string]int{}
	for seed := range uint64(3000) {
		s := NewSample(Options{MaxDocs: 1, Seed: seed})
		for _, text := range []string{"a", "b", "c"} {
			s.Add(text)
		}
		if len(s.kept) != 1 {
			t.Fatalf("%d texts kept", len(s.kept))
		}
		kept[s.kept[0].text]++
	}
	for text, n := range kept { // the standard deviation is 26
		if n < 900 || n > 1100 {
			t.Errorf("%q is kept %d times of 3000, want 1000", text, n)
		}
	}
}

// Train learns a model from texts.
func Train(ctx context.Context, docs iter.Seq[string], options Options) (*Model, error) {
	s := NewSample(options)
	for text := range docs {
		s.Add(text)
	}
	return s.Train(ctx)
}
