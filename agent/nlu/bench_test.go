package nlu

import "testing"

// BenchmarkRead reads a message of several wishes in a shop of tents.
func BenchmarkRead(b *testing.B) {
	r := tents(b)
	in := Context{Currency: "EUR"}
	for b.Loop() {
		m := r.Read("looking for a blue tent for two adults and two kids, not more than 4 kg and under 300 euros, ideally with a porch", in)
		for i := range m.Clauses {
			r.Assemble(&m, &m.Clauses[i], in)
		}
	}
}
