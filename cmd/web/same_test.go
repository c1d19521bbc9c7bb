package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"shopclerk/agent"
	"shopclerk/agent/durable/durabletest"
	"shopclerk/agent/shop/password"
	"shopclerk/cmd/internal/live"
	"shopclerk/cmd/internal/seal"
	"shopclerk/cmd/web/internal/api"
	"shopclerk/cmd/web/internal/present"
	"shopclerk/views"
)

// What is not the same in two shops, or whenever it is said: random ids and keys, of which
// each is told from the others, times, and an API's states, which are sealed with the time.
var (
	randomID  = regexp.MustCompile(`\b[a-z2-7]{26}\b|\b[A-Z2-7]{26}\b|\b[0-9a-f]{32,64}\b`)
	timeOfDay = regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)`)
	sealed    = regexp.MustCompile(`"state":\s*"[^"]*"`)
)

// transcript records what is asked and replied, but for what no two shops have the same.
type transcript struct {
	by      http.RoundTripper
	replies []string
	ids     map[string]string
}

func (r *transcript) RoundTrip(request *http.Request) (*http.Response, error) {
	resp, err := r.by.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	r.replies = append(r.replies, r.masked(fmt.Sprintf("%s %s: %d %s\n%s", request.Method, request.URL.RequestURI(), resp.StatusCode, resp.Header.Get("Location"), body)))
	return resp, nil
}

func (r *transcript) masked(text string) string {
	text = sealed.ReplaceAllString(text, `"state":"STATE"`)
	text = timeOfDay.ReplaceAllString(text, "TIME")
	return randomID.ReplaceAllStringFunc(text, func(id string) string {
		if r.ids[id] == "" {
			r.ids[id] = fmt.Sprint("ID-", len(r.ids)+1)
		}
		return r.ids[id]
	})
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
	v.post("/basket", url.Values{present.FieldProduct: {productOf(v.t, list.Find(".card h4 a").Eq(1).AttrOr("href", ""))}, views.FieldQuantity: {"2"}})
	v.register("ann@example.com", annsPassword)
	for _, at := range []string{"/", "/basket", "/orders", "/account", "/mine"} {
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

// What is replied is the same, byte for byte, whether it is one process or three, each of
// which gets every third request, and whichever database they have.
func TestSameReplies(t *testing.T) {
	s, err := openDemo()
	if err != nil {
		t.Fatal(err)
	}
	key, known, err := api.NewKey("till")
	if err != nil {
		t.Fatal(err)
	}
	c := config{Name: "Shopclerk", APIKeys: []string{known.String()}, APIRate: 100, APISecret: strings.Repeat("ab", seal.SecretLength)}
	cluster := durabletest.Cluster(t)
	replies := func(processes int, database string) []string {
		all := &inTurn{}
		dir := t.TempDir()
		for n := range processes {
			at := filepath.Join(dir, fmt.Sprint(n))
			if err := os.Mkdir(at, 0o700); err != nil {
				t.Fatal(err)
			}
			kept, err := openFiles(t.Context(), at, database)
			if err != nil {
				t.Fatal(err)
			}
			kept.accounts.Hasher = password.NewHasher(4, password.Trifling)
			tally, err := recall(t.Context(), kept.journal)
			if err != nil {
				t.Fatal(err)
			}
			clerk := s.clerk.With(func(c *agent.Config) { c.Tally = tally })
			served, err := newServer(c, live.Fixed(clerk, s.shop.Catalogue), kept)
			if err != nil {
				t.Fatal(err)
			}
			doors, stop := httptest.NewServer(served.handler()), served.work(t.Context())
			defer func() {
				doors.Close()
				stop()
				if err := kept.close(); err != nil {
					t.Error(err)
				}
			}()
			all.hosts = append(all.hosts, strings.TrimPrefix(doors.URL, "http://"))
		}
		r := &transcript{by: all, ids: map[string]string{}}
		visitAt(t, "http://"+all.hosts[0], r).talks(key)
		return r.replies
	}
	want := replies(1, "")
	for name, got := range map[string][]string{
		"one process on PostgreSQL": replies(1, cluster.Database(t)), "three processes on PostgreSQL": replies(3, cluster.Database(t)),
	} {
		if len(got) != len(want) {
			t.Errorf("%s: %d replies, want %d", name, len(got), len(want))
		}
		for i := range min(len(got), len(want)) {
			if at := differ(want[i], got[i]); at >= 0 {
				request, _, _ := strings.Cut(want[i], "\n")
				t.Errorf("%s, reply %d, to %s:\n%q\nwant\n%q", name, i+1, request, around(got[i], at), around(want[i], at))
			}
		}
	}
	t.Logf("%d replies", len(want))
}

// differ is the first byte at which two texts are not the same, or -1.
func differ(a, b string) int {
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			return i
		}
	}
	return -1
}

// around is what stands at a byte of a text.
func around(text string, at int) string {
	return text[min(len(text), max(0, at-150)):min(len(text), at+300)]
}
