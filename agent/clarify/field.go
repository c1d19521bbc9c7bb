package clarify

import (
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
	// Names returns what the codes of an aspect without numbers are called, the same each
	// time. A code that has no name is not offered. nil: each code is a name of its own.
	Names func() []Name
	// Continuous keeps an ordered aspect to ranges between the bounds of [Amount]: nobody
	// is after a price of exactly 38.
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
	Name      int // place of the codes' name in [Field.Names], from 1; 0: none
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
	m := f.masks(options)
	for i := range out {
		out[i] = m.of(f.row(i))
	}
	return out
}

// Pattern returns candidate i's pattern for a question with these options.
func (f *Field) Pattern(i int, options []Option) Pattern {
	return f.masks(options).of(f.row(i))
}

// masks give, by code, the pattern of a candidate that has just that one. A candidate of
// an ordered field that reaches from one number to another ticks what begins at or below
// its last and ends above its first; any other ticks what its codes tick.
type masks struct {
	one         []Pattern
	begin, over []Pattern // of an ordered field; else nil
}

// code returns the options that a single code ticks.
func (m *masks) code(c uint32) Pattern { return m.one[c] &^ OtherBit }

// of returns the pattern of a candidate with these codes. It is inlined for the usual one
// code: the call would take longer than the look.
func (m *masks) of(codes []uint32) Pattern {
	if len(codes) == 1 {
		return m.one[codes[0]]
	}
	return m.several(codes)
}

// several is of for any other number of codes.
func (m *masks) several(codes []uint32) Pattern {
	if len(codes) == 0 {
		return 0
	}
	var p Pattern
	if m.begin != nil {
		p = m.begin[codes[len(codes)-1]] & m.over[codes[0]]
	} else {
		for _, c := range codes {
			p |= m.one[c] &^ OtherBit
		}
	}
	if p == 0 {
		return OtherBit
	}
	return p
}

func (f *Field) masks(options []Option) *masks {
	m := &masks{one: make([]Pattern, f.Size)}
	if f.ordered() {
		m.begin, m.over = make([]Pattern, f.Size), make([]Pattern, f.Size)
	}
	for o := range options {
		bit := Pattern(1) << o
		if !f.ordered() {
			for _, c := range options[o].Codes {
				m.one[c] |= bit
			}
			continue
		}
		if c := sort.SearchFloat64s(f.Numbers, options[o].Low); c < f.Size {
			m.begin[c] |= bit
		}
		if c := sort.SearchFloat64s(f.Numbers, options[o].High); c > 0 {
			m.over[c-1] |= bit
		}
	}
	if f.ordered() {
		for c := 1; c < f.Size; c++ {
			m.begin[c] |= m.begin[c-1]
			m.over[f.Size-1-c] |= m.over[f.Size-c]
		}
		for c := range m.one {
			m.one[c] = m.begin[c] & m.over[c]
		}
	}
	for c, p := range m.one {
		if p == 0 {
			m.one[c] = OtherBit
		}
	}
	return m
}
