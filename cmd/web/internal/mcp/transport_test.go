package mcp_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"shopclerk/cmd/web/internal/api"
	"shopclerk/cmd/web/internal/mcp"
)

// keyed sends an API key with every request, "" for none.
type keyed struct {
	key  string
	next http.RoundTripper
}

func (k *keyed) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	if k.key != "" {
		r.Header.Set("Authorization", "Bearer "+k.key)
	}
	return k.next.RoundTrip(r)
}

// over connects a client over HTTP.
func (c *client) over(t *testing.T, address, key string) *sdk.ClientSession {
	t.Helper()
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return c.connect(t, &sdk.StreamableClientTransport{
		Endpoint: address, HTTPClient: &http.Client{Transport: &keyed{key, transport}}, MaxRetries: -1,
	})
}

// serve serves a handler until the test ends.
func serve(t *testing.T, h http.Handler) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

// balanced serves the requests of its address by turns with two servers that share
// nothing but their secret, what older clients answer and, where admit asks for keys, the files of baskets and
// orders in dir; it counts each one's.
func balanced(t *testing.T, admit mcp.Admit, dir string) (address string, served *[2]atomic.Int64) {
	t.Helper()
	served = &[2]atomic.Int64{}
	var proxies [2]*httputil.ReverseProxy
	box := mcp.NewLetterbox()
	for i := range proxies {
		c := theShop(t).config("a")
		c.Letterbox = box
		if admit != nil {
			c.Counter = openTill(t, dir).counter
		}
		h := newServer(t, c).Handler(admit, false)
		to, err := url.Parse(serve(t, h))
		if err != nil {
			t.Fatal(err)
		}
		transport := &http.Transport{}
		t.Cleanup(transport.CloseIdleConnections)
		proxies[i] = httputil.NewSingleHostReverseProxy(to)
		proxies[i].Transport = transport
	}
	var turn atomic.Int64
	return serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		i := turn.Add(1) % 2
		served[i].Add(1)
		body, err := io.ReadAll(r.Body) // a stream that begins before the proxy has seen its end is cut off
		if err != nil {
			t.Error(err)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		proxies[i].ServeHTTP(w, r)
	})), served
}

// Over HTTP no request depends on the server that answered the one before: neither a
// form's answers nor a state nor a cursor.
func TestTwoServers(t *testing.T) {
	address, served := balanced(t, nil, "")
	c := &client{version: stateless}
	c.answer = func(p *sdk.ElicitParams) *sdk.ElicitResult {
		return &sdk.ElicitResult{Action: "accept", Content: first(t, stateless, p)}
	}
	formed, _ := call[mcp.SearchOutput](t, c.over(t, address, ""), "search_catalog", unclear)
	if len(c.asked) != 1 {
		t.Errorf("%d forms were shown", len(c.asked))
	}
	for _, version := range []string{stateless, several} {
		session := (&client{version: version}).over(t, address, "")
		for range 2 { // by turns, so that each server is asked and answered
			q := questions(t, session)
			given := map[string][]string{}
			for _, one := range q.Questions {
				given[one.ID] = []string{one.Options[0].Value}
			}
			out, _ := call[mcp.SearchOutput](t, session, "search_catalog", answers(unclear, q, given))
			if !slices.Equal(ids(out.Products), ids(formed.Products)) {
				t.Errorf("%s: by state %v, by form %v", version, ids(out.Products), ids(formed.Products))
			}
			if out.Pagination.HasNext {
				next := unclear
				next.Catalog.Pagination = &mcp.Pagination{Cursor: out.Pagination.Cursor}
				call[mcp.SearchOutput](t, session, "search_catalog", next)
			}
			if _, err := session.ListTools(t.Context(), nil); err != nil { // an odd request: the next round begins elsewhere
				t.Fatal(err)
			}
		}
	}
	if served[0].Load() == 0 || served[1].Load() == 0 {
		t.Errorf("the servers had %d and %d requests", served[0].Load(), served[1].Load())
	}
}

// holders are the holders of the tests' keys.
func holders(w http.ResponseWriter, r *http.Request) (string, bool) {
	holder, ok := map[string]string{"key-of-ann": "ann", "key-of-bob": "bob"}[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")]
	if !ok {
		w.WriteHeader(http.StatusUnauthorized)
	}
	return holder, ok
}

// An order is asked about by one server, confirmed at the other, and placed once; and it
// is the key's.
func TestOrderingAtTwoServers(t *testing.T) {
	dir := t.TempDir()
	address, served := balanced(t, holders, dir)
	kept := openTill(t, dir)
	person := api.Person(theShop(t).config("a").Sealer, "ann")
	for n, tc := range []struct {
		version string
		forms   bool
	}{{stateless, true}, {several, true}, {several, false}} {
		version := tc.version
		c := &client{version: version}
		if tc.forms {
			c.answer = func(p *sdk.ElicitParams) *sdk.ElicitResult { return fill(t, p) }
		}
		ann, plain := c.over(t, address, "key-of-ann"), (&client{version: version}).over(t, address, "key-of-ann")
		lamp, _ := lampIDs(t, plain)
		errand(t, ann, "add_to_basket", map[string]any{"product": lamp})
		before := [2]int64{served[0].Load(), served[1].Load()}
		out, sent := settled(t, ann, "place_order", nil)
		if out.Status != "done" || out.Order == nil {
			t.Fatalf("%s: %+v", version, out)
		}
		for i := range served {
			if served[i].Load() == before[i] {
				t.Errorf("%s: server %d was not asked", version, i)
			}
		}
		if !tc.forms {
			for range 2 { // by both servers
				if again := errand(t, ann, "place_order", sent); again.Order == nil || again.Order.ID != out.Order.ID {
					t.Errorf("%s: sent again it is %+v", version, again)
				}
			}
		}
		if placed := kept.placed(t, person); len(placed) != n+1 {
			t.Errorf("%s: %d orders", version, len(placed))
		}
		bob := (&client{version: version}).over(t, address, "key-of-bob")
		if got := refused(t, bob, "get_order", map[string]any{"id": out.Order.ID}); !strings.Contains(got, "no order") {
			t.Errorf("%s: bob reads %q", version, got)
		}
		errand(t, plain, "add_to_basket", map[string]any{"product": lamp})
		if got := refused(t, bob, "place_order", again(t, nil, errand(t, plain, "place_order", nil), map[string]any{"confirm": true})); !strings.Contains(got, "not one that you were given") {
			t.Errorf("%s: bob goes on with %q", version, got)
		}
	}
}

// Who has no key is offered no baskets and orders: there is nobody that they could be of.
func TestNoErrandsWithoutKeys(t *testing.T) {
	c := theShop(t).config("a")
	c.Counter = openTill(t, t.TempDir()).counter
	server := newServer(t, c)
	for name, tc := range map[string]struct {
		admit mcp.Admit
		key   string
		want  bool
	}{"without": {nil, "", false}, "paced by address": {func(http.ResponseWriter, *http.Request) (string, bool) { return "", true }, "", false}, "with": {holders, "key-of-ann", true}} {
		listed, err := (&client{version: stateless}).over(t, serve(t, server.Handler(tc.admit, false)), tc.key).ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.ContainsFunc(listed.Tools, func(tool *sdk.Tool) bool { return tool.Name == "place_order" }); got != tc.want {
			t.Errorf("%s keys: orders can be placed: %v", name, got)
		}
	}
}

// An older client that shows forms is asked in the stream of its call, and answers wherever
// its request reaches; where it answers nothing in time the result has the questions.
func TestOlderClientOverHTTP(t *testing.T) {
	address, _ := balanced(t, nil, "")
	all, _ := call[mcp.SearchOutput](t, (&client{version: stateless}).over(t, address, ""), "search_catalog", unclear)
	for _, version := range []string{single, several} {
		for action, formed := range map[string]bool{"accept": true, "decline": false, "cancel": false} {
			c := &client{version: version}
			c.answer = func(p *sdk.ElicitParams) *sdk.ElicitResult {
				if !formed {
					return &sdk.ElicitResult{Action: action}
				}
				return &sdk.ElicitResult{Action: action, Content: first(t, version, p)}
			}
			out, _ := call[mcp.SearchOutput](t, c.over(t, address, ""), "search_catalog", unclear)
			if len(c.asked) != 1 || out.Clarification != nil || (len(out.Products) == 0) != (action == "cancel") {
				t.Errorf("%s, %s: %d forms, %d products, %+v", version, action, len(c.asked), len(out.Products), out.Clarification)
			}
			if action != "cancel" && slices.Equal(ids(out.Products), ids(all.Products)) == formed {
				t.Errorf("%s, %s: the products are %v", version, action, ids(out.Products))
			}
		}
		c, hold := &client{version: version}, make(chan struct{})
		c.answer = func(*sdk.ElicitParams) *sdk.ElicitResult { <-hold; return &sdk.ElicitResult{Action: "cancel"} }
		questions(t, c.over(t, serve(t, mcp.Impatient(newServer(t, theShop(t).config("a"))).Handler(nil, false)), ""))
		close(hold)
	}
	leaving := newServer(t, theShop(t).config("a"))
	c, hold := &client{version: several}, make(chan struct{})
	c.answer = func(*sdk.ElicitParams) *sdk.ElicitResult {
		leaving.Leave()
		<-hold
		return &sdk.ElicitResult{Action: "cancel"}
	}
	questions(t, c.over(t, serve(t, leaving.Handler(nil, false)), ""))
	close(hold)
}

// Of one client so many are asked at once, and an answer is taken once, of whoever is asked.
func TestLetterbox(t *testing.T) {
	box := mcp.NewLetterbox()
	for n := range mcp.MostOfOne + 1 {
		if ok, err := box.Ask(t.Context(), "ann", fmt.Sprint(n), mcp.MostOfOne, time.Hour); ok != (n < mcp.MostOfOne) || err != nil {
			t.Errorf("question %d: %v, %v", n, ok, err)
		}
	}
	for i, tc := range []struct {
		asked, id string
		ok        bool
	}{{"bob", "0", false}, {"ann", "9", false}, {"ann", "0", true}, {"ann", "0", false}} {
		if ok, err := box.Answer(t.Context(), tc.asked, tc.id, []byte(fmt.Sprint(i))); ok != tc.ok || err != nil {
			t.Errorf("answer %d: %v, %v", i, ok, err)
		}
	}
	for id, want := range map[string]string{"0": "2", "1": "", "9": ""} {
		if got, err := box.Answered(t.Context(), id); string(got) != want || err != nil {
			t.Errorf("%s is answered %q, %v", id, got, err)
		}
	}
	if err := box.Withdraw(t.Context(), "1"); err != nil {
		t.Error(err)
	}
	if ok, err := box.Ask(t.Context(), "ann", "more", mcp.MostOfOne, time.Hour); !ok || err != nil {
		t.Errorf("after one is withdrawn: %v, %v", ok, err)
	}
}

// With keys, a state serves the key that it was given to.
func TestKeys(t *testing.T) {
	address := serve(t, newServer(t, theShop(t).config("a")).Handler(holders, false))
	for _, version := range []string{stateless, several} {
		ann := (&client{version: version}).over(t, address, "key-of-ann")
		bob := (&client{version: version}).over(t, address, "key-of-bob")
		q := questions(t, ann)
		in := answers(unclear, q, map[string][]string{q.Questions[0].ID: {"(any)"}})
		call[mcp.SearchOutput](t, ann, "search_catalog", in)
		if got := refused(t, bob, "search_catalog", in); !strings.Contains(got, "same API key") {
			t.Errorf("%s: somebody else's state: %q", version, got)
		}
	}
	for _, key := range []string{"", "key-of-nobody"} {
		if status := post(t, address, http.Header{"Authorization": {"Bearer " + key}}); status != http.StatusUnauthorized {
			t.Errorf("with the key %q: %d", key, status)
		}
	}
}

// A page of another site does not reach the server, under its own name or under one
// that it has led here.
func TestOrigin(t *testing.T) {
	address := serve(t, newServer(t, theShop(t).config("a")).Handler(nil, false))
	for name, tc := range map[string]struct {
		header http.Header
		want   int
	}{
		"no browser":        {nil, http.StatusOK},
		"another origin":    {http.Header{"Origin": {"https://elsewhere.example"}}, http.StatusForbidden},
		"another site":      {http.Header{"Sec-Fetch-Site": {"cross-site"}}, http.StatusForbidden},
		"the same origin":   {http.Header{"Origin": {address}}, http.StatusOK},
		"a name led to us":  {http.Header{"Host": {"elsewhere.example"}}, http.StatusForbidden},
		"too large a body":  {http.Header{"X-Padding": {"1100000"}}, http.StatusRequestEntityTooLarge},
		"no content type":   {http.Header{"Content-Type": {""}}, http.StatusUnsupportedMediaType},
		"unknown version":   {http.Header{"Mcp-Protocol-Version": {"1999-01-01"}}, http.StatusBadRequest},
		"version of before": {http.Header{"Mcp-Protocol-Version": {single}}, http.StatusOK},
	} {
		if got := post(t, address, tc.header); got != tc.want {
			t.Errorf("%s: %d, not %d", name, got, tc.want)
		}
	}
}

// post lists the tools by hand and returns the status.
func post(t *testing.T, address string, header http.Header) int {
	t.Helper()
	body := `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`
	if header.Get("X-Padding") != "" {
		body += strings.Repeat(" ", 1_100_000)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for k, v := range header {
		r.Header[k] = v
	}
	r.Host = header.Get("Host")
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	res, err := (&http.Client{Transport: transport}).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := res.Body.Close(); err != nil {
		t.Fatal(err)
	}
	if h := res.Header; h.Get("X-Content-Type-Options") != "nosniff" || !strings.HasPrefix(h.Get("Content-Security-Policy"), "default-src 'none'") {
		t.Errorf("a browser may take the answer for a page: %v", h)
	}
	return res.StatusCode
}

// Over standard input and output a client is asked by form whatever version it speaks.
func TestStdio(t *testing.T) {
	theShop(t) // builds what the program opens
	for _, version := range []string{stateless, several} {
		t.Run(version, func(t *testing.T) {
			program := exec.Command(os.Args[0])
			program.Env = append(os.Environ(), stdioData+"="+dataDir)
			c := &client{version: version}
			c.answer = func(p *sdk.ElicitParams) *sdk.ElicitResult {
				return &sdk.ElicitResult{Action: "accept", Content: first(t, version, p)}
			}
			session := c.connect(t, &sdk.CommandTransport{Command: program})
			out, _ := call[mcp.SearchOutput](t, session, "search_catalog", unclear)
			if len(out.Products) == 0 || len(c.asked) != 1 {
				t.Errorf("%d products after %d forms", len(out.Products), len(c.asked))
			}
			c.answer = func(p *sdk.ElicitParams) *sdk.ElicitResult { return fill(t, p) }
			errand(t, session, "add_to_basket", map[string]any{"product": out.Products[0].ID})
			if done := errand(t, session, "place_order", nil); done.Status != "done" {
				t.Errorf("ordering: %+v", done)
			}
		})
	}
}
