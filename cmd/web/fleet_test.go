package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"shopclerk/agent/durable/durabletest"
	"shopclerk/cmd/internal/seal"
	"shopclerk/cmd/web/internal/api"
	"shopclerk/search/index"
	"shopclerk/views"
)

// crew is processes of one shop, each with a data directory of its own.
type crew struct {
	*testing.T
	database string
	key      string // of the feed
	other    string // of everything else
	flags    []string
	data     []string
	bases    []string
	kills    []func()
}

// raise opens three processes.
func raise(t *testing.T, database string, flags ...string) *crew {
	t.Helper()
	key, feed, err := api.NewKey("warehouse")
	if err != nil {
		t.Fatal(err)
	}
	feed.Feed = true
	other, till, err := api.NewKey("till")
	if err != nil {
		t.Fatal(err)
	}
	c := &crew{T: t, database: database, key: key, other: other, flags: append([]string{"--database", database, "--api-keys", feed.String() + "," + till.String(),
		"--api-secret", strings.Repeat("ab", seal.SecretLength), "--desk-password-hash", deskHash}, flags...)}
	first := filepath.Join(t.TempDir(), "0")
	if _, err := index.Build(t.Context(), first, index.FromSeq(marked(0)), index.Options{}); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		at := filepath.Join(filepath.Dir(first), fmt.Sprint(i))
		if i > 0 {
			if err := os.CopyFS(at, os.DirFS(first)); err != nil {
				t.Fatal(err)
			}
		}
		c.data = append(c.data, at)
	}
	for i := range 3 {
		c.bases, c.kills = append(c.bases, ""), append(c.kills, nil)
		c.open(i)
	}
	return c
}

// open opens one of the processes.
func (c *crew) open(i int) {
	c.Helper()
	c.bases[i], c.kills[i] = serveProgram(c.T, c.data[i], c.flags...)
}

// visitor is one that goes from process to process with every request.
func (c *crew) visitor() *visitor { return c.roaming().staying() }

// roaming is one that follows redirects.
func (c *crew) roaming() *visitor {
	c.Helper()
	in := &inTurn{}
	for _, base := range c.bases {
		in.hosts = append(in.hosts, strings.TrimPrefix(base, "http://"))
	}
	return visitAt(c.T, c.bases[0], in)
}

// send asks a process as a program.
func (c *crew) send(i int, method, path, key, body string) (status int, answer string) {
	c.Helper()
	r, err := http.NewRequestWithContext(c.Context(), method, c.bases[i]+path, strings.NewReader(body))
	if err != nil {
		c.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+key)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Idempotency-Key", "one") // every request that carries something out is the same
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		c.Fatal(err)
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		c.Fatal(err)
	}
	return a.StatusCode, string(text)
}

// price patches a product's price.
func (c *crew) price(i int, product string, version, price int) {
	c.Helper()
	body := fmt.Sprintf(`{"patches":[{"id":%q,"version":%d,"price":{"amount":%d,"currency":"EUR"}}]}`, product, version, price)
	if status, answer := c.send(i, http.MethodPatch, "/api/v1/feed", c.key, body); status != http.StatusOK || !strings.Contains(answer, `"taken":1`) {
		c.Fatalf("a patch is answered %d %s", status, answer)
	}
}

// priced is what a process tells a program that a product costs.
func (c *crew) priced(i int, product string) float64 {
	c.Helper()
	status, answer := c.send(i, http.MethodGet, "/api/v1/products/"+product, c.other, "")
	var out struct {
		Price struct {
			Amount float64 `json:"amount"`
		} `json:"price"`
	}
	if err := json.Unmarshal([]byte(answer), &out); err != nil || status != http.StatusOK {
		c.Fatalf("%d %s: %v", status, answer, err)
	}
	return out.Price.Amount
}

// comes waits until something holds: PgBouncer looks for a database that was away every 15 s.
func (c *crew) comes(what string, holds func() bool) {
	c.Helper()
	for began := time.Now(); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > 30*time.Second {
			c.Fatalf("after %v it does not hold: %s", time.Since(began), what)
		}
	}
}

// Who signs in at one process is in at the next, and out everywhere once out at one.
func (c *crew) signsIn() {
	v := c.visitor()
	if p := v.post("/desk/login", url.Values{"password": {deskPassword}}); p.status != http.StatusSeeOther {
		c.Fatalf("the login answers %d", p.status)
	}
	for range 3 {
		if p := v.get("/desk"); p.status != http.StatusOK {
			c.Errorf("at another process the desk answers %d", p.status)
		}
	}
	if p := v.post("/desk/logout", nil); p.status != http.StatusSeeOther || p.header.Get("Location") != "/desk/login" {
		c.Errorf("the logout answers %d", p.status)
	}
	// the cookie is deleted in the browser: another kept it
	v = c.visitor()
	v.post("/desk/login", url.Values{"password": {deskPassword}})
	at, err := url.Parse(c.bases[0] + "/desk")
	if err != nil {
		c.Fatal(err)
	}
	kept := v.client.Jar.Cookies(at)
	v.post("/desk/logout", nil)
	v.client.Jar.SetCookies(at, kept)
	for range 3 {
		if p := v.get("/desk"); p.status != http.StatusSeeOther {
			c.Errorf("after the logout at one process another answers %d", p.status)
		}
	}
}

// Passwords that are tried at all processes in turn stop at the number at which they stop
// at one.
func (c *crew) triesPasswords() {
	v, began := c.visitor(), time.Now()
	wrong := 0
	for range 15 {
		p := v.post(signInPath, url.Values{views.FieldEmail: {"ann@example.com"}, views.FieldPassword: {"not hers at all"}})
		switch p.status {
		case http.StatusForbidden:
			wrong++
		case http.StatusTooManyRequests:
		default:
			c.Fatalf("a try is answered %d", p.status)
		}
	}
	if most := triesOf.Network.Burst + int(time.Since(began)/triesOf.Network.Every); wrong != most {
		c.Errorf("%d tries of an account's password are made in %v, want %d", wrong, time.Since(began), most)
	}
	wrong = 0
	for range 12 {
		if v.post("/desk/login", url.Values{"password": {"wrong"}}).status == http.StatusForbidden {
			wrong++
		}
	}
	const most = 5 - 2 // of the desk's for a network, of which the sign-ins before took two
	if wrong != most {
		c.Errorf("%d tries of the desk's password are made, want %d", wrong, most)
	}
}

// A request that is sent again to another process is carried out once.
func (c *crew) actsOnce() {
	var reply struct {
		State string `json:"state"`
	}
	status, answer := c.send(0, http.MethodPost, "/api/v1/converse", c.other, `{"message":"chair"}`)
	if err := json.Unmarshal([]byte(answer), &reply); err != nil || status != http.StatusOK {
		c.Fatalf("%d %s: %v", status, answer, err)
	}
	for i := range 3 {
		if status, answer := c.send(i, http.MethodPost, "/api/v1/converse", c.other, fmt.Sprintf(`{"state":%q,"message":"put the first one in my basket"}`, reply.State)); status != http.StatusOK {
			c.Errorf("process %d answers %d %s", i, status, answer)
		}
	}
	var pieces int
	if err := durabletest.Raw(c.T, c.database, "basket").QueryRow(`SELECT coalesce(sum(quantity), 0) FROM line`).Scan(&pieces); err != nil || pieces != 1 {
		c.Errorf("the basket holds %d pieces, %v", pieces, err)
	}
}

// What is patched at one process shows at the others, in order, also at one that was away.
func (c *crew) patches() {
	for n := 1; n <= 9; n++ {
		c.price(n%3, "p0-1", n, 100+n)
		c.price(n%3, "p0-2", n, 200+n)
	}
	for i := range 3 {
		began, last := time.Now(), 0.0
		c.comes("the last price shows everywhere", func() bool {
			now := c.priced(i, "p0-1")
			if now > 100 && now < last {
				c.Errorf("process %d goes from the price %v back to %v", i, last, now)
			}
			last = now
			return now == 109 && c.priced(i, "p0-2") == 209
		})
		c.Logf("process %d shows what all were sent %v later", i, time.Since(began))
	}
	c.kills[2]()
	c.price(0, "p0-1", 10, 110)
	c.price(1, "p0-3", 1, 301)
	c.open(2)
	if one, three := c.priced(2, "p0-1"), c.priced(2, "p0-3"); one != 110 || three != 301 {
		c.Errorf("a process that was away opens with the prices %v and %v", one, three)
	}
	// an import at one process has the last word there on what was patched before it began
	if _, err := index.Build(c.Context(), c.data[1], index.FromSeq(marked(0)), index.Options{}); err != nil {
		c.Fatal(err)
	}
	c.comes("the import's price shows", func() bool { return c.priced(1, "p0-3") != 301 })
	c.price(0, "p0-3", 2, 302)
	for i := range 3 {
		c.comes("what is patched after an import holds", func() bool { return c.priced(i, "p0-3") == 302 })
	}
}

// A shopper who has seen a price sees no older one at another process.
func (c *crew) neverGoesBack() {
	v := c.visitor()
	last, back := 0, 0
	for n := 1; n <= 30; n++ {
		c.price(n%3, "p0-4", n, 400+n)
		for range 4 {
			text, at := v.get("/p/p0-4").Text(), 0
			for price := 401; price <= 400+n; price++ {
				if strings.Contains(text, fmt.Sprint("€", price, ".00")) {
					at = price
				}
			}
			if at < last {
				back++
			}
			last = max(last, at)
		}
	}
	if back > 0 || last == 0 {
		c.Errorf("of 120 looks %d show an older price than one before, the last is %d", back, last)
	}
}

// A shop of three processes is as one: for people at the desk, for whoever tries passwords,
// for programs and shoppers.
func TestFleet(t *testing.T) {
	server := durabletest.Cluster(t)
	c := raise(t, server.Database(t), "--api-rate", "1000")
	c.signsIn()
	c.triesPasswords()
	c.actsOnce()
	c.patches()
	c.neverGoesBack()
	server.Stop(t, syscall.SIGKILL)
	if p := c.visitor().get("/healthz"); p.status != http.StatusOK {
		t.Errorf("without a database a process answers %d", p.status)
	}
	if status, answer := c.send(0, http.MethodPatch, "/api/v1/feed", c.key, `{"patches":[{"id":"p0-5","version":1,"stock":1}]}`); status != http.StatusServiceUnavailable {
		t.Errorf("without a database a patch is answered %d %s", status, answer)
	}
	if status, _ := c.send(0, http.MethodGet, "/api/v1/products/p0-5", c.other, ""); status != http.StatusOK {
		t.Errorf("without a database a program is answered %d", status)
	}
	server.Start(t)
	c.comes("a patch is taken once the database is back", func() bool {
		status, _ := c.send(0, http.MethodPatch, "/api/v1/feed", c.key, `{"patches":[{"id":"p0-5","version":2,"price":{"amount":555,"currency":"EUR"}}]}`)
		return status == http.StatusOK
	})
	for i := range 3 {
		c.comes("it shows everywhere", func() bool { return c.priced(i, "p0-5") == 555 })
	}
}

// A burst that is spread over three processes is the burst that one would let in.
func TestFleetPaces(t *testing.T) {
	c := raise(t, durabletest.Cluster(t).Database(t), "--page-rate", "0.5", "--api-rate", "2")
	v, began, pages := c.visitor(), time.Now(), 0
	for range 60 {
		if v.get("/healthz").status != http.StatusOK {
			t.Error("what costs nothing is paced")
		}
		if v.get(accountPath).status == http.StatusOK {
			pages++
		}
	}
	burst := int(pageBurst * 0.5)
	if most := burst + int(time.Since(began).Seconds()*0.5) + 1; pages < burst || pages > most {
		t.Errorf("%d pages in %v, want %d to %d", pages, time.Since(began), burst, most)
	}
	began, pages = time.Now(), 0
	for n := range 45 {
		if status, _ := c.send(n%3, http.MethodGet, "/api/v1/categories", c.other, ""); status == http.StatusOK {
			pages++
		}
	}
	if most := 10 + int(time.Since(began).Seconds()*2) + 1; pages < 10 || pages > most {
		t.Errorf("%d requests of a key in %v, want 10 to %d", pages, time.Since(began), most)
	}
}
