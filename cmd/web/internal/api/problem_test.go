package api

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shopclerk/cmd/internal/live"
)

// What is wrong with a request is told with its place and, where there is one, with
// what was perhaps meant.
func TestRefusals(t *testing.T) {
	open := func(p *program) string {
		return p.turn(map[string]any{"category": "Bags & luggage > Backpacks"}).State
	}
	for _, tc := range []struct {
		name  string
		ask   func(*program) *http.Request
		want  Kind
		fault Fault // In, At, and the first suggestion
	}{
		{"no JSON", body(`{"message": `), Malformed, Fault{}},
		{"two values", body(`{"message": "a"} {}`), Malformed, Fault{}},
		{"an unknown field", body(`{"mesage": "lamp"}`), Invalid, Fault{In: "body", At: "/mesage", Suggestions: []string{"message"}}},
		{"an unknown field in an answer", body(`{"answers": [{"question": "colour", "option": [1]}]}`), Invalid, Fault{In: "body", At: "/answers/0/option", Suggestions: []string{"options"}}},
		{"a wrong type", body(`{"message": 5}`), Invalid, Fault{In: "body", At: "/message"}},
		{"a wrong type inside", body(`{"answers": [{"question": "colour", "options": ["a"]}]}`), Invalid, Fault{In: "body", At: "/answers/0/options/0"}},
		{"a missing field", body(`{"answers": [{}]}`), Invalid, Fault{In: "body", At: "/answers/0/question"}},
		{"no object", body(`[]`), Invalid, Fault{In: "body", At: ""}},
		{"a long message", body(`{"message": "` + strings.Repeat("a", 1001) + `"}`), Invalid, Fault{In: "body", At: "/message"}},
		{"nothing said", body(`{}`), NothingSaid, Fault{In: "body", At: ""}},
		{"spaces said", body(`{"message": "  "}`), NothingSaid, Fault{In: "body", At: ""}},
		{"an unknown category in a turn", body(`{"category": "Bags & luggage > Bakpacks"}`), UnknownCategory, Fault{In: "body", At: "/category", Suggestions: []string{"Bags & luggage > Backpacks"}}},
		{"answers to nothing", body(`{"answers": []}`), UnknownQuestion, Fault{In: "body", At: "/answers"}},
		{"an unknown change to drop", body(`{"drop": [7]}`), UnknownChange, Fault{In: "body", At: "/drop/0"}},
		{"an unknown answer to revise", body(`{"revise": {"change": 7}}`), UnknownChange, Fault{In: "body", At: "/revise/change"}},
		{"a state that is none", body(`{"state": "AQAB", "message": "lamp"}`), InvalidState, Fault{In: "body", At: "/state"}},
		{"a state that is too long", body(`{"state": "` + strings.Repeat("A", longestState+1) + `"}`), Invalid, Fault{In: "body", At: "/state"}},
		{"a tampered state", func(p *program) *http.Request {
			s := []byte(open(p))
			s[20] ^= 1
			return post("/converse", `{"state": `+strconv.Quote(string(s))+`, "message": "red"}`)
		}, InvalidState, Fault{In: "body", At: "/state"}},
		{"an old state", func(p *program) *http.Request {
			s := open(p)
			p.now = p.now.Add(stateLife)
			return post("/converse", `{"state": `+strconv.Quote(s)+`, "message": "red"}`)
		}, ExpiredState, Fault{In: "body", At: "/state"}},
		{"a question that is not open", func(p *program) *http.Request {
			return post("/converse", `{"state": `+strconv.Quote(open(p))+`, "answers": [{"question": "pric"}]}`)
		}, UnknownQuestion, Fault{In: "body", At: "/answers/0/question"}},
		{"an option that there is not", func(p *program) *http.Request {
			first := p.turn(map[string]any{"category": "Bags & luggage > Backpacks"})
			return post("/converse", `{"state": `+strconv.Quote(first.State)+`, "answers": [{"question": `+strconv.Quote(first.Questions[0].ID)+`, "options": [0, 15]}]}`)
		}, UnknownOption, Fault{In: "body", At: "/answers/0/options/1"}},
		{"a question answered twice", func(p *program) *http.Request {
			first := p.turn(map[string]any{"category": "Bags & luggage > Backpacks"})
			answer := `{"question": ` + strconv.Quote(first.Questions[0].ID) + `}`
			return post("/converse", `{"state": `+strconv.Quote(first.State)+`, "answers": [`+answer+`,`+answer+`]}`)
		}, Invalid, Fault{In: "body", At: "/answers/1/question"}},
		{"much typed into many fields", func(p *program) *http.Request {
			first := p.turn(map[string]any{"category": "Bags & luggage > Backpacks"})
			return post("/converse", `{"state": `+strconv.Quote(first.State)+`, "message": "`+strings.Repeat("a", 900)+`", "answers": [{"question": `+strconv.Quote(first.Questions[0].ID)+`, "text": "`+strings.Repeat("b", 200)+`"}]}`)
		}, Invalid, Fault{In: "body", At: "/message"}},

		{"an unknown parameter", query("categry", "x"), Invalid, Fault{In: "query", At: "categry", Suggestions: []string{"category"}}},
		{"a parameter twice", query("q", "a", "q", "b"), Invalid, Fault{In: "query", At: "q"}},
		{"a limit in words", query("limit", "ten"), Invalid, Fault{In: "query", At: "limit"}},
		{"a limit of none", query("limit", "0"), Invalid, Fault{In: "query", At: "limit"}},
		{"a limit too high", query("limit", "101"), Invalid, Fault{In: "query", At: "limit"}},
		{"a half limit", query("limit", "1.5"), Invalid, Fault{In: "query", At: "limit"}},
		{"an unknown order", query("sort", "prise"), Invalid, Fault{In: "query", At: "sort", Suggestions: []string{"price"}}},
		{"an unknown category", query("category", "backpacks"), UnknownCategory, Fault{In: "query", At: "category", Suggestions: []string{"Bags & luggage > Backpacks"}}},
		{"an unknown aspect", query("category", "Bags & luggage > Backpacks", "filter", "color:red"), UnknownAspect, Fault{In: "query", At: "filter", Suggestions: []string{"colour"}}},
		{"an unknown value", query("category", "Bags & luggage > Backpacks", "exclude", "colour:blakc"), UnknownValue, Fault{In: "query", At: "exclude", Suggestions: []string{"black"}}},
		{"no value", query("filter", "colour"), Invalid, Fault{In: "query", At: "filter"}},
		{"words for a number", query("category", "Bags & luggage > Backpacks", "filter", "price:cheap"), Invalid, Fault{In: "query", At: "filter"}},
		{"a range the wrong way round", query("category", "Bags & luggage > Backpacks", "filter", "price:20..10"), Invalid, Fault{In: "query", At: "filter"}},
		{"a range of everything", query("category", "Bags & luggage > Backpacks", "filter", "price:.."), Invalid, Fault{In: "query", At: "filter"}},
		{"a number that is none", query("category", "Bags & luggage > Backpacks", "filter", "price:NaN..3"), Invalid, Fault{In: "query", At: "filter"}},
		{"two ranges", query("category", "Bags & luggage > Backpacks", "filter", "price:1..2", "filter", "price:3..4"), Invalid, Fault{In: "query", At: "filter"}},
		{"an unknown aspect to count", query("category", "Bags & luggage > Backpacks", "facet", "colours"), UnknownAspect, Fault{In: "query", At: "facet", Suggestions: []string{"colour"}}},
		{"a cursor that is none", query("cursor", "abc"), InvalidCursor, Fault{In: "query", At: "cursor"}},
		{"a broken query", func(*program) *http.Request {
			r := httptest.NewRequest(http.MethodGet, Root+"/search", nil)
			r.URL.RawQuery = "q=%zz"
			return r
		}, Invalid, Fault{}},
		{"a cursor of another search", func(p *program) *http.Request {
			return query("category", "Bags & luggage > Backpacks", "sort", "price", "cursor", p.search(url.Values{"category": {"Bags & luggage > Backpacks"}}).Next)(p)
		}, InvalidCursor, Fault{In: "query", At: "cursor"}},
		{"an old cursor", func(p *program) *http.Request {
			next := p.search(url.Values{"category": {"Bags & luggage > Backpacks"}}).Next
			p.now = p.now.Add(cursorLife)
			return query("category", "Bags & luggage > Backpacks", "cursor", next)(p)
		}, ExpiredCursor, Fault{In: "query", At: "cursor"}},

		{"an unknown product", at("/products/nowhere"), NotFound, Fault{In: "path", At: "id"}},
		{"an unknown category's page", at("/categories/Backpacks"), NotFound, Fault{In: "path", At: "path", Suggestions: []string{"Bags & luggage > Backpacks"}}},
		{"an unknown address", at("/nowhere"), NotFound, Fault{}},
		{"the root", at(""), NotFound, Fault{}},
		{"an unknown parameter of a product", at("/products/x?y=z"), Invalid, Fault{In: "query", At: "y"}},
		{"another method", func(*program) *http.Request { return httptest.NewRequest(http.MethodDelete, Root+"/search", nil) }, MethodNotAllowed, Fault{}},
		{"no declared media type", func(*program) *http.Request {
			return httptest.NewRequest(http.MethodPost, Root+"/converse", strings.NewReader(`{"message": "lamp"}`))
		}, UnsupportedMedia, Fault{}},
		{"a form", func(*program) *http.Request {
			r := post("/converse", "message=lamp")
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			return r
		}, UnsupportedMedia, Fault{}},
		{"a large body", func(*program) *http.Request {
			r := httptest.NewRequest(http.MethodPost, Root+"/converse", reader(`{"message": "`+strings.Repeat("a", longestTurn)+`"}`))
			r.Header.Set("Content-Type", "application/json")
			return r
		}, TooLarge, Fault{}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := ask(t)
			problem := p.refused(tc.ask(p), tc.want)
			if tc.fault.In == "" {
				if len(problem.Errors) > 0 {
					t.Errorf("faults %+v, want none", problem.Errors)
				}
				return
			}
			if len(problem.Errors) != 1 {
				t.Fatalf("faults %+v, want one", problem.Errors)
			}
			got := problem.Errors[0]
			if got.In != tc.fault.In || got.At != tc.fault.At || got.Detail == "" {
				t.Errorf("the fault is %+v, want %+v", got, tc.fault)
			}
			if len(tc.fault.Suggestions) > 0 && !slices.Contains(got.Suggestions, tc.fault.Suggestions[0]) {
				t.Errorf("suggests %q, want %q", got.Suggestions, tc.fault.Suggestions)
			}
		})
	}
}

func body(text string) func(*program) *http.Request {
	return func(*program) *http.Request { return post("/converse", text) }
}

// query is a search with parameters as name, value, name, value.
func query(fields ...string) func(*program) *http.Request {
	q := url.Values{}
	for i := 0; i+1 < len(fields); i += 2 {
		q.Add(fields[i], fields[i+1])
	}
	return at("/search?" + q.Encode())
}

func at(path string) func(*program) *http.Request {
	return func(*program) *http.Request { return httptest.NewRequest(http.MethodGet, Root+path, nil) }
}

// All that is wrong is told at once.
func TestAllFaultsAreTold(t *testing.T) {
	p := ask(t)
	problem := p.refused(post("/converse", `{"mesage": "lamp", "quiet": "yes", "drop": [0]}`), Invalid)
	var places []string
	for _, f := range problem.Errors {
		places = append(places, f.At)
	}
	if diff := cmp.Diff([]string{"/drop/0", "/mesage", "/quiet"}, places); diff != "" {
		t.Errorf("places (-want +got):\n%s", diff)
	}
}

func TestKeys(t *testing.T) {
	p := ask(t)
	for name, header := range map[string]string{
		"none": "", "another scheme": "Basic abc", "another key": "Bearer " + testKey + "x", "no key": "Bearer ", "the hash": "Bearer " + known.String(),
	} {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodGet, Root+"/categories", nil)
			if header != "" {
				r.Header.Set("Authorization", header)
			}
			p := ask(t)
			p.key = ""
			p.refused(r, Unauthorized)
		})
	}
	p.get("/categories", &struct{}{})
}

// Who is refused is logged, with nothing of a key, and guessing does not fill the log.
func TestRefusedKeysAreLogged(t *testing.T) {
	var log bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	defer slog.SetDefault(before)
	p := ask(t)
	guess := func(path string) {
		r := httptest.NewRequest(http.MethodGet, Root+path, nil)
		r.Header.Set("Authorization", "Bearer shopclerk_guessed")
		p.api.ServeHTTP(httptest.NewRecorder(), r)
	}
	guess("/categories")
	for _, line := range []string{`"a key was refused" name="" from=192.0.2.1:1234 path=/api/v1/categories`} {
		if !strings.Contains(log.String(), line) {
			t.Errorf("the log has no %s: %s", line, &log)
		}
	}
	for range 1000 {
		guess("/search")
	}
	if n := strings.Count(log.String(), "a key was refused"); n < 10 || n > 50 {
		t.Errorf("%d of 1,001 refusals are logged", n)
	}
	if strings.Contains(log.String(), "guessed") || strings.Contains(log.String(), testKey) {
		t.Errorf("the log says: %s", &log)
	}
}

func TestKeysAreReadAsTheyAreWritten(t *testing.T) {
	key, k, err := NewKey("till-2")
	if err != nil {
		t.Fatal(err)
	}
	got, err := ParseKey(k.String())
	if err != nil || got != k {
		t.Errorf("%s is read as %+v: %v", k, got, err)
	}
	if strings.Contains(k.String(), key) {
		t.Error("the configuration holds the key")
	}
	for _, text := range []string{"", "till", "till:", "till:abc", ":" + strings.Repeat("a", 64), "a b:" + strings.Repeat("a", 64), "till:" + strings.Repeat("a", 66)} {
		if got, err := ParseKey(text); err == nil {
			t.Errorf("%q is taken for %+v", text, got)
		}
	}
	if _, _, err := NewKey("no name"); err == nil {
		t.Error("a name with a space is taken")
	}
}

func TestConfigurationsThatAreNone(t *testing.T) {
	for name, c := range map[string]Config{
		"no rate":       {Keys: []Key{known}},
		"one key twice": {Keys: []Key{known, known}, Rate: 1},
	} {
		if _, err := New(c); err == nil {
			t.Errorf("%s: is taken", name)
		}
	}
}

// Each key has its own rate, and is told when to come again.
func TestRate(t *testing.T) {
	otherKey, other, err := NewKey("other")
	if err != nil {
		t.Fatal(err)
	}
	p := ask(t, func(c *Config) { c.Rate, c.Keys = 0.5, []Key{known, other} })
	r := func() *http.Request { return httptest.NewRequest(http.MethodGet, Root+"/categories", nil) }
	for range 3 { // the seconds' worth that may come at once, rounded up
		p.read(p.send(r()), &struct{}{})
	}
	w := p.send(r())
	if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") != "2" {
		t.Fatalf("the fourth is answered %d, Retry-After %q", w.Code, w.Header().Get("Retry-After"))
	}
	p.key = otherKey
	p.read(p.send(r()), &struct{}{})
	p.key = testKey
	p.now = p.now.Add(2 * time.Second)
	p.read(p.send(r()), &struct{}{})
	p.refused(r(), TooManyRequests)
}

// States and cursors are for the key that they were given to.
func TestForeignTokens(t *testing.T) {
	otherKey, other, err := NewKey("other")
	if err != nil {
		t.Fatal(err)
	}
	p := ask(t, func(c *Config) { c.Keys = append(c.Keys, other) })
	state := p.turn(map[string]any{"category": "Bags & luggage > Backpacks"}).State
	cursor := p.search(url.Values{"q": {"lamp"}}).Next
	p.key = otherKey
	p.refused(post("/converse", `{"message": "red", "state": `+strconv.Quote(state)+`}`), InvalidState)
	p.refused(query("q", "lamp", "cursor", cursor)(p), InvalidCursor)
}

// Without configured origins browsers are told nothing, which they take for no; with
// them, what the origin may do.
func TestOrigins(t *testing.T) {
	preflight := func(origin string) *http.Request {
		r := httptest.NewRequest(http.MethodOptions, Root+"/converse", nil)
		r.Header.Set("Origin", origin)
		r.Header.Set("Access-Control-Request-Method", "POST")
		return r
	}
	closed := ask(t)
	w := closed.send(preflight("https://shop.example"))
	if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("closed: %d %v", w.Code, w.Header())
	}
	open := ask(t, func(c *Config) { c.Origins = []string{"https://shop.example"} })
	if w = open.send(preflight("https://shop.example")); w.Code != http.StatusNoContent || w.Header().Get("Access-Control-Allow-Origin") != "https://shop.example" {
		t.Errorf("open: %d %v", w.Code, w.Header())
	}
	if w = open.send(preflight("https://evil.example")); w.Header().Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("another origin: %v", w.Header())
	}
	if got := w.Header().Get("Access-Control-Allow-Credentials"); got != "" {
		t.Errorf("cookies are let through: %q", got)
	}
	r := httptest.NewRequest(http.MethodGet, Root+"/categories", nil)
	r.Header.Set("Origin", "https://shop.example")
	if w = open.send(r); w.Code != http.StatusOK || w.Header().Get("Access-Control-Allow-Origin") != "https://shop.example" {
		t.Errorf("asked from the origin: %d %v", w.Code, w.Header())
	}
}

// A panic is answered like any fault of the shop's, and what it says is not told.
func TestPanic(t *testing.T) {
	p := ask(t, func(c *Config) { c.Live = live.Fixed(nil, openedShop.Catalogue) })
	problem := p.refused(query("q", "lamp")(p), Internal)
	if strings.Contains(problem.Detail, "nil") {
		t.Errorf("told: %s", problem.Detail)
	}
}

func TestNear(t *testing.T) {
	for _, tc := range []struct {
		wanted  string
		offered []string
		want    []string
	}{
		{"color", []string{"colour", "cover", "price"}, []string{"colour", "cover"}},
		{"BLACK", []string{"black", "blue"}, []string{"black"}},
		{"back", []string{"backpack height", "rack"}, []string{"rack", "backpack height"}},
		{"Backpacks", []string{"Bags > Backpacks", "Bags > Suitcases"}, []string{"Bags > Backpacks"}},
		{"Bag > Bakpack", []string{"Bags & luggage > Backpacks", "Bags & luggage > Suitcases"}, []string{"Bags & luggage > Backpacks"}},
		{"x", nil, nil},
		{"zebra", []string{"colour"}, nil},
		{"a", []string{"a1", "a2", "a3", "a4"}, []string{"a1", "a2", "a3"}},
	} {
		if diff := cmp.Diff(tc.want, near(tc.wanted, tc.offered)); diff != "" {
			t.Errorf("near %q (-want +got):\n%s", tc.wanted, diff)
		}
	}
}

// Who names an aspect or a parameter that is none is told which there are.
func TestUnknownNamesTellWhatThereIs(t *testing.T) {
	p := ask(t)
	for address, want := range map[string]string{
		"/search?category=Bags+%26+luggage+%3E+Backpacks&filter=xyzzy:1": "colour, ",
		"/search?xyzzy=1": "category, filter, ",
	} {
		problem := p.refused(httptest.NewRequest(http.MethodGet, Root+address, nil), map[bool]Kind{true: UnknownAspect, false: Invalid}[strings.Contains(address, "filter")])
		if len(problem.Errors) != 1 || !strings.Contains(problem.Errors[0].Detail, want) {
			t.Errorf("%s: %+v", address, problem.Errors)
		}
	}
}
