// Package progress tells whoever waits at a command how far its work has come:
// with a bar on a terminal, with a plain line every few seconds elsewhere.
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

const (
	// lineInterval is how long plain lines are apart: often enough to show life
	// in a log, seldom enough to leave it readable.
	lineInterval = 2 * time.Second
	// noteworthy is the length from which a stage's end is told; shorter ones
	// pass without a trace.
	noteworthy = 2 * time.Second
	// settled is the length from which a rate means something.
	settled = time.Second / 2
	// barInterval is how long renderings of the bar are apart: no eye sees more.
	barInterval = 100 * time.Millisecond
)

// Progress shows the stages of some work, one after the other. It is safe for
// concurrent use. The work matters and not its display, so what goes wrong with
// showing is ignored.
type Progress struct {
	w        io.Writer
	terminal bool
	interval time.Duration

	mu    sync.Mutex
	stage string // "" between stages
	done  int
	total int  // 0 while unknown
	steps bool // whether there are steps to count
	first int  // what was done when the stage was first heard of
	began time.Time
	bar   *progressbar.ProgressBar // on a terminal, during a stage

	stop    chan struct{} // ends the ticking; nil while nothing ticks
	stopped sync.WaitGroup
}

// New returns a Progress that writes to w, with a bar if w is a terminal. Call
// Done when the work is over.
func New(w io.Writer) *Progress {
	f, ok := w.(*os.File)
	return &Progress{w: w, terminal: ok && term.IsTerminal(int(f.Fd())), interval: lineInterval}
}

// Every makes plain lines d apart instead of two seconds. It returns p.
func (p *Progress) Every(d time.Duration) *Progress {
	p.interval = d
	return p
}

// Report says that done of total things of a stage are done. Total is 0 while it
// is not known, and done is 0 as well for a stage that has no steps to count. A
// stage ends with done = total, or when another one begins.
func (p *Progress) Report(stage string, done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	steps := done > 0 || total > 0
	if stage != p.stage || steps != p.steps {
		p.end()
		p.begin(stage, done, total)
		p.steps = steps
	}
	if p.bar != nil && total != p.total && total > 0 {
		p.bar.ChangeMax(total)
	}
	p.done, p.total = done, total
	if total > 0 && done >= total {
		p.end()
	}
}

// Done ends the last stage and takes the bar away. Report may begin anew.
func (p *Progress) Done() {
	p.mu.Lock()
	p.end()
	stop := p.stop
	p.stop = nil
	p.mu.Unlock()
	if stop != nil {
		close(stop)
		p.stopped.Wait()
	}
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

func (p *Progress) begin(stage string, done, total int) {
	p.stage, p.first, p.total, p.began = stage, done, total, time.Now()
	p.startTicking()
	if !p.terminal {
		return
	}
	length := total
	if total <= 0 {
		length = -1 // a spinner
	}
	options := []progressbar.Option{
		progressbar.OptionSetWriter(p.w),
		progressbar.OptionSetDescription(fmt.Sprintf("%-13s", stage)),
		progressbar.OptionSetWidth(24),
		progressbar.OptionSetSpinnerChangeInterval(0), // ticking turns it
		progressbar.OptionUseANSICodes(true),
		progressbar.OptionClearOnFinish(),
	}
	if done > 0 || total > 0 {
		options = append(options, progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString("products"))
	}
	p.bar = progressbar.NewOptions(length, options...)
	_ = p.bar.RenderBlank()
}

// end closes the stage, and says how long it took if that was long.
func (p *Progress) end() {
	if p.stage == "" {
		return
	}
	if p.bar != nil {
		_ = p.bar.Finish()
		_ = p.bar.Clear()
		p.bar = nil
	}
	if took := time.Since(p.began); took >= noteworthy {
		text := p.stage + ": "
		if p.done > 0 {
			text += Count(p.done) + " in "
		}
		_, _ = fmt.Fprintf(p.w, "%s%.1f s\n", text, took.Seconds())
	}
	p.stage = ""
}

// startTicking shows the state of things every now and then. It goes by the clock
// and not by reports, so that a stage without steps shows life too.
func (p *Progress) startTicking() {
	if p.stop != nil {
		return
	}
	stop, interval := make(chan struct{}), p.interval
	if p.terminal {
		interval = barInterval
	}
	p.stop = stop
	p.stopped.Go(func() {
		tick := time.NewTicker(interval)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
				p.show()
			}
		}
	})
}

// show renders the bar or writes a plain line.
func (p *Progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.bar != nil && p.steps:
		_ = p.bar.Set(p.done)
	case p.bar != nil:
		_ = p.bar.RenderBlank()
	case p.stage != "":
		_, _ = fmt.Fprintln(p.w, p.line())
	}
}

// line says how far the stage has come.
func (p *Progress) line() string {
	took := time.Since(p.began)
	if p.done == 0 {
		return fmt.Sprintf("%s, %.0f s so far", p.stage, took.Seconds())
	}
	text := p.stage + " " + Count(p.done)
	if p.total > 0 {
		text += " of " + Count(p.total)
	}
	if took < settled || p.done == p.first {
		return text
	}
	rate := float64(p.done-p.first) / took.Seconds()
	text += ", " + Count(int(rate)) + "/s"
	if p.total > 0 {
		text += fmt.Sprintf(", %.0f s left", float64(p.total-p.done)/rate)
	}
	return text
}

// Count spells a number with its thousands apart: 66,778.
func Count(n int) string { return words.English.Number(n) }
