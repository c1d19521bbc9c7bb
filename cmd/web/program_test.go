package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/google/go-cmp/cmp"

	"shopclerk/cmd/web/internal/api"
)

const backpacks = "Bags & luggage > Backpacks"

// caller is a program that asks the demonstration shop.
type caller struct {
	t        testing.TB
	h        http.Handler
	key      string
	other    string // a second key
	contract *huma.OpenAPI
}

// newKey draws a key of the API.
func newKey(t testing.TB, name string) (secret string, key api.Key) {
	t.Helper()
	secret, key, err := api.NewKey(name)
	if err != nil {
		t.Fatal(err)
	}
	return secret, key
}

// openProgram opens the demonstration shop to a program, with a journal, baskets and orders of
// the test's own.
func openProgram(t testing.TB) *caller {
	t.Helper()
	key, known := newKey(t, "till")
	other, second := newKey(t, "other")
	c := config{Name: "Shopclerk", APIKeys: []string{known.String(), second.String()}, APIRate: 1e6}
	shop, err := newServer(c, fixed(staffDemo(t)), openFilesAt(t, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	h := humago.New(http.NewServeMux(), api.Config())
	new(api.Operations).Mount(h)
	return &caller{t, shop.router(), key, other, h.OpenAPI()}
}

// send sends a request with headers "Name: value".
func (p *caller) send(method, path, body string, headers ...string) *httptest.ResponseRecorder {
	p.t.Helper()
	r := httptest.NewRequest(method, api.Root+path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+p.key)
	r.Header.Set("Content-Type", "application/json")
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	p.h.ServeHTTP(w, r)
	return w
}

// read reads an answer that must be a success.
func (p *caller) read(w *httptest.ResponseRecorder, into any) {
	p.t.Helper()
	if err := json.Unmarshal(w.Body.Bytes(), into); err != nil || w.Code != http.StatusOK {
		p.t.Fatalf("answered %d, %v: %s", w.Code, err, w.Body)
	}
}

func (p *caller) post(path string, said any, into any, headers ...string) {
	p.t.Helper()
	p.read(p.send(http.MethodPost, path, encoded(p.t, said), headers...), into)
}

func (p *caller) turn(said map[string]any, headers ...string) (out api.Turn) {
	p.t.Helper()
	p.post("/converse", said, &out, headers...)
	return out
}

func (p *caller) search(query ...string) (out api.SearchResult) {
	p.t.Helper()
	p.read(p.send(http.MethodGet, "/search?"+asked(query...), ""), &out)
	return out
}

// asked is a query of names and values.
func asked(query ...string) string {
	v := url.Values{}
	for i := 0; i < len(query); i += 2 {
		v.Add(query[i], query[i+1])
	}
	return v.Encode()
}

func encoded(t testing.TB, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// refused checks that an answer is a problem of a status at a place.
func (p *caller) refused(w *httptest.ResponseRecorder, status int, place string) {
	p.t.Helper()
	var got huma.ErrorModel
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		p.t.Fatalf("answered %d, %v: %s", w.Code, err, w.Body)
	}
	at := ""
	if len(got.Errors) > 0 {
		at = got.Errors[0].Location
	}
	if w.Code != status || got.Status != status || got.Detail == "" || at != place || w.Header().Get("Content-Type") != "application/problem+json" {
		p.t.Errorf("answered %d, %s at %q; want %d at %q: %s", w.Code, w.Header().Get("Content-Type"), at, status, place, w.Body)
	}
}

// The document that is served is the operations', its references lead somewhere, and the
// example of every operation keeps the contract, as does what it is answered with.
func TestOperationsKeepTheirContract(t *testing.T) {
	p := openProgram(t)
	var served, want map[string]any
	p.read(p.send(http.MethodGet, "/openapi.json", "", "Authorization: none"), &served)
	if err := json.Unmarshal([]byte(encoded(t, p.contract)), &want); err != nil || !cmp.Equal(served, want) || served["openapi"] != "3.1.0" {
		t.Errorf("%v, served is another: %s", err, cmp.Diff(want, served))
	}
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if ref, ok := v["$ref"].(string); ok && p.contract.Components.Schemas.SchemaFromRef(ref) == nil {
				t.Errorf("%s leads nowhere", ref)
			}
			for _, inner := range v {
				walk(inner)
			}
		case []any:
			for _, inner := range v {
				walk(inner)
			}
		}
	}
	walk(served)
	valid := func(schema *huma.Schema, mode huma.ValidateMode, value any) {
		t.Helper()
		var plain any
		if err := json.Unmarshal([]byte(encoded(t, value)), &plain); err != nil {
			t.Fatal(err)
		}
		res := &huma.ValidateResult{}
		huma.Validate(p.contract.Components.Schemas, schema, huma.NewPathBuffer(nil, 0), mode, plain, res)
		for _, err := range res.Errors {
			t.Error(err)
		}
	}
	state := p.turn(map[string]any{"message": "backpack"}).State
	var ids []string
	for path, item := range p.contract.Paths {
		for method, op := range map[string]*huma.Operation{http.MethodGet: item.Get, http.MethodPost: item.Post, http.MethodDelete: item.Delete, http.MethodPatch: item.Patch} {
			if op == nil {
				continue
			}
			ids = append(ids, op.OperationID)
			to, query, body := strings.NewReplacer("{state}", state).Replace(path), url.Values{}, ""
			for _, param := range op.Parameters {
				if len(param.Schema.Examples) == 0 {
					continue
				}
				valid(param.Schema, huma.ModeWriteToServer, param.Schema.Examples[0])
				if text, _ := param.Schema.Examples[0].(string); param.In == "path" {
					to = strings.ReplaceAll(to, "{"+param.Name+"}", text)
				} else {
					query.Set(param.Name, text)
				}
			}
			if op.RequestBody != nil {
				media := op.RequestBody.Content["application/json"]
				valid(media.Schema, huma.ModeWriteToServer, media.Example)
				body = encoded(t, media.Example)
			}
			w := p.send(method, to+"?"+query.Encode(), body)
			if method == http.MethodPatch { // this key is for everything else
				p.refused(w, http.StatusForbidden, "")
				continue
			}
			if method == http.MethodDelete {
				if w.Code != http.StatusNoContent {
					t.Errorf("%s: answered %d: %s", op.OperationID, w.Code, w.Body)
				}
				continue
			}
			var out any
			p.read(w, &out)
			valid(op.Responses["200"].Content["application/json"].Schema, huma.ModeReadFromServer, out)
		}
	}
	slices.Sort(ids)
	if want := []string{"categories", "clarify", "converse", "forget", "prices", "product", "search"}; !slices.Equal(ids, want) {
		t.Errorf("operations %q, want %q", ids, want)
	}
}

// A conversation goes on from its last turn, or from an earlier one where the client says so;
// it is the key's own, and gone once it is deleted.
func TestConversationsOfAKey(t *testing.T) {
	p := openProgram(t)
	first := p.turn(map[string]any{"category": backpacks})
	if first.State == "" || first.Version != 1 || len(first.Questions) == 0 || len(first.Products) == 0 || first.Full == 0 {
		t.Fatalf("the first turn is %+v", first)
	}
	q := first.Questions[0]
	answers := []any{map[string]any{"question": q.ID, "options": []int{0}}}
	second := p.turn(map[string]any{"state": first.State, "version": first.Version, "answers": answers})
	if second.State != first.State || second.Version != 2 || second.Full >= first.Full || second.Understood[len(second.Understood)-1].Kind != "answer" {
		t.Errorf("the second turn is %+v", second)
	}
	late := encoded(t, map[string]any{"state": first.State, "version": first.Version, "message": "red"})
	p.refused(p.send(http.MethodPost, "/converse", late), http.StatusConflict, "body.version")
	dropped := p.turn(map[string]any{"state": first.State, "drop": []int{second.Understood[len(second.Understood)-1].Change}, "quiet": true})
	if texts := understoodTexts(dropped); !slices.Equal(texts, []string{backpacks}) || !dropped.Quiet || len(dropped.Questions) > 0 {
		t.Errorf("without what was dropped: %q, %+v", texts, dropped.Questions)
	}
	stranger := *p
	stranger.key = p.other
	mine := encoded(t, map[string]any{"state": first.State, "message": "red"})
	stranger.refused(stranger.send(http.MethodPost, "/converse", mine), http.StatusNotFound, "body.state")
	stranger.refused(stranger.send(http.MethodDelete, "/converse/"+first.State, ""), http.StatusNotFound, "path.state")
	if w := p.send(http.MethodDelete, "/converse/"+first.State, ""); w.Code != http.StatusNoContent {
		t.Errorf("deleting answers %d: %s", w.Code, w.Body)
	}
	p.refused(p.send(http.MethodPost, "/converse", mine), http.StatusNotFound, "body.state")
}

func understoodTexts(t api.Turn) []string {
	var out []string
	for _, u := range t.Understood {
		out = append(out, u.Text)
	}
	return out
}

// What is wanted is told in the catalogue's terms: a limit by its bounds, one number by its
// digits in the unit that was said, a scope by its path.
func TestDemands(t *testing.T) {
	p := openProgram(t)
	for say, want := range map[string]string{
		"backpack under 80, not black": `[{"category":"Bags & luggage > Backpacks"},{"aspect":"price","label":"Price","max":80,"unit":"EUR","not":false},
			{"aspect":"colour","label":"Colour","values":["black"],"not":true}]`,
		"lamp between 20 and 50 euros": `[{"category":"Home > Lighting > Table lamps"},{"aspect":"price","label":"Price","min":20,"max":50,"unit":"EUR","not":false}]`,
		"backpack 20000 ml":            `[{"category":"Bags & luggage > Backpacks"},{"aspect":"specification","label":"Capacity","values":["20000"],"unit":"ml","not":false}]`,
	} {
		var wanted, got []api.Demand
		if err := json.Unmarshal([]byte(want), &wanted); err != nil {
			t.Fatal(err)
		}
		for _, u := range p.turn(map[string]any{"message": say}).Understood {
			got = append(got, u.Demand)
		}
		if diff := cmp.Diff(wanted, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", say, diff)
		}
	}
}

// ofShopper is what a shopper answers, by the question's id.
var ofShopper = map[string]string{"name": "Ann Lee", "email": "ann@example.com", "street": "Main Street 5", "zip": "12345", "city": "Springfield", "country": "GB"}

// A conversation fills the basket and orders: what is lacking is asked for, what cannot be
// undone is confirmed, and a turn that is sent again does nothing twice.
func TestErrandsOfAProgram(t *testing.T) {
	p := openProgram(t)
	state := p.turn(map[string]any{"message": "backpack"}).State
	one := func(status string, said map[string]any, headers ...string) api.Errand {
		t.Helper()
		said["state"] = state
		turn := p.turn(said, headers...)
		if len(turn.Errands) != 1 || turn.Errands[0].Status != status {
			t.Fatalf("%v comes to %+v, not to one that is %s", said, turn.Errands, status)
		}
		return turn.Errands[0]
	}
	put := map[string]any{"message": "put the first one in my basket"}
	for range 2 {
		if e := one("done", put, "Idempotency-Key: a"); e.Deed == nil || e.Say != e.Deed.Text {
			t.Errorf("it is done: %+v", e)
		}
	}
	e := one("asks", map[string]any{"message": "place the order"})
	step := func(more map[string]any) string {
		more["id"] = e.ID
		return encoded(t, map[string]any{"state": state, "errand": more})
	}
	p.refused(p.send(http.MethodPost, "/converse", step(map[string]any{"confirm": true})), http.StatusUnprocessableEntity, "body.errand.confirm")
	p.refused(p.send(http.MethodPost, "/converse", step(map[string]any{"answers": []any{map[string]any{"question": "zipp", "text": "1"}}})), http.StatusUnprocessableEntity, "body.errand.answers[0].question")
	for n := 0; e.Status == "asks" && n < 10; n++ {
		var given []any
		for _, q := range e.Questions {
			a := map[string]any{"question": q.ID, "text": ofShopper[q.ID]}
			if len(q.Options) > 0 {
				a = map[string]any{"question": q.ID, "options": []int{0}}
			}
			given = append(given, a)
		}
		turn := p.turn(map[string]any{"state": state, "errand": map[string]any{"id": e.ID, "answers": given}})
		e = turn.Errands[0]
	}
	if e.Status != "confirms" || !strings.Contains(e.Preview, ofShopper["street"]) || !strings.Contains(e.Preview, "1 ×") && strings.Contains(e.Preview, "2 ×") {
		t.Fatalf("what is to be confirmed is %+v", e)
	}
	done := one("done", map[string]any{"errand": map[string]any{"id": e.ID, "confirm": true}})
	if done.Deed == nil || done.Deed.Order == "" {
		t.Errorf("ordered is %+v", done)
	}
	p.refused(p.send(http.MethodPost, "/converse", step(map[string]any{"drop": true})), http.StatusUnprocessableEntity, "body.errand.id")
	stranger := *p
	stranger.key = p.other
	for _, e := range stranger.turn(map[string]any{"message": "cancel my order"}).Errands {
		if e.Status != "declined" {
			t.Errorf("somebody else's order: %+v", e)
		}
	}
}

// Pages tell every product once, in their order and within the limits.
func TestPagesOfASearch(t *testing.T) {
	p := openProgram(t)
	query := []string{"category", backpacks, "filter", "price:..150", "exclude", "colour:black", "exclude", "colour:olive", "sort", "price", "limit", "7"}
	seen, last := map[string]bool{}, 0.
	for after := ""; ; {
		page := p.search(append(query, "after", after)...)
		for _, x := range page.Products {
			if seen[x.ID] || x.Price.Amount < last || x.Price.Amount > 150 {
				t.Errorf("%s for %v after %v", x.ID, x.Price.Amount, last)
			}
			for _, a := range x.Attributes {
				if a.Aspect == "colour" && (slices.Contains(a.Values, "black") || slices.Contains(a.Values, "olive")) {
					t.Errorf("%s is %q", x.ID, a.Values)
				}
			}
			seen[x.ID], last = true, x.Price.Amount
		}
		if page.Sort != "price" {
			t.Fatalf("sorted by %s", page.Sort)
		}
		if after = page.Next; after == "" {
			if len(seen) != page.Full || page.Full == 0 {
				t.Errorf("%d products on pages, %d fit", len(seen), page.Full)
			}
			break
		}
	}
	var list, one api.CategoryList
	p.read(p.send(http.MethodGet, "/categories", ""), &list)
	p.read(p.send(http.MethodGet, "/categories?"+asked("path", backpacks), ""), &one)
	if len(list.Categories) < 2 || len(one.Categories) != 1 || len(one.Categories[0].Aspects) == 0 {
		t.Errorf("categories %+v, %+v", list, one)
	}
}

// What is wrong with a request is told with its place, and nothing is done.
func TestRefusedRequests(t *testing.T) {
	p := openProgram(t)
	state := p.turn(map[string]any{"category": backpacks}).State
	const bad, get, post = http.StatusUnprocessableEntity, http.MethodGet, http.MethodPost
	in := asked("category", backpacks) + "&"
	for _, tc := range []struct {
		name, method, path, body string
		status                   int
		place                    string
	}{
		{"no JSON", post, "/converse", `{"message": `, http.StatusBadRequest, "body"},
		{"an unknown field", post, "/converse", `{"mesage": "lamp"}`, bad, "body.mesage"},
		{"a wrong type inside", post, "/converse", `{"answers": [{"question": "colour", "options": ["a"]}]}`, bad, "body.answers[0].options[0]"},
		{"a missing field", post, "/converse", `{"answers": [{}]}`, bad, "body.answers[0]"},
		{"a long message", post, "/converse", `{"message": "` + strings.Repeat("a", 1001) + `"}`, bad, "body.message"},
		{"spaces said", post, "/converse", `{"message": "  "}`, bad, "body"},
		{"an unknown category", post, "/converse", `{"category": "Backpacks"}`, bad, "body.category"},
		{"answers to nothing", post, "/converse", `{"answers": []}`, bad, "body.answers"},
		{"an unknown change", post, "/converse", `{"drop": [7]}`, bad, "body.drop[0]"},
		{"an offer that was not made", post, "/converse", `{"offer": {"act": 0, "offer": 0}}`, bad, "body.offer"},
		{"a state that is none", post, "/converse", `{"state": "x", "message": "lamp"}`, http.StatusNotFound, "body.state"},
		{"a version to come", post, "/converse", `{"state": "` + state + `", "version": 9, "message": "red"}`, http.StatusConflict, "body.version"},
		{"a question that is not open", post, "/converse", `{"state": "` + state + `", "answers": [{"question": "x"}]}`, bad, "body.answers[0].question"},
		{"a large body", post, "/converse", `{"message": "` + strings.Repeat("a", 64<<10) + `"}`, http.StatusRequestEntityTooLarge, ""},
		{"no candidates", post, "/clarify", `{"tools": [], "candidates": []}`, bad, "body.candidates"},
		{"an unknown parameter", get, "/search?categry=x", "", bad, "query.categry"},
		{"a limit too high", get, "/search?limit=101", "", bad, "query.limit"},
		{"an unknown order", get, "/search?sort=prise", "", bad, "query.sort"},
		{"an unknown aspect", get, "/search?" + in + "filter=color:red", "", bad, "query.filter"},
		{"an unknown value", get, "/search?" + in + "exclude=colour:blakc", "", bad, "query.exclude"},
		{"no value", get, "/search?" + in + "filter=colour", "", bad, "query.filter"},
		{"a range the wrong way round", get, "/search?" + in + "filter=price:20..10", "", bad, "query.filter"},
		{"two ranges", get, "/search?" + in + "filter=price:1..2&filter=price:3..4", "", bad, "query.filter"},
		{"a page after nothing", get, "/search?" + in + "after=x", "", bad, "query.after"},
		{"an unknown product", get, "/products/a%2Fb", "", http.StatusNotFound, "path.id"},
		{"an unknown category's aspects", get, "/categories?path=x", "", bad, "query.path"},
		{"nothing there", get, "/nowhere", "", http.StatusNotFound, ""},
		{"another method", http.MethodPut, "/search", "", http.StatusMethodNotAllowed, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			at := *p
			at.t = t
			at.refused(p.send(tc.method, tc.path, tc.body), tc.status, tc.place)
		})
	}
	if again := p.turn(map[string]any{"state": state, "message": "red"}); again.Version != 2 {
		t.Errorf("refused turns were kept: version %d", again.Version)
	}
}

// Candidate calls are carried out, asked about, confirmed or declined; arguments are nested as
// the tool nests them.
func TestClarifyCandidates(t *testing.T) {
	p := openProgram(t)
	flight := `{"name": "book_flight", "input": {"city": "Paris", "seats": 2, "pay": {"with": "card"}}}`
	for _, tc := range []struct{ name, task, do, asks string }{
		{"complete", `"candidates": [` + flight + `]`, "execute", ""},
		{"two readings", `"candidates": [{"name": "cancel_booking", "arguments": {"booking": "B1"}}, {"name": "cancel_booking", "arguments": {"booking": "B2"}}]`, "ask", "booking"},
		{"impossible", `"candidates": [{"name": "cancel_booking", "arguments": {"booking": "B9"}}]`, "ask", "booking"},
		{"irreversible", `"candidates": [{"name": "cancel_booking", "arguments": "{\"booking\": \"B1\"}"}]`, "confirm", ""},
		{"confirmed", `"candidates": [{"name": "cancel_booking", "arguments": {"booking": "B1"}}], "confirmed": {"name": "cancel_booking", "arguments": {"booking": "B1"}}`, "execute", ""},
		{"refused", `"candidates": [{"name": "cancel_booking", "arguments": {"booking": "B1"}}], "refused": {"name": "cancel_booking", "arguments": {"booking": "B1"}}`, "decline", ""},
		{"answered", `"candidates": [{"name": "cancel_booking", "arguments": {}}], "history": [{"answer": {"question": "booking", "value": "B2"}}]`, "confirm", ""},
		{"failed", `"candidates": [{"name": "cancel_booking", "arguments": {"booking": "B1"}}], "confirmed": {"name": "cancel_booking", "arguments": {"booking": "B1"}},
			"history": [{"failure": {"call": {"name": "cancel_booking", "arguments": {"booking": "B1"}}, "reason": "it has departed"}}]`, "decline", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var d api.Decision
			at := *p
			at.t = t
			at.post("/clarify", json.RawMessage(`{"task": "t", "tools": `+toolbox+`, `+tc.task+`}`), &d)
			if d.Do != tc.do || d.Do != "execute" && d.Say == "" || (d.Do == "ask") != (len(d.Questions) > 0) || (d.Do == "confirm") != (d.Preview != "") {
				t.Fatalf("%+v, want %s", d, tc.do)
			}
			if tc.asks != "" && (d.Questions[0].ID != tc.asks || len(d.Questions[0].Options) != 2 || d.Questions[0].Options[0].Value == nil) {
				t.Errorf("asks %+v", d.Questions[0])
			}
			if tc.name == "complete" && (d.Key == "" || !cmp.Equal(d.Call.Arguments["pay"], any(map[string]any{"with": "card"}))) {
				t.Errorf("calls %+v by %q", d.Call, d.Key)
			}
		})
	}
}

// Whatever is sent as a body, it is no fault of the shop's.
func FuzzBody(f *testing.F) {
	p := openProgram(f)
	for _, path := range []string{"/converse", "/clarify"} {
		for _, body := range []string{
			`{"message": "a red backpack", "category": "Bags & luggage > Backpacks", "drop": [], "quiet": false}`,
			`{"answers": [{"question": "colour", "options": [9007199254740993]}], "errand": {"id": "x", "confirm": true}}`,
			`{"tools": ` + toolbox + `, "candidates": [{"name": "book_flight", "arguments": {"pay": 3}, "weight": -1}], "history": [{}]}`,
			`{"message": "a", "message": 5, "Message": "b"}`,
		} {
			f.Add(path, body)
		}
	}
	f.Fuzz(func(t *testing.T, path, body string) {
		if path != "/clarify" {
			path = "/converse"
		}
		at := *p
		at.t = t
		if w := at.send(http.MethodPost, path, body); w.Code >= http.StatusInternalServerError {
			t.Fatalf("%q is answered %d: %s", body, w.Code, w.Body)
		}
	})
}
