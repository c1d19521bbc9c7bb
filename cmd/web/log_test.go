package main

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"shopclerk/views"
)

// lines collect what is logged.
type lines struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(p)
}

// text is what was logged so far; what goes on in the background may log more.
func (l *lines) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.String()
}

// logged has the program's log written down until the test ends.
func logged(t *testing.T, format string) *lines {
	l, before := &lines{}, slog.Default()
	slog.SetDefault(newLog(l, format))
	t.Cleanup(func() { slog.SetDefault(before) })
	return l
}

// A shopper's whole visit, and one to a shop whose files fail, leave lines that programs read,
// and in them nothing that was typed, no cookie, no key and no whole address.
func TestLog(t *testing.T) {
	for _, format := range []string{"text", logJSON} {
		t.Run(format, func(t *testing.T) {
			l := logged(t, format)
			b, key := overheard(t, config{Traces: collect(t).address()})
			heard := b.tellsAll(t, key)
			v := visitAt(t, b.doors.URL, heard)
			p := v.begin("a suitcase for quillon@vantongeren.example")
			ordering := v.submit(v.submit(p, formCardPut, nil), formOrder, nil)
			for _, broken := range []func() error{b.journal.Close, b.orders.Close, b.baskets.Close} {
				if err := broken(); err != nil {
					t.Fatal(err)
				}
			}
			v.submit(p, "form:has(#message)", url.Values{views.FieldMessage: {"something for Pomander Walk, blue"}})
			v.submit(ordering, formErrand, url.Values{"e0" + views.OtherText: {"Quillon Vantongeren"}, "e1" + views.OtherText: {"77 Pomander Walk"}})
			all := l.text()
			for _, text := range append(heard.personal(), "127.0.0.1", p.at.Path) {
				if strings.Contains(all, text) {
					t.Errorf("%q is in the log", text)
				}
			}
			for _, what := range []string{"a key was refused", "answering a request"} {
				if !strings.Contains(all, what) {
					t.Errorf("the log has no line %q: %s", what, all)
				}
			}
			if format != logJSON {
				return
			}
			for line := range strings.Lines(all) {
				var says struct {
					Time           time.Time
					Level, Msg     string
					Request, Trace string
					From, Stack    string
				}
				if err := json.Unmarshal([]byte(line), &says); err != nil || says.Time.IsZero() || says.Level == "" || says.Msg == "" || says.Stack != "" {
					t.Errorf("%v: %s", err, line)
				}
				if says.Msg != "answering a request" && says.From == "" {
					continue
				}
				if len(says.Request) != 8 || len(says.Trace) != 32 || says.From != "" && says.From != "127.0.0.0/24" {
					t.Errorf("the line is of no request: %s", line)
				}
			}
		})
	}
}
