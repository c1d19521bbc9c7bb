package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"shopclerk/agent/llm/llmtest"
	"shopclerk/agent/store"
	"shopclerk/catalog/demo"
	"shopclerk/cmd/internal/model"
	"shopclerk/search/index"
	"shopclerk/views"
)

// The shop is ready while it can answer and write.
func TestReady(t *testing.T) {
	b := openBranch(t, config{Name: "Shopclerk"})
	v := visit(t, b.doors)
	if got := v.get("/readyz"); got.status != http.StatusOK {
		t.Fatalf("status %d: %s", got.status, got.body)
	}
	if err := b.db.Close(); err != nil {
		t.Fatal(err)
	}
	if got := v.get("/readyz"); got.status != http.StatusOK {
		t.Errorf("within a second it was found out anew: status %d", got.status)
	}
	b.ready.mu.Lock()
	b.ready.at = time.Time{}
	b.ready.mu.Unlock()
	if got := v.get("/readyz"); got.status != http.StatusServiceUnavailable {
		t.Errorf("without the store it has status %d", got.status)
	}
}

// A shop behind proxies says that it closes while it still serves.
func TestLeave(t *testing.T) {
	b := openBranch(t, config{Name: "Shopclerk"})
	v := visit(t, b.doors)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		done <- serve(ctx, config{Listen: "127.0.0.1:0", Proxies: []string{"127.0.0.1/32"}}, b.server)
	}()
	if got := v.get("/readyz"); got.status != http.StatusOK {
		t.Fatalf("status %d", got.status)
	}
	began := time.Now()
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took < leaveTime {
		t.Errorf("it closes after %v, before proxies know", took)
	}
	if got := v.get("/readyz"); got.status != http.StatusServiceUnavailable {
		t.Errorf("it says that it is ready: status %d", got.status)
	}
	if got := v.get("/"); got.status != http.StatusOK {
		t.Errorf("status %d", got.status)
	}
}

// The shop finds by an endpoint's vectors, and without them once the endpoint is away; the
// record of the exchange tells which.
func TestModelVectors(t *testing.T) {
	ctx := t.Context()
	endpoint := llmtest.New(t, llmtest.Embeds)
	c := config{Data: t.TempDir(), Name: "Shopclerk", Language: "en", Listen: freeAddress(t), Model: model.Flags{
		URL: endpoint.URL, Embed: "letters", Timeout: time.Second, Concurrency: 4,
	}}
	client, err := c.Model.Open(nil)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := index.Build(ctx, c.Data, index.FromSeq(demo.Records(1, 20)), index.Options{Embedder: client}); err != nil || r.Unembedded != nil {
		t.Fatal(err, r.Unembedded)
	}
	serving, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- run(serving, c) }()
	base := "http://" + c.Listen
	(&loadedShop{t: t, base: base, client: http.DefaultClient}).awaitOpen()
	asked := len(endpoint.Asked())
	for _, tt := range []struct {
		play           llmtest.Play
		message, stage string
	}{
		{llmtest.Embeds, "a waterproof backpack", `model vector`},
		{llmtest.Status(500), "a lamp of brass", `model vector failed`},
	} {
		endpoint.Script(tt.play)
		v := visitAt(t, base, nil)
		if p := v.begin(tt.message); len(p.titles()) == 0 {
			t.Errorf("nothing is shown of %q", tt.message)
		}
		if record := string(v.get("/mine").body); !strings.Contains(record, tt.stage) || strings.Contains(record, "failed") != strings.Contains(tt.stage, "failed") {
			t.Errorf("%s: the record does not tell of %q", tt.message, tt.stage)
		}
	}
	for _, body := range endpoint.Asked()[asked:] {
		if strings.Contains(body, "messages") {
			t.Errorf("a model without a name was asked to read: %s", body)
		}
	}
	asked = len(endpoint.Asked())
	if ready := visitAt(t, base, nil).get("/readyz"); ready.status != http.StatusOK || strings.Contains(string(ready.body), "failed") || len(endpoint.Asked()) != asked {
		t.Errorf("whether the shop is ready was asked of the endpoint: %s", ready.body)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// The server hangs up on clients that never finish their headers or their body, and answers
// others meanwhile. Its time limits are those of [httpServer], shortened here.
func TestSlowRequests(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	srv := httpServer("", openBranch(t, config{Name: "Shopclerk"}).router())
	if srv.ReadHeaderTimeout <= 0 || srv.ReadTimeout <= 0 || srv.WriteTimeout <= 0 || srv.IdleTimeout <= 0 {
		t.Fatalf("a client may be slow for ever: %v, %v, %v, %v", srv.ReadHeaderTimeout, srv.ReadTimeout, srv.WriteTimeout, srv.IdleTimeout)
	}
	srv.ReadHeaderTimeout, srv.ReadTimeout = srv.ReadHeaderTimeout/20, srv.ReadTimeout/20
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(l) }()
	t.Cleanup(func() {
		if err := errors.Join(srv.Close(), <-ended); !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	})
	var slow []net.Conn
	for i := range 300 {
		begun := "GET / HTTP/1.1\r\nHost: shop.example\r\nX-Slow: "
		if i%3 == 0 {
			begun = "POST /c HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nmessage="
		}
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := io.WriteString(c, begun); err != nil {
			t.Fatal(err)
		}
		slow = append(slow, c)
	}
	answer, err := http.Get("http://" + l.Addr().String() + "/")
	if err != nil {
		t.Fatal(err)
	}
	if err := answer.Body.Close(); err != nil || answer.StatusCode != http.StatusOK {
		t.Errorf("others get status %d, %v", answer.StatusCode, err)
	}
	for _, c := range slow {
		_, _ = io.Copy(io.Discard, c) // returns once the server hangs up, in whichever way
	}
}

// A request's number is the shop's own.
func TestNumber(t *testing.T) {
	v := visit(t, demoShop(t))
	r := v.request(http.MethodGet, "/nowhere", nil)
	r.Header.Set("X-Request-Id", "forged")
	if got := v.do(r).header.Get("X-Request-Id"); len(got) != 8 || got == "forged" {
		t.Errorf("the request is called %q", got)
	}
}

// X-Forwarded-For is believed of the named proxies alone, and only what they add.
func TestForwardedFor(t *testing.T) {
	_, proxies, err := net.ParseCIDR("10.0.0.0/8")
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		proxies         []*net.IPNet
		from, told, ask string
	}{
		{nil, "10.1.2.3", "203.0.113.9", "10.1.2.3"},
		{[]*net.IPNet{proxies}, "10.1.2.3", "203.0.113.9", "203.0.113.9"},
		{[]*net.IPNet{proxies}, "10.1.2.3", "192.0.2.1, 203.0.113.9, 10.4.5.6", "203.0.113.9"},
		{[]*net.IPNet{proxies}, "203.0.113.9", "192.0.2.1", "203.0.113.9"},
		{[]*net.IPNet{proxies}, "127.0.0.1", "192.0.2.1", "127.0.0.1"},
		{[]*net.IPNet{proxies}, "10.1.2.3", "", "10.1.2.3"},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = tc.from + ":1234"
		r.Header.Set("X-Forwarded-For", tc.told)
		r.Header.Set("X-Real-Ip", "192.0.2.77")
		s := &server{metrics: newMetrics(), proxies: tc.proxies}
		if got := s.router().NewContext(r, httptest.NewRecorder()).RealIP(); got != tc.ask {
			t.Errorf("from %s, X-Forwarded-For %q: %s, want %s", tc.from, tc.told, got, tc.ask)
		}
	}
}

// A shop whose lexical index is damaged rebuilds it as it opens, and answers every request.
func TestDamagedShopServes(t *testing.T) {
	s := staffDemo(t)
	data := filepath.Join(t.TempDir(), "shop")
	if err := os.CopyFS(data, os.DirFS(filepath.Join(binaryDir, "demo"))); err != nil {
		t.Fatal(err)
	}
	parts, err := filepath.Glob(filepath.Join(data, "lexical-*", "store", "*.zap"))
	if err != nil || len(parts) == 0 {
		t.Fatal(parts, err)
	}
	for _, part := range parts {
		if err := os.Truncate(part, 100); err != nil {
			t.Fatal(err)
		}
	}
	base, _, kill := serveProgram(t, data, unpaced)
	defer kill()
	v := visitAt(t, base, nil)
	for i, c := range s.shop.Catalogue.Categories() {
		if i%5 > 0 { // one visitor may not ask for more
			continue
		}
		p := v.begin("a " + c.Name + " not black")
		if len(p.titles()) == 0 {
			t.Errorf("nothing is shown of %q", c.Name)
		}
		for _, p := range []*sheet{p, v.begin("something nice for a rainy day"), v.get("/suggest?q=back"), v.get(p.Find(".card h4 a").First().AttrOr("href", ""))} {
			if p.status != http.StatusOK {
				t.Errorf("status %d at %s", p.status, p.at)
			}
		}
	}
}

// holding returns the files of a branch, write-ahead logs included, that hold a text:
// what whoever kills the program and reads the disk finds.
func (b *branch) holding(t *testing.T, text string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(b.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if bytes.Contains(content, []byte(text)) {
			found = append(found, filepath.Base(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// Nothing that was erased is in the bytes of any file, while the shop goes on, in
// whichever way it was erased.
func TestErasedLeavesNoTrace(t *testing.T) {
	const said, name, street, email = "xylocarp", "Quillon Vantongeren", "77 Pomander Walk", "quillon@vantongeren.example"
	for _, tc := range []struct {
		how   string
		gone  []string
		erase func(t *testing.T, b *branch, v *visitor)
	}{
		{"delete what is mine", []string{said, name, street, email}, func(t *testing.T, _ *branch, v *visitor) {
			v.submit(v.get("/mine/delete"), formDelete, nil)
		}},
		{"delete the conversations", []string{said}, func(t *testing.T, _ *branch, v *visitor) {
			for _, c := range v.export().Conversations {
				v.post("/c/"+c.ID+"/delete", url.Values{})
			}
		}},
		{"redact", []string{said}, func(t *testing.T, b *branch, _ *visitor) {
			if _, err := b.journal.Redact(t.Context(), time.Now()); err != nil {
				t.Fatal(err)
			}
		}},
		{"prune by age", []string{said}, func(t *testing.T, b *branch, _ *visitor) {
			if _, err := b.journal.Prune(t.Context(), time.Now()); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(tc.how, func(t *testing.T) {
			b := openBranch(t, config{Name: "Shopclerk"})
			v, other, third := visit(t, b.doors), visit(t, b.doors), visit(t, b.doors)
			for i := range 4 { // among others', so that pages are shared and split
				p := v.begin(fmt.Sprintf("%s backpack %d", said, i))
				other.say(other.begin("suitcase"), "a red one")
				p = v.say(p, "no "+said)
				copied := other.say(other.get(p.at.Path), "a small one")
				third.say(third.get(copied.at.Path), "not green")
			}
			o := b.order(t, v.export().Session)
			if _, err := b.db.Exec(t.Context(), `UPDATE purchase SET status = 'cancelled',
				document = json_set(document, '$.name', $1, '$.email', $2, '$.address.street', $3) WHERE id = $4`, name, email, street, o.ID); err != nil {
				t.Fatal(err)
			}
			for _, text := range tc.gone {
				if len(b.holding(t, text)) == 0 {
					t.Fatalf("no file holds %q to begin with", text)
				}
			}
			tc.erase(t, b, v)
			for _, text := range tc.gone {
				if files := b.holding(t, text); len(files) > 0 {
					t.Errorf("%q is still in %v", text, files)
				}
			}
		})
	}
}

// Cards, phones and addresses that are typed where products are searched for are in no
// file, numbers of products are.
func TestPersonalIsNotStored(t *testing.T) {
	b := openBranch(t, config{Name: "Shopclerk"})
	v := visit(t, b.doors)
	v.begin("backpack 4111 1111 1111 1111 for quillon@vantongeren.example call +49 30 901820 EAN 4006381333931")
	v.submit(v.begin("backpack"), formAnswer, url.Values{"q0": {views.OtherValue}, "q0" + views.OtherText: {"0171 2345678 uppermost"}})
	for _, text := range []string{"4006381333931", "uppermost"} {
		if len(b.holding(t, text)) == 0 {
			t.Errorf("%q is nowhere", text)
		}
	}
	for _, text := range []string{"4111", "vantongeren", "901820", "2345678"} {
		if files := b.holding(t, text); len(files) > 0 {
			t.Errorf("%q is in %v", text, files)
		}
	}
}

// A store that is found damaged while the shop is open is answered 503, with when to come again,
// and the shop is not ready.
func TestDamagedStore(t *testing.T) {
	b := openBranch(t, config{Name: "Shopclerk"})
	if b.db.Postgres() {
		t.Skip("NOT TESTED ON POSTGRESQL: the file of a store is damaged")
	}
	v := visit(t, b.doors)
	talk := v.begin("backpack")
	file, err := os.OpenFile(filepath.Join(b.dir, store.File), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := b.db.Erase(t.Context()); err != nil { // all of it is in the file
		t.Fatal(err)
	}
	if _, err := file.WriteAt(bytes.Repeat([]byte("damaged "), 1<<14), 0); err != nil {
		t.Fatal(err)
	}
	b.db.Reader.SetMaxIdleConns(0) // and is read from there
	for _, path := range []string{talk.at.Path, "/orders"} {
		p := v.get(path)
		if after, err := strconv.Atoi(p.header.Get("Retry-After")); p.status != http.StatusServiceUnavailable || err != nil || after < 1 {
			t.Errorf("%s: status %d, Retry-After %q", path, p.status, p.header.Get("Retry-After"))
		}
	}
	if p := v.get("/readyz"); p.status != http.StatusServiceUnavailable || p.header.Get("Retry-After") == "" {
		t.Errorf("ready: status %d, Retry-After %q", p.status, p.header.Get("Retry-After"))
	}
}

// A catalogue that is missing beside orders or conversations is never made up.
func TestNoDemoInUse(t *testing.T) {
	b := openBranch(t, config{Name: "Shopclerk"})
	c := config{Data: b.dir, Demo: 5, Database: databaseAt(t, b.dir)}
	b.order(t, "ann")
	if shop, err := openCatalogue(t.Context(), c); err == nil || !strings.Contains(err.Error(), "backup") {
		t.Errorf("opened %v, %v", shop, err)
	}
	if _, err := os.Stat(filepath.Join(b.dir, index.CatalogFile)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the catalogue: %v", err)
	}
}
