package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"weak"

	"github.com/PuerkitoBio/goquery"
	"go.uber.org/goleak"

	"shopclerk/agent/journal"
	"shopclerk/catalog"
	"shopclerk/search/index"
)

// marks are words that every product of an import has in its title and among its
// values, and none of the next.
var marks = []string{"Alfalfa", "Betula"}

// marked are the products of an import: another mark and other numbers of products,
// under the same ids.
func marked(n int) iter.Seq[catalog.Record] {
	mark, size := marks[n%2], 40+20*(n%2)
	return func(yield func(catalog.Record) bool) {
		for i, category := range []string{"Lamps", "Chairs", "Backpacks"} {
			for k := range size {
				r := catalog.Record{
					ID: fmt.Sprintf("p%d-%d", i, k), Category: category, Title: fmt.Sprintf("%s %s %d", mark, strings.TrimSuffix(category, "s"), k),
					Brand: mark + " " + string(rune('A'+k%5)), Price: catalog.Price{Minor: int64(1000 + 10*k), Currency: "EUR"}, Stock: -1,
					Attributes: []catalog.RawAttribute{
						{Key: "colour", Value: catalog.Text([]string{"red", "green", "blue"}[k%3])},
						{Key: "edition", Value: catalog.Text(fmt.Sprint(mark, " edition ", k%4))},
					},
				}
				if !yield(r) {
					return
				}
			}
		}
	}
}

// TestImportUnderLoad imports, and sets prices, while shoppers talk and look: nothing fails, every answer
// is of one catalogue, and in the end the last one is sold from and no other is open.
func TestImportUnderLoad(t *testing.T) {
	const imports = 6
	ctx := t.Context()
	c := config{Data: t.TempDir(), Name: "Shopclerk", Language: "en", Listen: freeAddress(t), Metrics: freeAddress(t)}
	add := func(n int) {
		if _, err := index.Build(ctx, c.Data, index.FromSeq(marked(n)), index.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	add(0)
	before := goleak.IgnoreCurrent()
	serving, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- run(serving, c) }()
	shop := &loadedShop{t: t, base: "http://" + c.Listen, client: &http.Client{Transport: &http.Transport{}}}
	shop.awaitOpen()

	var shoppers sync.WaitGroup
	done := make(chan struct{})
	for i := range 4 {
		shoppers.Go(func() { shop.visits(done, i, shop.talks) })
		shoppers.Go(func() { shop.visits(done, i, shop.looks) })
	}
	for n := 1; n <= imports; n++ {
		add(n)
		shop.awaits(marks[n%2])
		price := float64(700 + n)
		if err := index.SetPrices(ctx, c.Data, []catalog.PriceChange{{ID: "p0-1", Price: &price}}); err != nil {
			t.Fatal(err)
		}
		shop.awaits(fmt.Sprint(700 + n))
	}
	close(done)
	shoppers.Wait()
	if shop.turns.Load() < imports || shop.seen.Load() < imports {
		t.Errorf("%d turns and %d looks prove little", shop.turns.Load(), shop.seen.Load())
	}
	t.Logf("%d turns and %d looks over %d imports", shop.turns.Load(), shop.seen.Load(), imports)
	if text := shop.text("http://"+c.Listen, "/readyz"); !strings.Contains(text, "\nsnapshot ") {
		t.Errorf("readyz tells %q", text)
	}
	shop.awaitOne("http://" + c.Metrics)
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	shop.client.CloseIdleConnections()
	goleak.VerifyNone(t, before)
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// loadedShop is a running shop and what its shoppers have met.
type loadedShop struct {
	t           *testing.T
	base        string
	client      *http.Client
	turns, seen atomic.Int64
}

// patient is how often the shop is looked at, 20 ms apart, before a wait is given up: long
// enough for a busy machine.
const patient = 6000

// awaitOpen waits until the shop is open.
func (s *loadedShop) awaitOpen() {
	s.t.Helper()
	for range patient {
		if r, err := s.client.Get(s.base + "/readyz"); err == nil {
			_ = r.Body.Close()
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	s.t.Fatal("the shop does not open")
}

// awaits waits until the shop sells something that has a mark, or a price.
func (s *loadedShop) awaits(mark string) {
	s.t.Helper()
	for range patient {
		if strings.Contains(s.text(s.base, "/p/p0-1"), mark) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	s.t.Fatalf("%s does not go live", mark)
}

// awaitOne waits until one catalogue alone is open: turns wait a while for their pages.
func (s *loadedShop) awaitOne(metrics string) {
	s.t.Helper()
	for range patient {
		text := s.text(metrics, "/metrics")
		if !strings.Contains(text, "shopclerk_catalogue_published_seconds 1") {
			s.t.Fatalf("metrics do not tell the snapshot: %s", text)
		}
		if strings.Contains(text, "shopclerk_catalogues_open 1\n") {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	s.t.Error("catalogues that are sold from no more stay open")
}

func (s *loadedShop) text(base, path string) string {
	r, err := s.client.Get(base + path)
	if err != nil {
		s.t.Error(err)
		return ""
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		s.t.Error(err)
	}
	return string(body)
}

// visits sends one shopper after another until done.
func (s *loadedShop) visits(done <-chan struct{}, seed int, visit func(*http.Client, int) bool) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Error(err)
		return
	}
	client := &http.Client{Jar: jar, Transport: s.client.Transport}
	for n := seed; ; n++ {
		select {
		case <-done:
			return
		case <-time.After(15 * time.Millisecond):
		}
		if !visit(client, n) {
			return
		}
	}
}

// ask sends a request and holds what selectors find of the answer to be of one import.
func (s *loadedShop) ask(client *http.Client, path string, form url.Values, parts ...string) *goquery.Document {
	var r *http.Response
	var err error
	if form != nil {
		r, err = client.PostForm(s.base+path, form)
	} else {
		r, err = client.Get(s.base + path)
	}
	if err != nil {
		s.t.Error(err)
		return nil
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode != http.StatusOK {
		s.t.Errorf("%s: %s, %v", r.Request.URL, r.Status, err)
		return nil
	}
	page, err := goquery.NewDocumentFromReader(bytes.NewReader(body))
	if err != nil {
		s.t.Error(err)
		return nil
	}
	text := string(body)
	if len(parts) > 0 {
		text = page.Find(strings.Join(parts, ", ")).Text()
	}
	if has := func(mark string) bool { return strings.Contains(text, mark) }; !slices.ContainsFunc(marks, has) || has(marks[0]) && has(marks[1]) {
		s.t.Errorf("%s is of no import or of two (%s): %s", r.Request.URL, r.Header.Get(snapshotHeader), strings.Join(strings.Fields(text), " "))
		return nil
	}
	if r.Header.Get(snapshotHeader) == "" {
		s.t.Errorf("%s does not tell its snapshot", r.Request.URL)
	}
	page.Url = r.Request.URL
	return page
}

// talks has a conversation of three turns, each page of which asks and lists of one
// import, and comes back to it later.
func (s *loadedShop) talks(client *http.Client, n int) bool {
	const results, questions = "#results", "section.questions"
	page := s.ask(client, "/c", url.Values{"message": {[]string{"lamp", "red chair", "backpack under 14", "something blue"}[n%4]}}, results, questions)
	for _, say := range []string{"not green", "cheaper than 13"} {
		if page == nil {
			return false
		}
		s.turns.Add(1)
		form := url.Values{"message": {say}, "v": {page.Url.Query().Get("v")}}
		page = s.ask(client, page.Url.Path+"/say", form, results, questions)
	}
	if page == nil {
		return false
	}
	// what was asked is history by now, what is listed is not
	return s.ask(client, page.Url.Path, nil, results) != nil
}

// looks opens a product's page, and compares two.
func (s *loadedShop) looks(client *http.Client, n int) bool {
	defer s.seen.Add(1)
	return s.ask(client, fmt.Sprintf("/p/p%d-%d", n%3, n%40), nil) != nil &&
		s.ask(client, fmt.Sprintf("/compare?p=p%d-%d&p=p%d-%d", n%3, n%40, n%3, (n+1)%40), nil) != nil
}

// Turns that were shown are held by nothing: a crowd's would fill the memory.
func TestShownTurnsAreFreed(t *testing.T) {
	turns := newLastTurns()
	show := func() weak.Pointer[lastTurn] {
		last := &lastTurn{conversation: &journal.Conversation{}, release: func() {}}
		turns.put(last)
		turns.take(last.conversation, nil)
		return weak.Make(last)
	}
	held := show()
	show() // the cache holds what it gave up last
	if runtime.GC(); held.Value() != nil {
		t.Error("a turn is held")
	}
}
