package nlu

import (
	"strings"
	"unicode"

	"shopclerk/agent/language"
)

// The classes of tokens that joints depend on.
const (
	classWord uint8 = iota
	classGlued
	classNumber
	classComma
	classMark
	classAfterMark
	classes = int(classAfterMark) + 1
)

// glance is what features are made of: the hashes of a token's forms.
type glance struct {
	form, stem, shape, facts uint64
	symbol                   uint64    // the form of words of talk, of others what they are, whatever the shop
	prefixes, suffixes       [4]uint64 // of 1 to 4 bytes; 0 for a word no longer
	grams                    []uint64  // runs of longGram letters of the stem
	class                    uint8
}

// outside are the tokens before and behind a message.
var outside = [2]glance{{form: 1, stem: 1, shape: 1, symbol: 1}, {form: 2, stem: 2, shape: 2, symbol: 2}}

// longGram is the length of the runs of letters that are features of a clause: "deliver" is seen in "delivery", and
// in typing errors.
const longGram = 4

// longestAfter is how many words of what the clerk had said are features.
const longestAfter = 40

// View is a message as features see it.
type View struct {
	toks   []glance
	facts  []Fact
	starts []int    // by token: the first of its clause, which marks divide
	ends   []int    // the last of its clause
	after  []uint64 // stems of what the clerk had said
	Acts   []int    // labels of the intents, as they are thought to be before the spans are known
	Tags   []int    // labels of the spans
}

// Look takes in a message: its tokens with the facts that dictionaries and the catalogue give them;
// after is what the clerk last asked.
func Look(l *language.Language, toks []language.Token, facts []Fact, after string) *View {
	v := &View{toks: make([]glance, len(toks)), starts: make([]int, len(toks)), ends: make([]int, len(toks)), facts: facts}
	stems := Stems(l, toks)
	found := make([]Fact, len(toks))
	concepts().dictionary(l).Find(stems, found)
	concepts().dictionary(l).findEnds(stems, found)
	for i := range facts {
		found[i] |= facts[i]
	}
	start := 0
	for i := range toks {
		t, g := &toks[i], &v.toks[i]
		form := t.Form
		mark := t.Kind == language.Mark
		switch {
		case t.Kind == language.Number:
			g.class = classNumber
			form = digits(form)
		case form == ",":
			g.class = classComma
		case mark && !(t.Glued && i+1 < len(toks) && toks[i+1].Glued):
			g.class = classMark
		case t.Glued && !mark && i > 0 && v.toks[i-1].class != classComma && v.toks[i-1].class != classMark:
			g.class = classGlued
		case i > 0 && (v.toks[i-1].class == classMark || v.toks[i-1].class == classComma):
			g.class = classAfterMark
		}
		g.form, g.stem, g.shape = hashOf(t.Form), hashOf(l.Stem(t.Form)), hashOf(shape(t, form))
		if t.Kind == language.Number {
			g.stem = hashOf(form)
		}
		if t.Kind == language.Word {
			for n := 1; n <= 4 && n < len(form); n++ {
				g.prefixes[n-1], g.suffixes[n-1] = hashOf(form[:n]), hashOf(form[len(form)-n:])
			}
		}
		g.facts = uint64(found[i])
		stem := l.Stem(t.Form)
		for k := 0; t.Kind == language.Word && len(stem) > longGram && k+longGram <= len(stem); k++ {
			g.grams = append(g.grams, hashOf(stem[k:k+longGram]))
		}
		switch {
		case t.Kind == language.Number:
			g.symbol = hashOf("0")
		case l.Ordinal(t.Form) != 0:
			g.symbol = hashOf("1st")
		case t.Kind == language.Mark, l.Knows(t.Form), l.Common[t.Form]:
			g.symbol = g.form
		case found[i]&(NamesCategory|HeadsCategory|KnownKind|EndsKind) != 0:
			g.symbol = hashOf("<kind>")
		default:
			g.symbol = hashOf("<word>")
		}
		v.starts[i] = start
		if g.class == classMark || g.class == classComma {
			start = i + 1
		}
	}
	end := len(toks) - 1
	for i := len(toks) - 1; i >= 0; i-- {
		if v.toks[i].class == classMark || v.toks[i].class == classComma {
			end = i
		}
		v.ends[i] = end
	}
	for _, t := range language.Tokenize(after) {
		if len(v.after) == longestAfter {
			break
		}
		if t.Kind != language.Mark || t.Form == "?" {
			v.after = append(v.after, hashOf(l.Stem(t.Form)))
		}
	}
	return v
}

// Len is the number of tokens.
func (v *View) Len() int { return len(v.toks) }

// Class is the class of a token, which joints depend on.
func (v *View) Class(i int) int { return int(v.toks[i].class) }

// shape tells of a token's writing: capitals, its kind, how many digits, whether a space is missing.
func shape(t *language.Token, form string) string {
	var b strings.Builder
	if t.Glued {
		b.WriteByte('_')
	}
	if t.Capital {
		b.WriteByte('A')
	}
	if t.Kind == language.Number {
		b.WriteString(form)
	} else if t.Kind == language.Mark {
		b.WriteString(t.Form)
	} else if strings.IndexFunc(t.Form, unicode.IsDigit) >= 0 {
		b.WriteByte('9')
	} else {
		b.WriteByte("abcde"[min(4, len(t.Form)/3)])
	}
	return b.String()
}

// digits is a number with every digit alike.
func digits(form string) string {
	return strings.Map(func(r rune) rune {
		if language.Digit(r) {
			return '0'
		}
		return r
	}, form)
}

// at returns a token, or what is outside the message.
func (v *View) at(i int) *glance {
	if i < 0 {
		return &outside[0]
	}
	if i >= len(v.toks) {
		return &outside[1]
	}
	return &v.toks[i]
}

// common appends the features of a token that both chains have.
func (v *View) common(out []uint64, i int) []uint64 {
	g, p, n := v.at(i), v.at(i-1), v.at(i+1)
	pp, nn := v.at(i-2), v.at(i+2)
	add := func(template int, a, b uint64) { out = append(out, mix(template, a, b)) }
	add(0, 0, 0)
	add(1, g.form, 0)
	add(2, g.stem, 0)
	add(3, g.shape, 0)
	add(4, p.form, 0)
	add(5, n.form, 0)
	add(6, pp.form, 0)
	add(7, nn.form, 0)
	add(8, v.at(i-3).form, 0)
	add(9, v.at(i+3).form, 0)
	add(10, p.form, g.form)
	add(11, g.form, n.form)
	add(12, pp.form, p.form)
	add(13, n.form, nn.form)
	add(14, p.form, n.form)
	for k := range g.prefixes {
		if g.suffixes[k] != 0 {
			add(15+k, g.prefixes[k], 0)
			add(19+k, g.suffixes[k], 0)
		}
	}
	add(23, p.shape, g.shape)
	add(24, g.shape, n.shape)
	add(25, p.stem, 0)
	add(26, n.stem, 0)
	add(27, p.suffixes[2], 0)
	add(28, n.suffixes[2], 0)
	add(29, p.prefixes[3], 0)
	add(30, n.prefixes[3], 0)
	add(31, hashInt(min(i, 3)), hashInt(min(len(v.toks)-1-i, 3)))
	add(32, g.form, hashInt(min(i, 1)))
	add(33, v.at(v.starts[i]).form, 0)
	add(34, v.at(v.starts[i]-1).form, 0)
	add(35, v.at(v.ends[i]).form, 0)
	add(36, hashInt(min(3, i-v.starts[i])), g.shape)
	add(42, hashInt(min(len(v.toks), 24)/4), hashInt(min(i, 1)))
	short := hashInt(min(len(v.toks), 9) / 3)
	add(43, short, g.form)
	add(44, hashInt(min(len(v.after), 1)), hashInt(min(i, 1)))
	add(45, hashInt(min(len(v.after), 1)), g.form)
	for _, a := range v.after {
		add(46, a, hashInt(min(i, 1)))
		if a == g.stem {
			add(47, 0, 0)
		}
		if len(v.toks) < 5 {
			add(48, a, g.shape)
		}
	}
	return out
}

// known appends the features of a token that facts make.
func (v *View) known(out []uint64, i int) []uint64 {
	add := func(template int, a, b uint64) { out = append(out, mix(template, a, b)) }
	if v.facts == nil {
		add(60, 0, 0)
	}
	g, p, n := v.at(i), v.at(i-1), v.at(i+1)
	for d := -1; d <= 1; d++ {
		f := v.at(i + d).facts
		add(62+d, f, 0)
		for k := Fact(1); k <= BeginsFact; k <<= 1 {
			if f&uint64(k) != 0 {
				add(66+d, uint64(k), 0)
			}
		}
	}
	add(70, p.facts, g.facts)
	add(71, g.facts, n.facts)
	add(72, g.facts, p.form)
	add(73, g.facts, n.form)
	add(74, g.facts, g.shape)
	return out
}

// acted appends the features of a token that the intents make.
func (v *View) acted(out []uint64, i int) []uint64 {
	a, g := hashInt(v.Acts[i]), v.at(i)
	return append(out, mix(90, a, 0), mix(91, a, g.form), mix(92, a, g.shape), mix(93, a, v.at(i-1).form), mix(94, a, g.facts), mix(95, a, v.at(i+1).form))
}

// tagged appends the features of a token that the spans make.
func (v *View) tagged(out []uint64, i int) []uint64 {
	add := func(template int, a, b uint64) { out = append(out, mix(template, a, b)) }
	add(96, hashInt(v.Tags[i]), 0)
	add(97, hashInt(v.Tags[i]), v.at(i).form)
	before, behind := 0, 0 // the nearest spans
	for j := max(0, i-2*sight); j < min(len(v.Tags), i+2*sight); j++ {
		tag := v.Tags[j]
		if tag == 0 {
			continue
		}
		if d := j - i; d > 0 && d <= 5 {
			add(98, hashInt(tag), 0)
		} else if d < 0 && d >= -5 {
			add(99, hashInt(tag), 0)
		}
		if tag%2 == 0 {
			continue
		}
		add(100, hashInt(tag), 0)
		if j < i {
			before = tag
		} else if behind == 0 {
			behind = tag
			add(101, hashInt(tag), hashInt(min(3, j-i)))
		}
	}
	add(102, hashInt(before), 0)
	add(103, hashInt(before), hashInt(behind))
	return out
}

// sight is how far features look within a clause, in tokens, and half of how far they look for
// spans: it keeps the work of long texts in proportion to their length.
const sight = 20

// wide appends the features of a token that only intents have: what is said around it.
func (v *View) wide(out []uint64, i int) []uint64 {
	add := func(template int, a, b uint64) { out = append(out, mix(template, a, b)) }
	for d := 1; d <= 8; d++ {
		add(80, v.at(i+d).stem, 0)
		add(81, v.at(i-d).stem, 0)
	}
	first := v.at(v.starts[i])
	second := v.at(v.starts[i] + 1)
	add(82, first.form, second.form)
	add(83, first.form, v.at(v.ends[i]).form)
	from, to := max(v.starts[i], i-sight), min(v.ends[i], i+sight)
	for j := from; j <= to; j++ {
		add(84, v.toks[j].stem, 0)
		if j > from {
			add(85, v.toks[j-1].form, v.toks[j].form)
		}
	}
	add(86, v.at(0).form, v.at(1).form)
	add(87, v.at(len(v.toks)-1).form, 0)
	return out
}

// The features of the three chains; those of the later ones have the labels of the earlier.

func (v *View) actFeatures(out []uint64, i int) []uint64 {
	return v.wide(v.known(v.common(out, i), i), i)
}

func (v *View) spanFeatures(out []uint64, i int) []uint64 {
	return v.acted(v.known(v.common(out, i), i), i)
}

func (v *View) intentFeatures(out []uint64, i int) []uint64 {
	return v.tagged(v.wide(v.known(v.common(out, i), i), i), i)
}

// hashOf is FNV-1a (Fowler, Noll and Vo), never 0.
func hashOf(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h | 1
}

func hashInt(n int) uint64 { return uint64(n) + 3 }

// mix is the hash of a feature: its template and two values.
func mix(template int, a, b uint64) uint64 {
	h := (a ^ uint64(template)*0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>29 ^ b) * 0x94d049bb133111eb
	return h ^ h>>32
}
