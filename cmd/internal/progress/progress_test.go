package progress

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Where there is no terminal, each stage has a line, and a long one more.
func TestPlainLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b strings.Builder
		p := New(&b)
		p.Report("Reading", 0, 0)
		p.Report("Storing", 1, 2000)
		time.Sleep(lineInterval)
		p.Report("Storing", 1500, 2000)
		p.Report("Storing", 2000, 2000)
		if _, err := p.Write([]byte("a note\n")); err != nil {
			t.Fatal(err)
		}
		p.Report("Ending", 1, 1)
		p.Done()
		want := "Reading\nStoring\nStoring 1,500 of 2,000\nStoring: 2,000 in 2.0 s\na note\nEnding\n"
		if b.String() != want {
			t.Errorf("got\n%s\nwant\n%s", b.String(), want)
		}
	})
}
