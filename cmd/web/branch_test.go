package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"shopclerk/agent/shop"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
	"shopclerk/views"
	"shopclerk/words"
)

// branch is a shop whose files a test can look into.
type branch struct {
	*server
	doors *httptest.Server
	dir   string // of its files
}

func openBranch(t *testing.T, c config) *branch {
	t.Helper()
	b := &branch{dir: t.TempDir()}
	var err error
	if b.server, err = newServer(c, fixed(staffDemo(t)), openFilesAt(t, b.dir)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.work(t.Context()))
	b.doors = serving(t, b.router())
	return b
}

// order places an order for a person, of a lamp.
func (b *branch) order(t *testing.T, person string) shop.Order {
	t.Helper()
	ctx, sells := t.Context(), shop.Shop{Store: b.sales, Products: func(context.Context, []string) ([]catalog.Product, error) {
		return []catalog.Product{{ID: "lamp", Title: "Lamp", Stock: -1, Price: catalog.Price{Minor: 100, Currency: "EUR"}}}, nil
	}}
	if err := b.sales.Put(ctx, person, shop.Item{Product: "lamp", Title: "Lamp", Quantity: 1}); err != nil {
		t.Fatal(err)
	}
	at, err := sells.For(ctx, person, words.English)
	if err != nil {
		t.Fatal(err)
	}
	done, err := at.Execute(ctx, tools.Call{Tool: shop.PlaceOrder, Arguments: tools.Arguments{"basket": "1 lamp 1.00 EUR",
		"name": "Ann Porter", "email": "ann@example.com", "street": "1 Mill Lane", "zip": "YO1 7AA", "city": "York", "country": "GB"}}, random(16))
	if err != nil {
		t.Fatal(err)
	}
	return *done.Order
}

// program is the program as a process of its own.
func program(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	return cmd
}

// unpaced are the settings of a server that lets visitors ask as often as they like.
const unpaced = "[server]\npage_rate = 0\ngrowth_mb = 0\n"

// serveProgram serves a data directory with settings by a process of its own, until it is killed.
func serveProgram(t testing.TB, data, settings string, flags ...string) (base string, served *os.Process, kill func()) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "settings.toml")
	if err := os.WriteFile(file, []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := program(t, append([]string{"serve", "--data", data, "--config", file, "--listen", "127.0.0.1:0"}, flags...)...)
	errs, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	kill = sync.OnceFunc(func() {
		_ = cmd.Process.Kill() // SIGKILL
		_ = cmd.Wait()
	})
	t.Cleanup(kill)
	lines, said := bufio.NewScanner(errs), ""
	for lines.Scan() {
		if _, at, ok := strings.Cut(lines.Text(), "The shop is open: "); ok {
			go func() {
				for lines.Scan() {
				}
			}()
			return at, cmd.Process, kill
		}
		said += lines.Text() + "\n"
	}
	t.Fatalf("the shop did not open: %v: %s", lines.Err(), said)
	return "", nil, nil
}

// talks are whole conversations: by the pages, without a script, and by the API.
func (v *visitor) talks(key string) {
	v.t.Helper()
	first := v.begin(opening)
	answered := v.submit(first, formAnswer, url.Values{"q0": {"0", "1"}, "q1": {views.NoneValue}})
	undone := v.submit(answered, formUndo, nil)
	dropped := v.submit(undone, ".chip:contains('not black')", nil)
	said := v.say(v.say(dropped, "is the second one waterproof?"), "something like the first one but cheaper")
	v.say(said, "how long does delivery take?")
	v.say(v.submit(said, formReset, nil), "a laptop or a tablet, red, at least 8 GB")
	v.submit(v.begin("suitcase"), formAnswer, url.Values{"q0" + views.OtherText: {"under 200"}})

	list, _ := v.ordered()
	v.get(list.Find(".card h4 a").First().AttrOr("href", ""))
	v.get("/orders")
	order := v.get(v.get("/orders").Find(".order-entry a").AttrOr("href", ""))
	ask := v.submit(order, ".order-steps form:has(input[value=cancel_order])", nil)
	for range 2 {
		if ask.Find(formErrand).Length() > 0 {
			ask = v.submit(ask, formErrand, url.Values{"e0": {views.NoneValue}})
		}
	}
	v.submit(ask, formConfirm, url.Values{views.FieldConfirm: {views.ConfirmYes}})
	v.post("/basket", url.Values{views.FieldProduct: {productOf(v.t, list.Find(".card h4 a").Eq(1).AttrOr("href", ""))}, views.FieldQuantity: {"2"}})
	for _, at := range []string{"/", "/basket", "/orders", "/mine"} {
		v.get(at)
	}
	v.accept = "de"
	v.say(v.begin("ein Rucksack unter 100, nicht schwarz"), "wasserdicht")

	state := ""
	for _, turn := range []map[string]any{
		{"message": "a backpack for the office"}, {"message": "under 100, not black"}, {"message": "which is the lightest?"},
		{"message": "put the second one in my basket"}, {"message": "place my order"}, {"message": "suitcase instead"},
	} {
		turn["state"] = state
		state = v.converse(key, turn)
	}
}

// converse takes a turn by the API, and returns its state.
func (v *visitor) converse(key string, turn map[string]any) string {
	v.t.Helper()
	if turn["state"] == "" {
		delete(turn, "state")
	}
	text, err := json.Marshal(turn)
	if err != nil {
		v.t.Fatal(err)
	}
	r := v.request(http.MethodPost, "/api/v1/converse", nil)
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
	r.Header.Set("Authorization", "Bearer "+key)
	r.Header.Set("Content-Type", "application/json")
	var out struct{ State string }
	if p := v.do(r); p.status != http.StatusOK || json.Unmarshal(p.body, &out) != nil {
		v.t.Fatalf("%s: status %d: %.300s", text, p.status, p.body)
	}
	return out.State
}
