package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"shopclerk/agent/journal"
	"shopclerk/cmd/internal/seal"
	"shopclerk/cmd/web/internal/api"
)

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
	c.Name, c.APIKeys, c.APIRate, c.APISecret, c.DeskPasswordHash = "Shopclerk", []string{known.String()}, 100, strings.Repeat("ab", seal.SecretLength), deskHash
	b = openBranch(t, c)
	if b.traces != nil {
		t.Cleanup(func() { _ = b.traces.Shutdown(context.Background()) })
	}
	return b, key
}

// sink is a collector of traces.
type sink struct {
	*httptest.Server
	mu    sync.Mutex
	raw   bytes.Buffer
	spans []*otlp.Span
}

func collect(t *testing.T) *sink {
	s := &sink{}
	s.Server = serving(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var sent collector.ExportTraceServiceRequest
		if err == nil {
			err = proto.Unmarshal(body, &sent)
		}
		if err != nil {
			t.Error(err)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.raw.Write(body)
		for _, of := range sent.ResourceSpans {
			for _, scope := range of.ScopeSpans {
				s.spans = append(s.spans, scope.Spans...)
			}
		}
	}))
	return s
}

// address is what --traces is given.
func (s *sink) address() string { return s.URL + "/v1/traces" }

// flush sends what a shop has not sent yet.
func flush(t *testing.T, b *branch) {
	t.Helper()
	if err := b.traces.ForceFlush(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// within tells whether a span lies below one of a name, whatever is between.
func (s *sink) within(span *otlp.Span, name string) bool {
	for _, over := range s.spans {
		if bytes.Equal(over.SpanId, span.ParentSpanId) && bytes.Equal(over.TraceId, span.TraceId) {
			return over.Name == name || s.within(over, name)
		}
	}
	return false
}

// Traces tell what requests spend their time on, and nothing of whose they are.
func TestTraces(t *testing.T) {
	s := collect(t)
	b, key := overheard(t, config{Traces: s.address()})
	heard := b.tellsAll(t, key)
	flush(t, b)
	want := [][2]string{{"POST /c", ""}, {"turn", "POST /c"}, {"read", "turn"}, {"errands", "turn"}, {"count", "turn"}, {"search", "turn"}, {"ask", "turn"},
		{"act", "turn"}, {"record", "POST /c"}, {"turn", "POST /api/v1/converse"}}
	for _, w := range want {
		if !slices.ContainsFunc(s.spans, func(span *otlp.Span) bool {
			return span.Name == w[0] && (w[1] == "" || s.within(span, w[1])) && span.EndTimeUnixNano >= span.StartTimeUnixNano
		}) {
			t.Errorf("no span %q in %q", w[0], w[1])
		}
	}
	name := regexp.MustCompile(`^(unknown|[A-Z]+ /[a-z0-9:/*-]*|[a-z]+|(postgres|transaction) [a-z]+)$`)
	for _, span := range s.spans {
		if !name.MatchString(span.Name) {
			t.Errorf("a span is called %q", span.Name)
		}
		for _, a := range span.Attributes {
			if !slices.Contains([]string{"http.route", "http.response.status_code", "shopclerk.request"}, a.Key) {
				t.Errorf("%s has %v", span.Name, a)
			}
		}
	}
	for _, text := range heard.personal() {
		if bytes.Contains(s.raw.Bytes(), []byte(text)) {
			t.Errorf("%q is in the traces", text)
		}
	}
	t.Logf("%d spans, %d texts", len(s.spans), len(heard.personal()))
}

// A trace that began elsewhere is gone on with where a proxy of ours says so, and nobody else.
func TestTraceOfAProxy(t *testing.T) {
	const began = "4bf92f3577b34da6a3ce929d0e0e4736"
	for name, tc := range map[string]struct {
		proxies []string
		want    bool
	}{"named": {[]string{"127.0.0.0/8"}, true}, "another": {[]string{"10.0.0.0/8"}, false}, "none": {nil, false}} {
		t.Run(name, func(t *testing.T) {
			s := collect(t)
			b, _ := overheard(t, config{Traces: s.address(), Proxies: tc.proxies})
			v := visit(t, b.doors)
			r := v.request(http.MethodGet, "/basket", nil)
			r.Header.Set("Traceparent", "00-"+began+"-00f067aa0ba902b7-01")
			v.do(r)
			flush(t, b)
			if len(s.spans) == 0 || (hex.EncodeToString(s.spans[0].TraceId) == began) != tc.want {
				t.Errorf("the trace is %v", s.spans)
			}
		})
	}
}

// A collector that answers nobody holds no turn up, and a shop that is stopped waits for it
// no longer than for open requests.
func TestCollectorHangs(t *testing.T) {
	hold := make(chan struct{})
	hangs := serving(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hold }))
	b, _ := overheard(t, config{Traces: hangs.URL + "/v1/traces"})
	go func() { _ = b.traces.ForceFlush(t.Context()) }()
	v := visit(t, b.doors)
	for range mostSpans / 4 {
		v.get("/basket")
	}
	if p := v.begin("backpack"); len(p.titles()) == 0 {
		t.Error("there is no list")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := b.traces.Shutdown(ctx); err == nil {
		t.Error("what was not sent is not missed")
	}
	close(hold)
}
