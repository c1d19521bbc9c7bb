package desk

import (
	"fmt"
	"io"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/catalog"
	"shopclerk/search"
	view "shopclerk/views/desk"
)

// busy are conversations as a busy month leaves them, over the four weeks before began:
// four pages of three questions, some answered, with words that nobody understood and
// wants that are not sold.
func busy(conversations int) []*told {
	dice := rand.New(rand.NewPCG(7, 7))
	aspects := []string{"brand", "price", "colour", "material", "width", "height", "weight", "style", "power", "finish", "energy", "age"}
	said := []string{"a lamp", "red lamp", "desk for two", "lmap", "quiet lamp under 50", "gift for my mother", "office", "lampe", "something warm", "with dimmer"}
	odd := []string{"", "", "", "", "", "", "blurple", "frobnicator", "hygge", "mid century", "boho"}
	out := make([]*told, conversations)
	for i := range out {
		c := tell()
		c.at = began.Add(-time.Duration(i) * 28 * dayLength / time.Duration(conversations))
		c.h.Created, c.h.Session = c.at, fmt.Sprintf("s%06d", i/2)
		category := fmt.Sprintf("Kind %d", dice.IntN(20))
		if i%4 == 0 {
			category = "Home > Lamps"
		}
		var open []memory.Posed
		for turn := range 4 {
			x := memory.Exchange{Total: 1000, Fit: dice.IntN(20)}
			if turn == 0 {
				x.Said = said[dice.IntN(len(said))] + []string{"", fmt.Sprint(" ", dice.IntN(2000))}[dice.IntN(2)]
				x.Changes = []search.Change{{ID: 1, Op: search.SetScope, Said: x.Said, Categories: []string{category}}}
				if w := odd[dice.IntN(len(odd))]; w != "" {
					x.Said, x.Unplaced = x.Said+" "+w, []string{w}
				} else if dice.IntN(20) == 0 {
					x.Acts = []memory.Act{{Kind: memory.NotSold, Words: fmt.Sprint("thing ", dice.IntN(200)), Nearest: []string{category}}}
				}
			}
			for k := range open {
				a := open[k].Answer
				switch dice.IntN(6) {
				case 0, 1:
					a.Picked = []int{dice.IntN(5)}
				case 2:
					a.None = true
				}
				x.Changes = append(x.Changes, search.Change{ID: 10*turn + k + 2, Op: search.Answered, Answer: &a})
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
			c.exchange(x)
			if dice.IntN(4) == 0 {
				c.act(journal.Opened, x.Shown[dice.IntN(10)], turn+1)
			}
			c.wait(20 * time.Second)
		}
		out[i] = c
	}
	return out
}

// Every page that sums the journal up, over 20,000 conversations, when something has
// just been said and nothing of what was made before holds. A page may take 200 ms.
func BenchmarkPages(b *testing.B) {
	d := lampDesk(b, busy(20_000)...)
	for _, p := range pages {
		b.Run(p.path, func(b *testing.B) {
			r := request("en", "")
			r.Period = daysBack(28, r.Now)
			switch p.path {
			case Root + "/questions/:aspect":
				r.Category = "Home > Lamps"
				r.SetPathValue("aspect", "colour")
			case Root + "/conversations/:id", Root + "/orders", Root + "/orders/:id", Root + "/controls/:kind", Root + "/shop", Root + "/shop/:part":
				b.Skip("it shows one thing, and sums nothing up")
			}
			began := cpu(b)
			b.ReportAllocs()
			for b.Loop() {
				d.kept.of = memoState{}
				page, err := p.get(d, r)
				if err != nil {
					b.Fatal(err)
				}
				body := page.Body
				if body == nil {
					body = view.ReportView(page.Report)
				}
				if err := body.Render(b.Context(), io.Discard); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64((cpu(b)-began).Microseconds())/1000/float64(b.N), "cpu-ms/op")
		})
	}
}

// cpu is the time that this process has computed, on all cores: what a page costs however
// busy the machine is.
func cpu(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
