package clarify

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// What every form of options promises, whatever the field, the belief, who is left and what
// was asked before: none is empty, none is true of all who are left, none says what another
// does, and there are two at least; once answered, all are narrower than what was ticked.
func TestOptionsKeepTheirPromises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "candidates")
		f := aField("a", n).Draw(t, "field")
		o := &offering{weights: someWeights(n).Draw(t, "weights"), m: rapid.IntRange(2, MaxOptions+2).Draw(t, "m")}
		if rapid.Bool().Draw(t, "some are left") {
			o.left = rapid.SliceOfN(rapid.Bool(), n, n).Draw(t, "left")
		}
		s := &Situation{Weights: o.weights}
		if rapid.Bool().Draw(t, "asked") {
			before := someOptions(f, o.weights).Draw(t, "before")
			s.Asked = []Asked{{Key: "a", Options: before, Ticked: 1 << rapid.IntRange(0, len(before)-1).Draw(t, "ticked")}}
		}
		var ok bool
		if o.within, ok = s.again(f); !ok {
			t.Fatal("not asked again after one question")
		}
		forms := f.offer(o)
		if diff := cmp.Diff(forms, f.offer(o)); diff != "" {
			t.Fatalf("the same belief gives other options:\n%s", diff)
		}
		for _, options := range forms {
			if len(options) < 2 || len(options) > min(o.m, MaxOptions) {
				t.Fatalf("%d options of at most %d", len(options), o.m)
			}
			each, all, kinds := f.ticks(o, options)
			if kinds < 2 {
				t.Fatalf("everybody gives the same answer to %+v", options)
			}
			for i, n := range each {
				if n == 0 || n == all {
					t.Fatalf("%d of %d would tick %+v", n, all, options[i])
				}
			}
			if f.ordered() {
				disjointRanges(t, f, options)
			} else {
				disjointCodes(t, options)
			}
			if len(s.Asked) > 0 {
				narrower(t, f, options, &s.Asked[0])
			}
		}
	})
}

// narrower holds options to be less than what was ticked.
func narrower(t *rapid.T, f *Field, options []Option, a *Asked) {
	t.Helper()
	before, now := f.masks(a.Options), f.masks(options)
	for o := range options {
		less := false
		for c := range f.Size {
			in, was := now.code(uint32(c)).Has(o), before.one[c]&a.Ticked != 0
			if in && !was {
				t.Fatalf("option %+v has code %d, which was not ticked", options[o], c)
			}
			less = less || was && !in
		}
		if !less {
			t.Fatalf("option %+v is all that was ticked", options[o])
		}
	}
}

// disjointRanges holds ranges to ascend without overlap and, unless they stand for
// single numbers, without gaps.
func disjointRanges(t *rapid.T, f *Field, options []Option) {
	t.Helper()
	numbers := true
	for i, o := range options {
		if !(o.Low < o.High) {
			t.Fatalf("range %d of %+v is empty", i, options)
		}
		if i > 0 && options[i-1].High > o.Low {
			t.Fatalf("ranges %d and %d of %+v overlap", i-1, i, options)
		}
		numbers = numbers && slices.Contains(f.Numbers, o.Low) && o.High == math.Nextafter(o.Low, math.Inf(1))
	}
	for i := 1; i < len(options) && !numbers; i++ {
		if options[i-1].High != options[i].Low {
			t.Fatalf("%+v leave a gap", options)
		}
	}
}

// disjointCodes holds value options to share no value.
func disjointCodes(t *rapid.T, options []Option) {
	t.Helper()
	seen := map[uint32]bool{}
	for _, o := range options {
		for _, c := range o.Codes {
			if seen[c] {
				t.Fatalf("%+v offer a value twice", options)
			}
			seen[c] = true
		}
	}
}

func TestOptionsOfValues(t *testing.T) {
	option := func(codes ...uint32) Option { return Option{Codes: codes} }
	for _, tc := range []struct {
		name    string
		field   *Field
		weights []float64
		m       int
		want    []Option
	}{
		{"the heaviest first, ties by code", single("a", 2, 2, 1, 0, 3, 3, 3), flat(7), 5,
			[]Option{option(3), option(2), option(0), option(1)}},
		{"no more than asked for", single("a", 2, 2, 1, 0, 3, 3, 3), flat(7), 2, []Option{option(3), option(2)}},
		{"by weight, not by number", single("a", 0, 0, 1), []float64{0.1, 0.1, 0.8}, 5, []Option{option(1), option(0)}},
		{"what nobody can want any more is not offered", single("a", 0, 1, 2), []float64{0.5, 0.5, 0}, 5, []Option{option(0), option(1)}},
		{"what all have who count is not offered", several("a", []uint32{0, 1}, []uint32{0, 2}, []uint32{3}), []float64{0.5, 0.5, 0}, 5, []Option{option(1), option(2)}},
		{"few say, and hardly ever the same", single("a", append([]int{0, 1}, slices.Repeat([]int{-1}, 38)...)...), flat(40), 5, []Option{option(0), option(1)}},
		{"one value for everybody", single("a", 0, 0, 0), flat(3), 5, nil},
		{"one value, the others do not say", single("a", 0, 0, -1), flat(3), 5, nil},
		{"nobody says", single("a", -1, -1), flat(2), 5, nil},
		{"several values, the same for all", several("a", []uint32{0, 1}, []uint32{0, 1}), flat(2), 5, nil},
		{"of what all have and what some have, nothing is left to choose", several("a", []uint32{0, 1}, []uint32{1}), flat(2), 5, nil},
		{"what all have is not offered", several("a", []uint32{0, 1}, []uint32{1, 2}, []uint32{1}), flat(3), 5, []Option{option(0), option(2)}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			forms := Options(tc.field, tc.weights, tc.m)
			if tc.want == nil {
				if len(forms) > 0 {
					t.Errorf("got %+v, want no question", forms)
				}
				return
			}
			if diff := cmp.Diff([][]Option{tc.want}, forms); diff != "" {
				t.Errorf("options (-want +got):\n%s", diff)
			}
		})
	}
}

// A form is put where its answers differ, and none of them goes without saying.
func TestSound(t *testing.T) {
	size := &Field{Key: "size", Size: 2, Numbers: []float64{10, 40}}
	all := slices.Repeat([]bool{true}, 10)
	for _, tc := range []struct {
		name  string
		codes []uint32 // of ten candidates who have both numbers, the first or the second
		left  []bool
		want  bool
	}{
		{"eight of ten", []uint32{0, 0, 0, 0, 0, 0, 0, 0, 1, 1}, all, true},
		{"nine of ten", []uint32{0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, nil, true},
		{"nine of ten where people look on by themselves", []uint32{0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, all, false},
		{"all of ten", []uint32{0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, nil, false},
		{"the same of all who have any", []uint32{2, 2, 2, 2, 2, 2, 2, 2, 3, 3}, nil, false},
	} {
		f := *size
		f.Offsets = []uint32{0}
		for _, c := range tc.codes {
			f.Codes = append(f.Codes, [][]uint32{{0}, {1}, {0, 1}, {}}[c]...)
			f.Offsets = append(f.Offsets, uint32(len(f.Codes)))
		}
		halves := []Option{{Low: math.Inf(-1), High: 20}, {Low: 20, High: math.Inf(1)}}
		if got := f.sound(&offering{weights: flat(10), left: tc.left, m: 2}, halves); got != tc.want {
			t.Errorf("%s: put is %t", tc.name, got)
		}
	}
}

func TestWhole(t *testing.T) {
	for n, want := range map[float64]bool{16: true, 1024: true, 2.5: true, 64.37: false} {
		if got := whole([]float64{n}); got != want {
			t.Errorf("%v reads well: %t", n, got)
		}
	}
}

// A number is worth a line from a two-hundredth of those who have any, however few these are.
func TestHeaviestNumbers(t *testing.T) {
	const least = math.SmallestNonzeroFloat64
	for _, tc := range []struct {
		name   string
		mass   []float64 // of 16, 32, 64
		valued float64
		want   []float64
	}{
		{"a two-hundredth and less", []float64{0.25, 0.00125, 0.00124}, 0.25, []float64{16, 32}},
		{"no weight at all, where nobody has any to speak of", []float64{0, least, 0}, least, []float64{32}},
		{"the heaviest, ties by code", []float64{0.2, 0.5, 0.2}, 0.9, []float64{32, 16}},
	} {
		if got := heaviestNumbers([]float64{16, 32, 64}, tc.mass, tc.valued, 2); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
}

// What spans a range is half at either end, and once among those who have any.
func TestMasses(t *testing.T) {
	f := &Field{Key: "size", Size: 3, Numbers: []float64{10, 20, 40}, Offsets: []uint32{0, 1, 3, 3}, Codes: []uint32{1, 0, 2}}
	mass, valued := f.masses(&offering{weights: []float64{0.5, 0.25, 0.25}, m: 2})
	if want := []float64{0.125, 0.5, 0.125}; !slices.Equal(mass, want) || valued != 0.75 {
		t.Errorf("masses %v of %v, want %v of 0.75", mass, valued, want)
	}
}

// named makes a field of one code a candidate, so many of each, with broader names: each
// the codes from one to another.
func named(counts []int, broader ...[2]uint32) *Field {
	var codes []int
	for c, n := range counts {
		codes = append(codes, slices.Repeat([]int{c}, n)...)
	}
	f := single("name", codes...)
	var names []Name
	of := map[uint32]int{}
	for _, b := range broader {
		n := Name{Parent: -1}
		for c := b[0]; c <= b[1]; c++ {
			n.Codes = append(n.Codes, c)
			of[c] = len(names) + 1
		}
		names = append(names, n)
	}
	for c := range counts {
		names = append(names, Name{Codes: []uint32{uint32(c)}, Parent: of[uint32(c)] - 1})
	}
	f.Names = func() []Name { return names }
	return f
}

// reticent adds candidates that have no value.
func reticent(f *Field, n int) *Field {
	f.Offsets = append(f.Offsets, slices.Repeat(f.Offsets[f.Len():], n)...)
	return f
}

// and gives the first candidates, which have one code each, another.
func and(f *Field, code uint32, n int) *Field {
	for i := range n {
		f.Codes = slices.Insert(f.Codes, 2*i+1, code)
	}
	for i := range f.Offsets {
		f.Offsets[i] += uint32(min(i, n))
	}
	return f
}

func TestOptionsOfNames(t *testing.T) {
	for _, tc := range []struct {
		name  string
		field *Field
		m     int
		want  [][]uint32
	}{
		{"a family stands for its rare members, heavy values beside it",
			named([]int{9, 1, 1, 1, 1, 1, 9}, [2]uint32{1, 5}), 3, [][]uint32{{0}, {6}, {1, 2, 3, 4, 5}}},
		{"members that tell more stand alone", named([]int{20, 20, 20, 1, 1}, [2]uint32{0, 2}), 5, [][]uint32{{0}, {1}, {2}, {3}, {4}}},
		{"a family that everybody is of is what its members are", named([]int{5, 3}, [2]uint32{0, 1}), 5, [][]uint32{{0}, {1}}},
		{"a family of which one member is left is that member", named([]int{5, 3, 0, 1}, [2]uint32{1, 2}), 5, [][]uint32{{0}, {1}, {3}}},
		{"a family that tells as much as its members do", named([]int{9, 1, 1, 2}, [2]uint32{1, 2}), 2, [][]uint32{{0}, {1, 2}}},
		{"a family of two that tell more, of whom one is something else", named([]int{4, 4, 9}, [2]uint32{0, 1}), 2, [][]uint32{{2}, {0}}},
		{"a family of two that tell more, half say nothing", reticent(named([]int{4, 4, 9}, [2]uint32{0, 1}), 17), 2, [][]uint32{{2}, {0}}},
		{"a family of rare members, half say nothing", reticent(named([]int{9, 1, 1, 1, 1, 1, 9}, [2]uint32{1, 5}), 23), 3, [][]uint32{{0}, {6}, {1, 2, 3, 4, 5}}},
		{"a family beside what most of its members are as well", and(named([]int{3, 3, 3, 2}, [2]uint32{0, 1}), 2, 6), 2, [][]uint32{{2}, {0, 1}}},
		{"of a long list the likeliest few", named([]int{1, 2, 3, 4, 5, 6, 7}), 3, [][]uint32{{6}, {5}, {4}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			forms := Options(tc.field, flat(tc.field.Len()), tc.m)
			if len(forms) != 1 {
				t.Fatalf("%d forms", len(forms))
			}
			var got [][]uint32
			for _, o := range forms[0] {
				got = append(got, o.Codes)
				if !slices.Equal(tc.field.Names()[o.Name-1].Codes, o.Codes) {
					t.Errorf("%v goes by another's name", o.Codes)
				}
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("options (-want +got):\n%s", diff)
			}
		})
	}
}

// A second question narrows what was ticked; a third is not asked, nor one about a handful.
func TestAskingAgain(t *testing.T) {
	f := named([]int{5, 5, 5, 5, 5}, [2]uint32{0, 2})
	ask := func(a ...Asked) []Question {
		left := make([]bool, f.Len())
		for i := range left {
			left[i] = true
			for _, x := range a {
				if x.Ticked != 0 {
					left[i] = left[i] && f.Pattern(i, x.Options)&x.Ticked != 0
				}
			}
		}
		return DefaultJoint().Next(&Situation{Weights: flat(f.Len()), Left: left, Fields: []*Field{f}, Asked: a, Batch: 1, Options: 5, Page: 1})
	}
	family, rest := Option{Codes: []uint32{0, 1, 2}}, Option{Codes: []uint32{3}}
	answered := Asked{Key: "name", Options: []Option{family, rest}, Ticked: 1}
	again := ask(answered)
	if len(again) != 1 || len(again[0].Options) != 3 {
		t.Fatalf("after a family was ticked: %+v", again)
	}
	if q := ask(Asked{Key: "name", Options: []Option{family, rest}, Ticked: 2}); len(q) > 0 {
		t.Errorf("after a value was ticked: %+v", q[0].Options)
	}
	if q := ask(Asked{Key: "name", Options: []Option{{Codes: []uint32{0}}, {Codes: []uint32{1}}, rest}, Ticked: 3}); len(q) > 0 {
		t.Errorf("after two values were ticked, which of them: %+v", q[0].Options)
	}
	if q := ask(answered, Asked{Key: "name", Options: []Option{rest}, Skipped: true}); len(q) > 0 {
		t.Errorf("asked a third time: %+v", q[0].Options)
	}
	few := &Situation{Weights: flat(f.Len()), Left: make([]bool, f.Len()), Fields: []*Field{f}, Batch: 1, Options: 5, Page: 1}
	few.Left[0], few.Left[6], few.Left[20] = true, true, true
	for _, policy := range Policies() {
		p, err := Configure(policy, nil)
		if err != nil {
			t.Fatal(err)
		}
		few.Rand = rand.New(rand.NewPCG(1, 1))
		if q := p.Next(few); len(q) > 0 {
			t.Errorf("%s asks about a handful: %+v", policy, q[0].Options)
		}
	}
}

// Asked again about a range, whoever ticked it chooses within it; who ticked something else
// besides, among all that is left.
func TestAskingAgainInRanges(t *testing.T) {
	var numbers []float64
	for i := range 60 {
		numbers = append(numbers, float64(i/10*10))
	}
	f, inf := ordered("size", numbers...), math.Inf(1)
	f.Continuous = true // no single numbers
	low, middle := Option{Low: -inf, High: 20}, Option{Low: 20, High: 40}
	for _, tc := range []struct {
		name       string
		ticked     Pattern
		least, end float64 // what is offered begins and ends
	}{
		{"the first", 1, -inf, 20},
		{"the second", 2, 20, 40},
		{"both", 3, -inf, 40},
		{"the second or something else", 2 | OtherBit, -inf, inf},
	} {
		s := &Situation{Weights: flat(60), Left: make([]bool, 60), Fields: []*Field{f}, Batch: 1, Options: 5, Page: 1,
			Asked: []Asked{{Key: "size", Options: []Option{low, middle}, Ticked: tc.ticked}}}
		for i := range s.Left {
			s.Left[i] = f.Pattern(i, []Option{low, middle})&tc.ticked != 0
		}
		q := DefaultJoint().Next(s)
		if len(q) != 1 || q[0].Options[0].Low != tc.least || q[0].Options[len(q[0].Options)-1].High != tc.end {
			t.Errorf("%s: asks %+v", tc.name, q)
		}
	}
}
