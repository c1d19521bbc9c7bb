package clarify

import (
	"math"
	"math/bits"
	"sort"
)

// MaxOptions is the most options a question may have: a pattern must fit one
// byte beside the Other bit, and nobody reads more.
const MaxOptions = 7

// Field is one aspect over n candidates in compressed sparse row form: candidate
// i has the codes Codes[Offsets[i]:Offsets[i+1]], ascending, each below Size. The
// slices are shared with whoever made the field and never written.
type Field struct {
	Key     string
	Size    int      // number of distinct codes
	Offsets []uint32 // len n+1
	Codes   []uint32
	// Numbers holds the number of each code, strictly ascending, for an ordered
	// aspect; nil otherwise. A candidate with two codes then spans the range
	// between them.
	Numbers []float64
	// Letters, len Size, says of each code how many letters tell its name from that
	// of the code before it in the alphabet, at least 1; the first code's is not
	// read. Names that a person can find in the alphabet can be offered in groups,
	// "A to F"; nil when they can not.
	Letters []int
	// Continuous keeps an ordered aspect to ranges: nobody is after a price of
	// exactly 38.
	Continuous bool
	// Answerable is the share of shoppers expected to be able to answer, in (0,1];
	// 0 is unknown. A policy multiplies the worth of asking with [AnswerScale] of it.
	Answerable float64
	// Importance is how much a wrong value would matter, w of Argus' regret, in
	// (0,1]; 0 counts as 1.
	Importance float64
}

// Len returns the number of candidates.
func (f *Field) Len() int { return len(f.Offsets) - 1 }

func (f *Field) row(i int) []uint32 { return f.Codes[f.Offsets[i]:f.Offsets[i+1]] }

func (f *Field) ordered() bool { return f.Numbers != nil }

// Option is one answer offered: a set of codes, or for an ordered field the
// half-open interval [Low, High), infinite where open.
type Option struct {
	Codes     []uint32
	Low, High float64
}

// Pattern is the set of options a candidate would tick, one bit an option, or the
// bit [OtherBit] when it has values and none is shown. The zero pattern is a
// candidate that has no value: unspecified. The patterns of a question partition
// the candidates, exactly, for single- and multi-valued aspects alike.
type Pattern uint8

// OtherBit marks a candidate whose values are all among those not shown.
const OtherBit Pattern = 1 << MaxOptions

// Has reports whether option o is ticked.
func (p Pattern) Has(o int) bool { return p&(1<<o) != 0 }

// Count returns the number of options ticked, Other included.
func (p Pattern) Count() int { return bits.OnesCount8(uint8(p)) }

// Patterns returns every candidate's pattern for a question with these options.
func (f *Field) Patterns(options []Option) []Pattern {
	out := make([]Pattern, f.Len())
	f.patterns(options, out)
	return out
}

// Pattern returns candidate i's pattern for a question with these options.
func (f *Field) Pattern(i int, options []Option) Pattern {
	return f.pattern(i, options, f.masks(options))
}

func (f *Field) patterns(options []Option, out []Pattern) {
	masks := f.masks(options)
	for i := range out {
		out[i] = f.pattern(i, options, masks)
	}
}

// pattern returns one candidate's pattern; masks are those of the options.
func (f *Field) pattern(i int, options []Option, masks []Pattern) Pattern {
	codes := f.row(i)
	var p Pattern
	switch {
	case len(codes) == 0:
		return 0
	case len(codes) == 1:
		p = masks[codes[0]]
	case f.ordered():
		p = f.span(options, f.Numbers[codes[0]], f.Numbers[codes[len(codes)-1]])
	default:
		for _, c := range codes {
			p |= masks[c]
		}
	}
	if p == 0 {
		return OtherBit
	}
	return p
}

// masks gives the options that each single code ticks.
func (f *Field) masks(options []Option) []Pattern {
	masks := make([]Pattern, f.Size)
	for o, opt := range options {
		if !f.ordered() {
			for _, c := range opt.Codes {
				masks[c] |= 1 << o
			}
			continue
		}
		from := sort.SearchFloat64s(f.Numbers, opt.Low)
		to := f.Size
		if !math.IsInf(opt.High, 1) {
			to = sort.SearchFloat64s(f.Numbers, opt.High)
		}
		for c := from; c < to; c++ {
			masks[c] |= 1 << o
		}
	}
	return masks
}

// span gives the options that a candidate reaching from a to b ticks.
func (f *Field) span(options []Option, a, b float64) Pattern {
	var p Pattern
	for o, opt := range options {
		if b >= opt.Low && a < opt.High {
			p |= 1 << o
		}
	}
	return p
}
