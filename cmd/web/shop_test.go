package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"shopclerk/agent"
	"shopclerk/catalog/demo"
	"shopclerk/cmd/internal/live"
	"shopclerk/search/index"
	"shopclerk/views"
)

var update = flag.Bool("update", false, "write the golden files anew")

// perCategory is the size of the tests' demonstration shop: large enough that
// every answer narrows a list, small enough to be built in seconds.
const perCategory = 100

// asProgram, when set, makes the test binary the program.
const asProgram = "SHOPCLERK_TEST_AS_PROGRAM"

// binaryDir outlives single tests: it holds the shop that they share.
var binaryDir string

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	flag.Parse()
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "shopclerk-web-test-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		binaryDir = dir
		code := m.Run()
		if err := errors.Join(closeBrowser(), closeDemo(), os.RemoveAll(dir)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return code
	}())
}

// staffed is an open catalogue and the clerk who knows it.
type staffed struct {
	shop  *index.Shop
	clerk *agent.Agent
}

func staff(ctx context.Context, c config) (*staffed, error) {
	shop, err := index.Open(ctx, c.Data, nil)
	if err != nil {
		return nil, err
	}
	clerk, err := hire(ctx, shop, nil)
	if err != nil {
		return nil, errors.Join(err, shop.Close())
	}
	return &staffed{shop, clerk}, nil
}

var (
	openedDemo *staffed
	openDemo   = sync.OnceValues(func() (*staffed, error) {
		ctx := context.Background()
		c := config{Data: filepath.Join(binaryDir, "demo")}
		_, err := index.Build(ctx, c.Data, index.FromSeq(demo.Records(demoSeed, perCategory)), index.Options{Hints: demo.Hints})
		if err != nil {
			return nil, err
		}
		openedDemo, err = staff(ctx, c)
		return openedDemo, err
	})
)

func closeDemo() error {
	if openedDemo == nil {
		return nil
	}
	return openedDemo.shop.Close()
}

// staffDemo returns the shared demonstration shop, which it builds on first use.
func staffDemo(t testing.TB) *staffed {
	t.Helper()
	s, err := openDemo()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// demoShop opens the shared demonstration shop to customers, with a journal of
// its own.
func demoShop(t *testing.T) *httptest.Server {
	t.Helper()
	return openDoors(t, staffDemo(t), filepath.Join(t.TempDir(), "journal.db"))
}

// openDoors serves a shop as the program does. The clerk is the shared one with a
// memory of its own: what shoppers answered in this journal.
func openDoors(t *testing.T, s *staffed, journalFile string) *httptest.Server {
	t.Helper()
	return openConfigured(t, config{Name: "Shopclerk"}, s, journalFile)
}

// openConfigured serves a shop with a configuration of its own.
func openConfigured(t *testing.T, c config, s *staffed, journalFile string) *httptest.Server {
	t.Helper()
	_, doors := openServed(t, c, s, journalFile)
	return doors
}

// openServed does, and returns what serves it as well.
func openServed(t *testing.T, c config, s *staffed, journalFile string) (*server, *httptest.Server) {
	t.Helper()
	kept := openFilesAt(t, filepath.Dir(journalFile))
	server, err := newServer(c, fixed(s), kept)
	if err != nil {
		t.Fatal(err)
	}
	doors, stop := httptest.NewServer(server.router()), server.work(t.Context())
	t.Cleanup(func() {
		doors.Close()
		stop()
	})
	return server, doors
}

// fixed is a shop that sells from one catalogue for ever.
func fixed(s *staffed) *live.Shop {
	store := s.shop.Catalogue
	shop, _ := live.New(context.Background(), func(_ context.Context, now *live.Snapshot) (*live.Snapshot, error) {
		if now != nil {
			return nil, nil
		}
		return &live.Snapshot{Clerk: s.clerk.With(func(*agent.Config) {}), Store: store, ID: store.Version(), Published: store.Published(), Close: func() error { return nil }}, nil
	}) // the first is there
	return shop
}

// openFilesAt opens what shoppers left in a folder, until the test ends.
func openFilesAt(t testing.TB, dir string) keptFiles {
	t.Helper()
	kept, err := openFiles(t.Context(), &config{Data: dir, Database: databaseAt(t, dir)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := kept.close(); err != nil {
			t.Error(err)
		}
	})
	return kept
}

// visitor is a shopper whose browser keeps cookies and does nothing else.
type visitor struct {
	t      *testing.T
	client *http.Client
	base   string
	accept string // the languages that the browser asks for; none when empty
}

func visit(t *testing.T, doors *httptest.Server) *visitor {
	t.Helper()
	return visitAt(t, doors.URL, doors.Client().Transport)
}

func visitAt(t *testing.T, base string, transport http.RoundTripper) *visitor {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &visitor{t: t, client: &http.Client{Jar: jar, Transport: transport}, base: base}
}

// sheet is a page as it arrived, after redirects.
type sheet struct {
	*goquery.Document
	status int
	header http.Header
	at     *url.URL
	body   []byte
}

func (v *visitor) do(r *http.Request) *sheet {
	v.t.Helper()
	resp, err := v.client.Do(r)
	if err != nil {
		v.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	doc, err := goquery.NewDocumentFromReader(bytes.NewReader(body))
	if err != nil {
		v.t.Fatal(err)
	}
	return &sheet{doc, resp.StatusCode, resp.Header, resp.Request.URL, body}
}

// request makes a request; path is what follows the host.
func (v *visitor) request(method, path string, form url.Values) *http.Request {
	v.t.Helper()
	var body io.Reader
	if form != nil {
		body = strings.NewReader(form.Encode())
	}
	r, err := http.NewRequestWithContext(v.t.Context(), method, v.base+path, body)
	if err != nil {
		v.t.Fatal(err)
	}
	if v.accept != "" {
		r.Header.Set("Accept-Language", v.accept)
	}
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	return r
}

func (v *visitor) get(path string) *sheet {
	v.t.Helper()
	return v.do(v.request(http.MethodGet, path, nil))
}

func (v *visitor) post(path string, form url.Values) *sheet {
	v.t.Helper()
	return v.do(v.request(http.MethodPost, path, form))
}

// submit sends the page's first form that fits the selector, with its unseen
// fields and the given ones.
func (v *visitor) submit(p *sheet, selector string, fields url.Values) *sheet {
	v.t.Helper()
	form := p.Find(selector).First()
	action, ok := form.Attr("action")
	if !ok {
		v.t.Fatalf("the page at %s has no form %s", p.at, selector)
	}
	all := url.Values{}
	form.Find("input[type=hidden]").Each(func(_ int, f *goquery.Selection) {
		all.Add(f.AttrOr("name", ""), f.AttrOr("value", ""))
	})
	maps.Copy(all, fields)
	return v.post(action, all)
}

// say types a message, on the start page or in a conversation.
func (v *visitor) say(p *sheet, message string) *sheet {
	v.t.Helper()
	return v.submit(p, "form:has(#message)", url.Values{views.FieldMessage: {message}})
}

// begin opens a conversation with a message.
func (v *visitor) begin(message string) *sheet {
	v.t.Helper()
	p := v.say(v.get("/"), message)
	if p.status != http.StatusOK || !strings.HasPrefix(p.at.Path, "/c/") {
		v.t.Fatalf("%q led to %s with status %d", message, p.at, p.status)
	}
	return p
}

const (
	formAnswer = "form[action$='/answer']"
	formUndo   = "form[action$='/undo']"
	formReset  = "form[action$='/reset']"
	formDrop   = "form.chip"
)

// texts lists what the elements say, without the space around it.
func (p *sheet) texts(selector string) []string {
	var out []string
	p.Find(selector).Each(func(_ int, s *goquery.Selection) {
		out = append(out, strings.Join(strings.Fields(s.Text()), " "))
	})
	return out
}

func (p *sheet) chips() []string  { return p.texts(".chip-text") }
func (p *sheet) titles() []string { return p.texts(".card h4") }
