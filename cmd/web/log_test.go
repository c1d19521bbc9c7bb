package main

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"shopclerk/agent/journal"
	"shopclerk/cmd/web/internal/api"
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
			b, key := overheard(t, config{})
			heard := b.tellsAll(t, key)
			v := visitAt(t, b.doors.URL, heard)
			p := v.begin("a suitcase for quillon@vantongeren.example")
			ordering := v.submit(v.submit(p, formCardPut, nil), formOrder, nil)
			if err := b.db.Close(); err != nil {
				t.Fatal(err)
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
					Time        time.Time
					Level, Msg  string
					Request     string
					From, Stack string
				}
				if err := json.Unmarshal([]byte(line), &says); err != nil || says.Time.IsZero() || says.Level == "" || says.Msg == "" || says.Stack != "" {
					t.Errorf("%v: %s", err, line)
				}
				if says.Msg != "answering a request" && says.From == "" {
					continue
				}
				if len(says.Request) != 8 || says.From != "" && says.From != "127.0.0.0/24" {
					t.Errorf("the line is of no request: %s", line)
				}
			}
		})
	}
}

// listener is a transport that remembers what a shopper or a program sends: texts, cookies
// and keys.
type listener struct {
	http.RoundTripper
	heard, secrets map[string]bool
}

func (l *listener) RoundTrip(r *http.Request) (*http.Response, error) {
	for _, c := range r.Cookies() {
		l.secrets[c.Value] = true
	}
	l.secrets[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")] = true
	if r.Body != nil {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		again := r.Clone(r.Context())
		again.Body = io.NopCloser(bytes.NewReader(body))
		var fields map[string]string
		if json.Unmarshal(body, &fields) == nil {
			for _, v := range fields {
				l.heard[v] = true
			}
		} else if again.ParseForm() == nil {
			for _, values := range again.PostForm {
				for _, v := range values {
					l.heard[v] = true
				}
			}
		}
	}
	return l.RoundTripper.RoundTrip(r)
}

// personal are the texts that were heard, and the words of those that have several. What is
// shorter than five letters, a word of the program's own, or an id that the shop gave and that
// opens nothing, says nothing of anybody.
func (l *listener) personal() []string {
	out := slices.DeleteFunc(slices.Collect(maps.Keys(l.secrets)), func(secret string) bool { return len(secret) < 5 })
	for text := range l.heard {
		for _, word := range append(strings.Fields(text), text) {
			if len(word) >= 5 && !journal.ValidID(word) && !slices.Contains([]string{"place", "order", "place_order", "cancel_order", "which", "basket"}, word) {
				out = append(out, word)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// tellsAll is a shopper who types whatever can be typed: a conversation and an order,
// the desk's and a program's.
func (b *branch) tellsAll(t *testing.T, key string) *listener {
	t.Helper()
	l := &listener{b.doors.Client().Transport, map[string]bool{}, map[string]bool{}}
	v := visitAt(t, b.doors.URL, l)
	v.talks(key)
	v.post("/desk/login", map[string][]string{"name": {"vantongeren"}, "password": {"pomander walk"}})
	v.begin("a lamp for Quillon Vantongeren, quillon@vantongeren.example, 4111 1111 1111 1111")
	r := v.request(http.MethodPost, "/api/v1/converse", nil)
	r.Header.Set("Authorization", "Bearer till.abcdefghijklmnop")
	v.do(r)
	return l
}

// overheard is a shop, with a desk and a program's key.
func overheard(t *testing.T, c config) (b *branch, key string) {
	t.Helper()
	key, known, err := api.NewKey("till")
	if err != nil {
		t.Fatal(err)
	}
	c.Name, c.APIKeys, c.APIRate, c.DeskPasswordHash = "Shopclerk", []string{known.String()}, 100, deskHash
	b = openBranch(t, c)
	return b, key
}
