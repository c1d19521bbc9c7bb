// Package progress shows how far a command has come: with a bar on a terminal, with a
// line now and then elsewhere.
package progress

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"shopclerk/words"
)

// lineInterval is how far apart plain lines are, and the length from which the end of a
// stage is worth one.
const lineInterval = 2 * time.Second

// Progress shows the stages of some work, one after the other. It is safe for concurrent
// use. What goes wrong with showing is ignored: the work matters.
type Progress struct {
	w        io.Writer
	terminal bool

	mu           sync.Mutex
	stage        string // "" between stages
	done, total  int
	began, noted time.Time
	bar          *progressbar.ProgressBar // on a terminal, during a stage
}

// New returns a Progress that writes to w, with a bar if w is a terminal. Call Done when
// the work is over.
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
		p.stage, p.began, p.noted, p.total = stage, time.Now(), time.Now(), 0
		if p.terminal {
			p.bar = progressbar.NewOptions(-1, progressbar.OptionSetWriter(p.w), progressbar.OptionSetDescription(fmt.Sprintf("%-13s", stage)),
				progressbar.OptionSetWidth(24), progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionUseANSICodes(true),
				progressbar.OptionShowCount(), progressbar.OptionClearOnFinish())
		} else {
			fmt.Fprintln(p.w, stage)
		}
	}
	switch p.done = done; {
	case p.bar != nil:
		if total > 0 && total != p.total {
			p.total = total
			p.bar.ChangeMax(total)
		}
		_ = p.bar.Set(done)
	case time.Since(p.noted) >= lineInterval:
		p.noted = time.Now()
		fmt.Fprintf(p.w, "%s %s of %s\n", stage, Count(done), Count(total))
	}
	if total > 0 && done >= total {
		p.end()
	}
}

// Done ends the last stage and takes the bar away. Report may begin anew.
func (p *Progress) Done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.end()
}

// end says how long a stage took if that was long.
func (p *Progress) end() {
	if p.bar != nil {
		_ = p.bar.Finish()
		_ = p.bar.Clear()
		p.bar = nil
	}
	if took := time.Since(p.began); p.stage != "" && took >= lineInterval {
		fmt.Fprintf(p.w, "%s: %s in %.1f s\n", p.stage, Count(p.done), took.Seconds())
	}
	p.stage = ""
}

// Write writes whole lines through to the writer without tearing the bar.
func (p *Progress) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		_ = p.bar.Clear()
	}
	return p.w.Write(b)
}

// Count spells a number with its thousands apart: 66,778.
func Count(n int) string { return words.English.Number(n) }
