package progress

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestPlainLines(t *testing.T) {
	tests := []struct {
		name string
		work func(p *Progress)
		want []string
	}{
		{"short work passes in silence", func(p *Progress) {
			for n := range 20 {
				p.Report("Reading", 500*n, 0)
				time.Sleep(50 * time.Millisecond)
			}
			p.Report("Reading", 10_000, 10_000)
		}, nil},
		{"rate and time left", func(p *Progress) {
			p.Report("Indexing", 0, 66_778)
			time.Sleep(2*time.Second - time.Millisecond)
			p.Report("Indexing", 18_000, 66_778)
			time.Sleep(2 * time.Second)
			p.Report("Indexing", 66_778, 66_778)
		}, []string{
			"Indexing 18,000 of 66,778, 9,000/s, 5 s left",
			"Indexing: 66,778 in 4.0 s",
		}},
		{"the rate counts from the first report on", func(p *Progress) {
			p.Report("Storing", 1000, 4000)
			time.Sleep(time.Second)
			p.Report("Storing", 2000, 4000)
			time.Sleep(1500 * time.Millisecond)
		}, []string{
			"Storing 2,000 of 4,000, 500/s, 4 s left",
			"Storing: 2,000 in 2.5 s",
		}},
		{"unknown total", func(p *Progress) {
			p.Report("Reading", 1, 0)
			time.Sleep(time.Second)
			p.Report("Reading", 501, 0)
			time.Sleep(1100 * time.Millisecond)
			p.Report("Reading", 700, 700)
		}, []string{
			"Reading 501, 250/s",
			"Reading: 700 in 2.1 s",
		}},
		{"no steps to count", func(p *Progress) {
			p.Report("Training", 0, 0)
			time.Sleep(4500 * time.Millisecond)
		}, []string{
			"Training, 2 s so far",
			"Training, 4 s so far",
			"Training: 4.5 s",
		}},
		{"counting, then thinking", func(p *Progress) {
			p.Report("Finding", 10, 100)
			time.Sleep(2100 * time.Millisecond)
			p.Report("Finding", 0, 0)
			time.Sleep(2900 * time.Millisecond)
		}, []string{
			"Finding 10 of 100",
			"Finding: 10 in 2.1 s",
			"Finding, 2 s so far",
			"Finding: 2.9 s",
		}},
		{"another stage ends the one before", func(p *Progress) {
			p.Report("Training", 0, 0)
			time.Sleep(3 * time.Second)
			p.Report("Indexing", 0, 10)
			p.Report("Indexing", 10, 10)
			time.Sleep(10 * time.Second)
		}, []string{
			"Training, 2 s so far",
			"Training: 3.0 s",
		}},
		{"a rate needs some time", func(p *Progress) {
			time.Sleep(time.Second)
			p.Report("A", 1, 10)
			time.Sleep(1900 * time.Millisecond)
			p.Report("B", 1, 10)
			p.Report("B", 2, 10)
			time.Sleep(200 * time.Millisecond)
		}, []string{"B 2 of 10"}},
		{"messages in between", func(p *Progress) {
			p.Report("Reading", 1, 0)
			if _, err := p.Write([]byte("a.csv:3: malformed\n")); err != nil {
				panic(err)
			}
		}, []string{"a.csv:3: malformed"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var b strings.Builder
				p := New(&b)
				test.work(p)
				p.Done()
				want := strings.Join(test.want, "\n")
				if got := strings.TrimSuffix(b.String(), "\n"); got != want {
					t.Errorf("got\n%s\nwant\n%s", got, want)
				}
			})
		})
	}
}

func TestAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b strings.Builder
		p := New(&b).Every(time.Second)
		for range 2 {
			p.Report("Reading", 0, 0)
			time.Sleep(1500 * time.Millisecond)
			p.Done()
			p.Done()
		}
		if want := strings.Repeat("Reading, 1 s so far\n", 2); b.String() != want {
			t.Errorf("got\n%swant\n%s", b.String(), want)
		}
	})
}

func TestBar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b strings.Builder
		p := New(&b)
		p.terminal = true
		shown := func() string { // since the last call
			p.mu.Lock()
			defer p.mu.Unlock()
			defer b.Reset()
			return b.String()
		}
		p.Report("Reading", 1, 0)
		time.Sleep(150 * time.Millisecond)
		if got := shown(); !strings.Contains(got, "Reading") {
			t.Errorf("the spinner does not name its stage: %q", got)
		}
		p.Report("Reading", 500, 2000)
		p.Report("Indexing", 0, 1000)
		p.Report("Indexing", 500, 1000)
		time.Sleep(150 * time.Millisecond)
		got := shown()
		for _, want := range []string{"Indexing", "50%", "500/1000", "products/s"} {
			if !strings.Contains(got, want) {
				t.Errorf("the bar does not show %q: %q", want, got)
			}
		}
		if _, err := p.Write([]byte("a message\n")); err != nil {
			t.Fatal(err)
		}
		const clearLine = "\033[2K\r"
		if got := shown(); got != clearLine+"a message\n" {
			t.Errorf("the message is torn: %q", got)
		}
		p.Done()
		if got := shown(); !strings.HasSuffix(got, clearLine) {
			t.Errorf("the bar stays after Done: %q", got)
		}
	})
}

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0", 7: "7", 999: "999", 1000: "1,000", 66778: "66,778", 1234567: "1,234,567", -12345: "-12,345"} {
		if got := Count(n); got != want {
			t.Errorf("Count(%d) = %q, want %q", n, got, want)
		}
	}
}
