package demo

// appendSlot answers a slot with the product's own values.
func (g *generator) appendSlot(b []byte, s slot) []byte {
	if s.aspect == modelSlot {
		return append(b, g.model...)
	}
	v := &g.drawn[s.aspect]
	n := v.n
	if s.first {
		n = 1
	}
	for i, k := range v.at[:n] {
		switch {
		case i > 0 && i == n-1:
			b = append(b, " and "...)
		case i > 0:
			b = append(b, ", "...)
		}
		b = append(b, v.table.phrases[k]...)
	}
	return b
}

// drawModel fills the schema's model pattern: # stands for a digit that is not
// zero, @ for a capital letter that cannot be taken for a digit.
func (g *generator) drawModel() {
	const letters = "ABCDEFGHJKLMNPRSTUVWXYZ"
	g.model = g.model[:0]
	for _, c := range []byte(g.category.model) {
		switch c {
		case '#':
			c = byte('1' + g.rand.IntN(9))
		case '@':
			c = letters[g.rand.IntN(len(letters))]
		}
		g.model = append(g.model, c)
	}
}

func (g *generator) title() string {
	titles := g.category.titles
	g.text = titles[g.rand.IntN(len(titles))].expand(g.text[:0], g.appendSlot, g.rand)
	return string(g.text)
}

// description writes an opening, one or two sentences about particulars and,
// for some products, a closing: two to four sentences that do not repeat each
// other where the schema offers enough of them.
func (g *generator) description() string {
	c := g.category
	opening := &c.openings[g.rand.IntN(len(c.openings))]
	g.text = opening.expand(g.text[:0], g.appendSlot, g.rand)
	said := opening.mentions
	more := 1
	if g.chance(twoBodiesShare) {
		more = bodySentences
	}
	for range more {
		said |= g.add(c.bodies, said)
	}
	if g.chance(closingShare) {
		g.add(c.closings, said)
	}
	return string(g.text)
}

// add appends a sentence of the pool that names nothing said before and returns
// what it names. It starts at a random sentence and takes the first that fits;
// it adds nothing when none does.
func (g *generator) add(pool []sentence, said aspectSet) aspectSet {
	start := g.rand.IntN(len(pool))
	for i := range pool {
		s := &pool[(start+i)%len(pool)]
		if s.mentions&said == 0 {
			g.text = s.expand(append(g.text, ' '), g.appendSlot, g.rand)
			return s.mentions
		}
	}
	return 0
}
