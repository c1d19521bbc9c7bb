package main

import (
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"shopclerk/catalog"
	"shopclerk/views"
)

// killsVariable is, in the environment, how often a program that serves is killed; 2 without it.
const killsVariable = "SHOPCLERK_KILLS"

// lamps opens a shop that sells so many of one lamp.
func lamps(t *testing.T, dir string, stock int) *staffed {
	t.Helper()
	return sells(t, dir, slices.Values([]catalog.Record{{ID: "lamp", Title: "Oak lamp", Category: "Lamps", Stock: stock, Price: catalog.Price{Minor: 100, Currency: "EUR"}}}))
}

// regular is a shopper who comes again after the shop was killed.
type regular struct {
	client *http.Client
	turns  map[string]int // acknowledged, by conversation
	pieces int            // acknowledged to be in the basket
	orders []string       // acknowledged
	open   string         // the step that was not acknowledged
}

func newRegular() *regular {
	jar, _ := cookiejar.New(nil) // it never fails
	return &regular{turns: map[string]int{}, client: &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// post sends a form and returns where the answer leads to, "" where there is none.
func (r *regular) post(address string, form url.Values) string {
	resp, err := r.client.PostForm(address, form)
	if err != nil {
		return ""
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode != http.StatusSeeOther {
		return ""
	}
	return resp.Header.Get("Location")
}

// shop takes turns, fills the basket and orders, until the shop is gone.
func (r *regular) shop(base string, acknowledged *atomic.Int64) {
	for {
		r.open = "turn"
		at, _ := url.Parse(r.post(base+"/c", url.Values{views.FieldMessage: {"oak lamp"}}))
		if id, ok := strings.CutPrefix(at.Path, "/c/"); ok {
			r.turns[id] = 1
			if r.post(base+at.Path+"/say", url.Values{views.FieldMessage: {"under 5"}, views.FieldVersion: {"1"}}) != "" {
				r.turns[id] = 2
			}
		}
		r.open = "put"
		if r.post(base+"/basket", url.Values{views.FieldProduct: {"lamp"}, views.FieldQuantity: {strconv.Itoa(r.pieces + 1)}}) == "" {
			return
		}
		r.pieces++
		acknowledged.Add(1)
		r.open = "order"
		resp, err := r.client.Get(base + "/checkout")
		if err != nil {
			return
		}
		page, err := goquery.NewDocumentFromReader(resp.Body)
		if _ = resp.Body.Close(); err != nil {
			return
		}
		form := url.Values{}
		page.Find("#checkout input[type=hidden]").Each(func(_ int, f *goquery.Selection) { form.Set(f.AttrOr("name", ""), f.AttrOr("value", "")) })
		for name, value := range ann {
			form[name] = value
		}
		order, _ := url.Parse(r.post(base+"/checkout", form))
		if order.Path == "" {
			return
		}
		r.orders, r.pieces = append(r.orders, strings.TrimPrefix(order.Path, views.OrdersPath+"/")), 0
		acknowledged.Add(1)
	}
}

// check compares what is stored with what was acknowledged, and goes on from there.
func (r *regular) check(t *testing.T, base string) {
	t.Helper()
	v := visitor{t: t, client: r.client, base: base}
	stored := v.export()
	turns, pieces, orders := map[string]int{}, 0, []string{}
	for _, c := range stored.Conversations {
		turns[c.ID] = len(c.Events)
	}
	for _, i := range stored.Basket {
		pieces += i.Quantity
	}
	for _, o := range stored.Orders {
		orders = append(orders, o.ID)
	}
	for id, n := range r.turns {
		if turns[id] < n {
			t.Errorf("conversation %s has %d turns, %d were acknowledged", id, turns[id], n)
		}
	}
	for _, id := range r.orders {
		if !slices.Contains(orders, id) {
			t.Errorf("order %s is lost", id)
		}
	}
	want := []int{r.pieces}
	switch more := len(orders) - len(r.orders); {
	case more == 1 && r.open == "order":
		want = []int{0}
	case more != 0:
		t.Errorf("%d orders, %d were acknowledged", len(orders), len(r.orders))
	case r.open == "put":
		want = append(want, r.pieces+1)
	}
	if !slices.Contains(want, pieces) {
		t.Errorf("%d pieces in the basket, want %d", pieces, want)
	}
	r.turns, r.pieces, r.orders = map[string]int{}, pieces, orders
}

// Acknowledged means stored: whenever a shop that serves is killed, it has every turn, every piece
// in a basket and every order that a shopper was answered.
func TestKilledWhileItServes(t *testing.T) {
	data := t.TempDir()
	lamps(t, data, 1<<20)
	flags := []string{}
	if database := databaseAt(t, data); database != "" {
		flags = append(flags, "--database", database)
	}
	kills, err := strconv.Atoi(os.Getenv(killsVariable))
	if err != nil {
		kills = 2
	}
	var shoppers [4]*regular
	for i := range shoppers {
		shoppers[i] = newRegular()
	}
	total := int64(0)
	for n := range kills + 1 {
		base, _, kill := serveProgram(t, data, unpaced, flags...)
		for _, r := range shoppers {
			if n > 0 {
				r.check(t, base)
			}
		}
		if n == kills || t.Failed() {
			break
		}
		var acknowledged atomic.Int64
		var all sync.WaitGroup
		for _, r := range shoppers {
			all.Go(func() { r.shop(base, &acknowledged) })
		}
		for acknowledged.Load() == 0 {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(rand.N(300 * time.Millisecond))
		kill()
		all.Wait()
		total += acknowledged.Load()
	}
	t.Logf("%d kills, %d pieces and orders acknowledged, none missing", kills, total)
}

// Of fifty who order the last piece at once, one gets it.
func TestTheLastOneIsSoldOnce(t *testing.T) {
	doors := openDoors(t, lamps(t, t.TempDir(), 1), filepath.Join(t.TempDir(), "journal.db"))
	var pages [50]*sheet
	var visitors [50]*visitor
	for i := range visitors {
		visitors[i] = visit(t, doors)
		visitors[i].post("/basket", url.Values{views.FieldProduct: {"lamp"}, views.FieldQuantity: {"1"}})
		pages[i] = visitors[i].get("/checkout") // each while it is there
	}
	var all sync.WaitGroup
	for i, v := range visitors {
		all.Go(func() { pages[i] = v.submit(pages[i], formCheckout, ann) })
	}
	all.Wait()
	sold, refused := 0, 0
	for i, v := range visitors {
		sold += len(v.export().Orders)
		if pages[i].status == http.StatusUnprocessableEntity {
			refused++
		}
	}
	if sold != 1 || refused != 49 {
		t.Errorf("sold %d times, refused %d times", sold, refused)
	}
}
