package main

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/store"
	"shopclerk/agent/store/storetest"
)

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
		"Ready":     TestReady,
		"Processes": testProcesses,
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
	if _, err := openDemo(); err != nil {
		t.Fatal(err)
	}
	database := storetest.Place(t)
	servers := &inTurn{}
	var kill func()
	for range 2 {
		var base string
		base, kill = serveProgram(t, filepath.Join(binaryDir, "demo"), "--database", database)
		servers.hosts = append(servers.hosts, strings.TrimPrefix(base, "http://"))
	}
	v := visitAt(t, "http://"+servers.hosts[0], servers)
	first := v.begin(opening)
	answered := v.submit(first, formAnswer, url.Values{"q0": {"0", "1"}})
	if undone := v.submit(answered, formUndo, nil); !cmp.Equal(first.titles(), undone.titles()) {
		t.Errorf("undo does not bring the list back: %q, before %q", undone.titles(), first.titles())
	}
	list, placed := v.ordered()
	if got := placed.texts(".ended-done"); len(got) != 1 || !strings.Contains(got[0], list.titles()[0]) {
		t.Fatalf("after the yes, the page says %q", placed.texts(".errands"))
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

// What a database does not do is refused, and says what does it.
func TestDatabaseRefuses(t *testing.T) {
	usual := config{Language: "en"}
	for name, tc := range map[string]struct {
		change func(*config)
		want   string
	}{
		"another kind of database": {func(c *config) { c.Database = "mysql://shop" }, "postgres://"},
		"a database":               {func(c *config) { c.Database = "postgres:///shop" }, ""},
	} {
		c := usual
		tc.change(&c)
		if err := c.check(); tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := openFiles(t.Context(), &config{Database: "postgres:///shop?host=/nowhere"}); err == nil || !store.Away(err) {
		t.Errorf("a database that is not there: %v", err)
	}
}
