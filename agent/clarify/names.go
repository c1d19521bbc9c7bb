package clarify

import (
	"cmp"
	"math"
	"slices"
)

// A Name is what people call one code or several: "navy", and "blue" for that and all
// other blues.
type Name struct {
	Codes []uint32 // ascending, at least one
	// Parent is the place of the broader name among the field's, which holds all of the
	// codes and more; −1: there is none.
	Parent int
	// Plain tells that it reads like its parent: "blue" that is just that.
	Plain bool
	// Silent tells that it says nothing here and is not offered: "ring" among rings.
	Silent bool
}

// restPrice is what leaving everybody to "something else" costs, in bits: it tells as much
// as another answer does, but who ticks it was offered nothing. It keeps families of rare
// members together. On pc-parts HIT@10 after two turns is 0.946 at 0 and at 1, 0.941 at 2.
const restPrice = 1.0

// name offers names that tell much: the likeliest ones, a broad one in place of its
// narrower ones unless these tell more. What is so rare that it does not get a line is
// something else.
func (f *Field) name(o *offering, mass []float64, valued float64, m int) []Option {
	t := newNaming(f, mass, valued)
	for { // what turns out to be true of nearly all is replaced by what is narrower, or left out
		chosen := t.choose(m)
		options := make([]Option, len(chosen))
		for i, n := range chosen {
			options[i] = Option{Codes: o.within.keep(t.names[n].Codes)}
			if f.Names != nil {
				options[i].Name = n + 1
			}
		}
		if len(options) < 2 {
			return nil
		}
		each, all, kinds := f.ticks(o, options)
		sound := kinds > 1
		for i, n := range chosen {
			if each[i] == 0 || o.common(each[i], all) || o.within.shown(options[i]) {
				t.never[n], sound = true, false
			}
		}
		if sound {
			return options
		}
		if !slices.ContainsFunc(chosen, func(n int) bool { return t.never[n] }) {
			return nil
		}
	}
}

// naming is a field's names with what they weigh.
type naming struct {
	names    []Name
	children [][]int
	roots    []int
	mass     []float64 // by name
	valued   float64
	never    []bool // by name: not offered
}

func newNaming(f *Field, mass []float64, valued float64) *naming {
	t := &naming{valued: valued}
	if f.Names != nil {
		t.names = f.Names()
	} else {
		t.names = make([]Name, f.Size)
		for c := range t.names {
			t.names[c] = Name{Codes: []uint32{uint32(c)}, Parent: -1}
		}
	}
	t.mass, t.never = make([]float64, len(t.names)), make([]bool, len(t.names))
	t.children = make([][]int, len(t.names))
	for n := range t.names {
		t.never[n] = t.names[n].Silent
		for _, c := range t.names[n].Codes {
			t.mass[n] += mass[c]
		}
		if t.mass[n] < leastMass*valued || t.mass[n] == 0 {
			continue
		}
		if p := t.names[n].Parent; p >= 0 {
			t.children[p] = append(t.children[p], n)
		} else {
			t.roots = append(t.roots, n)
		}
	}
	return t
}

// open adds what a name is offered as: itself; the only narrower one that has any weight;
// or, where it is not to be offered, the narrower ones.
func (t *naming) open(to []int, n int) []int {
	if c := t.children[n]; t.never[n] || len(c) == 1 && t.mass[c[0]] >= t.mass[n]*(1-1e-9) {
		for _, child := range c {
			to = t.open(to, child)
		}
		return to
	}
	return append(to, n)
}

// choose returns at most m names, the heaviest first, ties by their place.
func (t *naming) choose(m int) []int {
	var all []int
	for _, n := range t.roots {
		all = t.open(all, n)
	}
	t.sort(all)
	for best := t.bits(all, m); ; {
		var split []int
		worth := best
		for i, n := range all[:min(m, len(all))] {
			if len(t.children[n]) < 2 {
				continue
			}
			narrower := slices.Delete(slices.Clone(all), i, i+1)
			for _, c := range t.children[n] {
				narrower = t.open(narrower, c)
			}
			t.sort(narrower)
			if !t.clear(t.children[n], narrower[:min(m, len(narrower))]) {
				continue
			}
			if b := t.bits(narrower, m); b > worth+1e-9 {
				split, worth = narrower, b
			}
		}
		if split == nil {
			return all[:min(m, len(all))]
		}
		all, best = split, worth
	}
}

// clear reports whether nothing is mistaken when of some narrower names only those shown
// are: "blue" without the other blues would be taken for all of them.
func (t *naming) clear(narrower, shown []int) bool {
	plain, all := false, true
	for _, n := range narrower {
		in := slices.Contains(shown, n)
		plain, all = plain || in && t.names[n].Plain, all && in
	}
	return all || !plain
}

func (t *naming) sort(list []int) {
	slices.SortFunc(list, func(a, b int) int { return cmp.Or(cmp.Compare(t.mass[b], t.mass[a]), cmp.Compare(a, b)) })
}

// bits is what the first m of a list tell, with something else for the rest.
func (t *naming) bits(list []int, m int) float64 {
	total, rest := t.valued, t.valued
	for _, n := range list[:min(m, len(list))] {
		rest -= t.mass[n]
	}
	if rest < 0 { // several are true of one candidate
		total, rest = total-rest, 0
	}
	var shares []float64
	for _, n := range list[:min(m, len(list))] {
		shares = append(shares, t.mass[n]/total)
	}
	return Entropy(append(shares, rest/total)) - restPrice*rest/total
}

// within is what answers about a field leave to be asked.
type within struct {
	codes     []bool  // by code
	low, high float64 // of an ordered field: from its lowest possible number to above its highest
	ticked    []Option
}

// shown reports whether an option was ticked as it is: whoever ticked two is content with
// either, and is not asked which.
func (w *within) shown(o Option) bool {
	return w != nil && slices.ContainsFunc(w.ticked, func(t Option) bool {
		return t.Low == o.Low && t.High == o.High && slices.Equal(t.Codes, o.Codes)
	})
}

// keep returns the codes that may be offered.
func (w *within) keep(codes []uint32) []uint32 {
	if w == nil {
		return codes
	}
	return slices.DeleteFunc(slices.Clone(codes), func(c uint32) bool { return !w.codes[c] })
}

// clip keeps ranges to the numbers that may be offered.
func (w *within) clip(ranges []Option) []Option {
	if w != nil && len(ranges) > 0 {
		last := len(ranges) - 1
		ranges[0].Low, ranges[last].High = max(ranges[0].Low, w.low), min(ranges[last].High, w.high)
	}
	return ranges
}

// mostAsked is how often an aspect is asked about in a conversation: a third time reads as
// if nobody had listened.
const mostAsked = 2

// again returns what a question about a field may offer: nil for all. It is not asked
// about again, and ok is false, where it has been twice. Once answered, only what was
// ticked can be narrowed.
func (s *Situation) again(f *Field) (w *within, ok bool) {
	asked := 0
	for _, a := range s.Asked {
		if a.Key != f.Key || a.Options == nil { // what was shown is not known: nothing is repeated
			continue
		}
		if asked++; asked >= mostAsked {
			return nil, false
		}
		if a.Skipped {
			continue
		}
		if a.Ticked == 0 {
			return nil, false
		}
		w = &within{codes: make([]bool, f.Size), low: math.Inf(1), high: math.Inf(-1)}
		for c, p := range f.masks(a.Options).one {
			w.codes[c] = p&a.Ticked != 0
		}
		if a.Ticked&OtherBit != 0 {
			w.low, w.high = math.Inf(-1), math.Inf(1)
		}
		for o, option := range a.Options {
			if a.Ticked.Has(o) {
				w.low, w.high = min(w.low, option.Low), max(w.high, option.High)
				w.ticked = append(w.ticked, option)
			}
		}
	}
	return w, true
}
