package insight

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/catalog"
	"shopclerk/search"
)

// month are histories as a busy month leaves them: conversations of five turns with
// three questions of five options each, of which half are answered.
func month(conversations int) []*journal.History {
	dice := rand.New(rand.NewPCG(7, 7))
	aspects := []string{"brand", "price", "colour", "material", "width", "height", "weight", "style", "power", "finish", "energy", "age"}
	others := []string{"walnut", "wallnut", "something in teal", "16 gb", "none of these", "dark grey", "as cheap as possible"}
	out := make([]*journal.History, conversations)
	for i := range out {
		h := &journal.History{ID: fmt.Sprintf("c%06d", i), Session: fmt.Sprintf("s%06d", i/2), Created: day.Add(time.Duration(i) * 30 * 24 * time.Hour / time.Duration(conversations))}
		category := fmt.Sprintf("category %d", dice.IntN(20))
		at, id := h.Created, 0
		var open []memory.Posed
		for turn := range 5 {
			x := memory.Exchange{Total: 1000, Fit: dice.IntN(20), Experiment: memory.Arm{Experiment: "e", Arm: string('a' + rune(i/2%2))}}
			if turn == 0 {
				x.Said = category
				x.Changes = []search.Change{{ID: 1, Op: search.SetScope, Said: category, Categories: []string{category}}}
				id = 1
			}
			for k := range open {
				id++
				a := open[k].Answer
				switch dice.IntN(8) {
				case 0, 1, 2, 3:
					a.Picked = []int{dice.IntN(5)}
					x.Realised = append(x.Realised, memory.Realised{Question: k, Bits: 2 * dice.Float64()})
				case 4:
					a.None = true
				case 5:
					x.Said = others[dice.IntN(len(others))]
					x.Typed = make([]string, len(open))
					x.Typed[k] = x.Said
				}
				x.Changes = append(x.Changes, search.Change{ID: id, Op: search.Answered, Answer: &a})
			}
			open = nil
			for _, k := range dice.Perm(len(aspects))[:3] {
				q := memory.Posed{Tells: 1.2, Shuffled: i%2 == 0, Answer: search.Answer{Key: aspects[k]}}
				for o := range 5 {
					label := fmt.Sprintf("%s %d", aspects[k], o)
					q.Options = append(q.Options, memory.Choice{Label: label, Mass: 0.2})
					q.Answer.Labels = append(q.Answer.Labels, label)
					q.Answer.Options = append(q.Answer.Options, catalog.Condition{Key: aspects[k], Values: []string{label}})
				}
				open = append(open, q)
			}
			x.Questions = open
			for p := range 10 {
				x.Shown = append(x.Shown, fmt.Sprintf("p%d", turn*10+p))
			}
			h.Events = append(h.Events, journal.Recorded{Version: turn + 1, Kind: journal.Exchanged, At: at, Exchange: &x})
			if dice.IntN(3) == 0 {
				h.Interactions = append(h.Interactions, journal.Interaction{Version: turn + 1, Act: journal.Opened, Product: x.Shown[dice.IntN(10)], At: at})
			}
			if dice.IntN(12) == 0 {
				h.Interactions = append(h.Interactions, journal.Interaction{Version: turn + 1, Act: journal.Basket, Product: x.Shown[dice.IntN(10)], At: at})
			}
			at = at.Add(20 * time.Second)
		}
		out[i] = h
	}
	return out
}

// BenchmarkDigest digests one conversation of five turns.
func BenchmarkDigest(b *testing.B) {
	histories := month(100)
	s := newInterner()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		s.digest(histories[i%len(histories)])
	}
}

// The numbers of a desk page over a month of 10,000 conversations, once they are in
// the book: a page takes the period's and that of the period before.
func BenchmarkMonth(b *testing.B) {
	s := newInterner()
	var facts []*Facts
	for _, h := range month(10_000) {
		facts = append(facts, s.digest(h))
	}
	b.Run("summarise", func(b *testing.B) {
		for b.Loop() {
			Summarise(facts)
		}
	})
	b.Run("questions", func(b *testing.B) {
		for b.Loop() {
			Questions(facts)
		}
	})
	b.Run("order", func(b *testing.B) {
		for b.Loop() {
			Order(facts)
		}
	})
	b.Run("compare", func(b *testing.B) {
		for b.Loop() {
			Compare(facts, Topic{"category 3", "brand"}, nil)
		}
	})
}

// BenchmarkBook builds the book of 2,000 conversations from the file, and refreshes
// it after one more event.
func BenchmarkBook(b *testing.B) {
	now := day
	j := open(b, &now)
	var id string
	for _, h := range month(2_000) {
		now = h.Created
		var err error
		if id, err = j.Start(b.Context(), session, "v1"); err != nil {
			b.Fatal(err)
		}
		for i, e := range h.Events {
			now = e.At
			if _, err := j.Append(b.Context(), id, i, journal.Exchange(*e.Exchange)); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.Run("build", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := NewBook(j, nil).Refresh(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	})
	book := NewBook(j, nil)
	if err := book.Refresh(b.Context()); err != nil {
		b.Fatal(err)
	}
	b.Run("refresh", func(b *testing.B) {
		for b.Loop() {
			touch := journal.Interaction{Session: session, Conversation: id, Version: 1, Act: journal.Opened, Product: "p", At: now}
			if err := j.Record(b.Context(), touch); err != nil {
				b.Fatal(err)
			}
			if err := book.Refresh(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("unchanged", func(b *testing.B) {
		for b.Loop() {
			if err := book.Refresh(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	})
}
