package nlu

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// written are messages that people wrote: every hundredth of data/reading.
func written(b *testing.B) []string {
	var out []string
	for _, code := range []string{"en", "de"} {
		text, err := os.ReadFile("../../data/reading/" + code + "/marked.jsonl")
		if err != nil {
			b.Fatal(err)
		}
		for i, line := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
			var row struct{ M string }
			if err := json.Unmarshal(line, &row); err != nil {
				b.Fatal(err)
			}
			if i%100 == 0 {
				out = append(out, Unmark(row.M).Text)
			}
		}
	}
	return out
}

// whole reads and assembles a message.
func (r *Reader) whole(text string, in Context) {
	m := r.Read(text, in)
	for i := range m.Clauses {
		r.Assemble(&m, &m.Clauses[i], in)
	}
}

// BenchmarkRead reads a message in a shop of tents, and reports what the slowest of a hundred takes.
func BenchmarkRead(b *testing.B) {
	r, messages, in := tents(b), written(b), Context{Currency: "EUR"}
	for _, text := range messages { // what is made on first use
		r.whole(text, in)
	}
	var times []time.Duration
	for b.Loop() {
		begin := time.Now()
		r.whole(messages[len(times)%len(messages)], in)
		times = append(times, time.Since(begin))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)*99/100]), "p99-ns/op")
}

// BenchmarkReadMegabyte reads a text of 1 MB, of which the head counts.
func BenchmarkReadMegabyte(b *testing.B) {
	r, text, in := tents(b), strings.Join(written(b), " "), Context{Currency: "EUR"}
	text = strings.Repeat(text, 1<<20/len(text)+1)[:1<<20]
	r.whole(text, in)
	for b.Loop() {
		r.whole(text, in)
	}
}
