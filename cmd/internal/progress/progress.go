// Package progress shows how far a command has come: in a line that is written over on a
// terminal, with a line now and then elsewhere.
package progress

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"

	"shopclerk/words"
)

// lineInterval is how far apart plain lines are, and the length from which the end of a
// stage is worth one; redrawInterval is how far apart a terminal's are.
const (
	lineInterval   = 2 * time.Second
	redrawInterval = 100 * time.Millisecond
)

// clearLine takes the line of a terminal away.
const clearLine = "\r\x1b[K"

// Progress shows the stages of some work, one after the other. It is safe for concurrent
// use. What goes wrong with showing is ignored: the work matters.
type Progress struct {
	w        io.Writer
	terminal bool

	mu           sync.Mutex
	stage        string // "" between stages
	done         int
	began, noted time.Time
}

// New returns a Progress that writes to w. Call Done when the work is over.
func New(w io.Writer) *Progress {
	f, ok := w.(*os.File)
	return &Progress{w: w, terminal: ok && term.IsTerminal(int(f.Fd()))}
}

// Report says that done of total things of a stage are done; total is 0 while unknown. A
// stage ends with done = total, or when another one begins.
func (p *Progress) Report(stage string, done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if stage != p.stage {
		p.end()
		p.stage, p.began, p.noted = stage, time.Now(), time.Now()
		if !p.terminal {
			fmt.Fprintln(p.w, stage)
		}
	}
	p.done = done
	line := fmt.Sprintf("%s %s of %s", stage, Count(done), Count(total))
	switch since := time.Since(p.noted); {
	case p.terminal && since >= redrawInterval:
		p.noted = time.Now()
		fmt.Fprint(p.w, clearLine+line)
	case !p.terminal && since >= lineInterval:
		p.noted = time.Now()
		fmt.Fprintln(p.w, line)
	}
	if total > 0 && done >= total {
		p.end()
	}
}

// Done ends the last stage. Report may begin anew.
func (p *Progress) Done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.end()
}

// clear takes away what a terminal shows.
func (p *Progress) clear() {
	if p.terminal && p.stage != "" {
		fmt.Fprint(p.w, clearLine)
	}
}

// end says how long a stage took if that was long.
func (p *Progress) end() {
	p.clear()
	if took := time.Since(p.began); p.stage != "" && took >= lineInterval {
		fmt.Fprintf(p.w, "%s: %s in %.1f s\n", p.stage, Count(p.done), took.Seconds())
	}
	p.stage = ""
}

// Write writes whole lines through to the writer.
func (p *Progress) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	return p.w.Write(b)
}

// Count spells a number with its thousands apart: 66,778.
func Count(n int) string { return words.English.Number(n) }
