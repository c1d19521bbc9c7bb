package main

import (
	"errors"
	"fmt"
	"net/http"
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

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/dialog"
	"shopclerk/agent/journal"
	"shopclerk/agent/shop"
	"shopclerk/agent/store"
	"shopclerk/agent/store/storetest"
	"shopclerk/views"
)

// What shoppers of a category skip is asked later once many have, also after a
// restart; in another category they are asked no sooner than before.
func TestSkippedQuestionsComeLater(t *testing.T) {
	s := staffDemo(t)
	file := filepath.Join(t.TempDir(), "journal.db")
	server, doors := openServed(t, config{Name: "Shopclerk"}, s, file)
	v := visit(t, doors)
	ask := func(v *visitor, message string) []string { return v.begin(message).texts(".question legend") }
	first, elsewhere := ask(v, "backpack"), ask(v, "suitcase")
	if again := ask(v, "backpack"); !cmp.Equal(again, first) {
		t.Fatalf("nobody has answered, and the questions are %q after %q", again, first)
	}
	skipped := first[0]
	const shoppers = 40
	for range shoppers {
		p := v.begin("backpack")
		fields := url.Values{}
		for i, q := range p.texts(".question legend") {
			if q != skipped {
				fields.Set("q"+strconv.Itoa(i), views.NoneValue)
			}
		}
		v.submit(p, formAnswer, fields)
	}
	if err := server.count(t.Context()); err != nil {
		t.Fatal(err)
	}
	after := ask(v, "backpack")
	if at := slices.Index(after, skipped); at == 0 {
		t.Errorf("%d shoppers skipped %q and it is still asked first: %q", shoppers, skipped, after)
	}
	got := ask(v, "suitcase") // what is hard to answer of one thing is so of another, if anything
	if was, is := slices.Index(elsewhere, skipped), slices.Index(got, skipped); is >= 0 && (was < 0 || is < was) {
		t.Errorf("in another category, where nobody skipped: %q, before %q", got, elsewhere)
	}
	doors.Close()
	if got := ask(visit(t, openDoors(t, s, file)), "backpack"); !cmp.Equal(got, after) {
		t.Errorf("after a restart %q is asked, before it %q", got, after)
	}
}

// A clock that is set back or forward loses nothing before its time: turns keep their
// order, and a sweep deletes what is too old by the clock of the time. A
// conversation that a clock ahead wrote in is kept for longer by that; only a text that was
// typed under a clock behind by more than --keep-text-days goes at the next sweep.
func TestClockIsSet(t *testing.T) {
	kept := openFilesAt(t, t.TempDir())
	noon := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	now := noon
	clock := func() time.Time { return now }
	kept.journal.Now, kept.sales.Now = clock, clock
	keep := retention{days: 365, textDays: 90, basketDays: sessionDays}

	ann := random(16)
	id, err := kept.journal.Start(t.Context(), ann, "v1")
	if err != nil {
		t.Fatal(err)
	}
	for n, hours := range []int{0, -1, 30 * 24, -60 * 24, 1} { // each from noon
		now = noon.Add(time.Duration(hours) * time.Hour)
		_, err := kept.journal.Append(t.Context(), id, n, journal.Exchange(dialog.Exchange{Said: fmt.Sprint(n)}))
		if err := errors.Join(err, kept.sales.Put(t.Context(), ann, shop.Item{Product: fmt.Sprint("p", n), Quantity: 1}), keep.sweep(t.Context(), kept, now)); err != nil {
			t.Fatal(err)
		}
		c, err := kept.journal.Load(t.Context(), id)
		if err != nil || len(c.Exchanges) != n+1 {
			t.Fatalf("%d hours after noon there are %d exchanges, %v; want %d", hours, len(c.Exchanges), err, n+1)
		}
		for i, e := range c.Exchanges {
			if e.Said != fmt.Sprint(i) {
				t.Errorf("%d hours after noon exchange %d is %q", hours, i, e.Said)
			}
		}
		if held, _, err := kept.sales.Holds(t.Context(), ann); err != nil || held != n+1 {
			t.Errorf("%d hours after noon the basket holds %d, %v; want %d", hours, held, err, n+1)
		}
	}
	for _, days := range []int{30 + 364, 30 + 366} { // the latest turn was told by a clock a month ahead
		now = noon.AddDate(0, 0, days)
		if err := keep.sweep(t.Context(), kept, now); err != nil {
			t.Fatal(err)
		}
		if _, err := kept.journal.Load(t.Context(), id); (err == nil) != (days < 30+365) {
			t.Errorf("after %d days: %v", days, err)
		}
	}
}

// standing are the databases that stand in for files, by their folder.
var standing sync.Map

// benchDatabase names, in the environment, a database that benchmarks are to use in place
// of files.
const benchDatabase = "SHOPCLERK_BENCH_DATABASE"

// databaseAt is the database of a folder, which is empty at first, below
// [TestOnPostgres]; else it is none.
func databaseAt(t testing.TB, dir string) string {
	t.Helper()
	if _, bench := t.(*testing.B); bench {
		return os.Getenv(benchDatabase)
	}
	if at, ok := standing.Load(dir); ok {
		return at.(string)
	}
	at := storetest.Place(t)
	if !store.IsPostgres(at) {
		return ""
	}
	standing.Store(dir, at)
	return at
}

// A shop on a PostgreSQL database serves as one on files does.
func TestOnPostgres(t *testing.T) {
	storetest.OnPostgres(t, map[string]func(*testing.T){
		"Conversation": TestConversation, "TwoTabs": TestTwoTabs, "ClicksAtTheSameTime": TestClicksAtTheSameTime, "Restart": TestRestart,
		"OrderAndCancel": TestOrderAndCancel, "ErrandsAreTheirsAlone": TestErrandsAreTheirsAlone,
		"Basket": TestBasket, "BasketsAreTheirShoppers": TestBasketsAreTheirShoppers, "FullBasket": TestFullBasket,
		"DeleteConversation": TestDeleteConversation, "OthersCanNotDelete": TestOthersCanNotDelete, "ActsAreKept": TestActsAreKept, "Mine": TestMine,
		"Ready": TestReady, "KilledWhileItServes": TestKilledWhileItServes, "TheLastOneIsSoldOnce": TestTheLastOneIsSoldOnce,
		"Processes": testProcesses, "Visitors": TestVisitors,
	})
}

// inTurn sends each request to the next of several servers that may be sent one.
type inTurn struct {
	hosts []string
	sent  atomic.Int64
}

func (i *inTurn) RoundTrip(r *http.Request) (*http.Response, error) {
	at := *r.URL
	at.Host = i.hosts[int(i.sent.Add(1)-1)%len(i.hosts)]
	r = r.Clone(r.Context())
	r.URL = &at
	return http.DefaultTransport.RoundTrip(r)
}

// A conversation, its basket and its order go from one process to the other with every
// request, and go on when one of them is killed.
func testProcesses(t *testing.T) {
	staffDemo(t)
	database := storetest.Place(t)
	servers := &inTurn{}
	var kill func()
	for range 2 {
		var base string
		base, _, kill = serveProgram(t, filepath.Join(binaryDir, "demo"), unpaced, "--database", database)
		servers.hosts = append(servers.hosts, strings.TrimPrefix(base, "http://"))
	}
	v := visitAt(t, "http://"+servers.hosts[0], servers)
	first := v.begin(opening)
	answered := v.submit(first, formAnswer, url.Values{"q0": {"0", "1"}})
	if undone := v.submit(answered, formUndo, nil); !cmp.Equal(first.titles(), undone.titles()) {
		t.Errorf("undo does not bring the list back: %q, before %q", undone.titles(), first.titles())
	}
	list, placed := v.ordered()
	if got := placed.texts(".item h2"); !cmp.Equal(got, list.titles()[:1]) {
		t.Fatalf("after the order, the page says %q", placed.texts("main"))
	}
	kill()
	servers.hosts = servers.hosts[:1]
	if got := v.get("/basket").held(); len(got) > 0 {
		t.Errorf("what was ordered is still in the basket: %q", got)
	}
	if got := v.get("/orders").texts(".order-entry"); len(got) != 1 {
		t.Errorf("the orders are %q", got)
	}
	if on := v.say(v.get(list.at.RequestURI()), "red"); on.status != http.StatusOK {
		t.Errorf("going on with the one that is left: status %d", on.status)
	}
}

// Who knows an order's number and e-mail address finds it again in another browser; who does
// not, finds nothing, and cannot try for long.
func TestOrderIsFoundAgain(t *testing.T) {
	b := openBranch(t, config{Name: "Shopclerk"})
	o := b.order(t, "elsewhere")
	v := visit(t, b.doors)
	find := func(number, email string) *sheet {
		return v.submit(v.get(views.OrdersPath), "form.find-order", url.Values{views.FieldOrder: {number}, views.FieldEmail: {email}})
	}
	for _, wrong := range [][2]string{{o.ID, "bob@example.com"}, {"S9", "ann@example.com"}, {"<b>", "\x00"}} {
		if p := find(wrong[0], wrong[1]); p.status != http.StatusNotFound || p.Find("form.find-order [role=alert]").Length() != 1 {
			t.Errorf("%q: status %d, %q", wrong, p.status, p.texts("form.find-order"))
		}
	}
	if p := find(" "+o.ID, "Ann@example.com "); p.status != http.StatusOK || p.at.Path != views.OrderURL(o.ID) {
		t.Errorf("found: %s with status %d", p.at, p.status)
	}
	if p := v.get(views.OrdersPath); len(p.texts(".order-entry")) != 1 {
		t.Errorf("the orders are %q", p.texts(".order-entry"))
	}
	last := find("S9", "ann@example.com")
	if last.status == http.StatusNotFound {
		last = find("S9", "ann@example.com")
	}
	if last.status != http.StatusTooManyRequests || last.header.Get("Retry-After") == "" {
		t.Errorf("the sixth try: status %d", last.status)
	}
	if got := visit(t, b.doors).get(views.OrdersPath); strings.Contains(string(got.body), o.ID) {
		t.Error("a stranger sees it")
	}
}
