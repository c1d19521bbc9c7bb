package main

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"shopclerk/agent/journal"
	"shopclerk/agent/store"
	"shopclerk/catalog/demo"
	"shopclerk/cmd/internal/live"
	"shopclerk/cmd/internal/model"
	"shopclerk/cmd/web/internal/api"
	"shopclerk/search/index"
)

// Programs are answered by their own rules, and the shop keeps its own: other sites'
// requests are refused by pages, not by the API, and the API knows no cookies.
func TestAPIBesideThePages(t *testing.T) {
	key, known := newKey(t, "till")
	s := staffDemo(t)
	c := config{Name: "Shopclerk", APIKeys: []string{known.String()}, APIRate: 100}
	doors := openConfigured(t, c, s, filepath.Join(t.TempDir(), "journal.db"))
	for _, tc := range []struct {
		name, method, path, key, body string
		status                        int
		media                         string
	}{
		{"a turn from another site", http.MethodPost, "/api/v1/converse", key, `{"message": "backpack"}`, http.StatusOK, "application/json"},
		{"no key", http.MethodGet, "/api/v1/categories", "", "", http.StatusUnauthorized, "application/problem+json"},
		{"a path with an escaped slash", http.MethodGet, "/api/v1/products/a%2Fb", key, "", http.StatusNotFound, "application/problem+json"},
		{"nothing there", http.MethodGet, "/api/v1/nowhere", key, "", http.StatusNotFound, "application/problem+json"},
		{"the root", http.MethodGet, "/api/v1", key, "", http.StatusNotFound, "application/problem+json"},
		{"a large body", http.MethodPost, "/api/v1/converse", key, `{"message": "` + strings.Repeat("a", 100<<10) + `"}`, http.StatusRequestEntityTooLarge, "application/problem+json"},
		{"a page from another site", http.MethodPost, "/c", key, "", http.StatusForbidden, "text/html"},
		{"an address whose slash is escaped", http.MethodGet, "/api%2Fv1/categories", key, "", http.StatusNotFound, "text/html"},
		{"an address that only begins alike", http.MethodGet, "/api/v10", key, "", http.StatusNotFound, "text/html"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r, err := http.NewRequestWithContext(t.Context(), tc.method, doors.URL+tc.path, strings.NewReader(tc.body))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Sec-Fetch-Site", "cross-site")
			r.Header.Set("Origin", "https://elsewhere.example")
			r.Header.Set("Content-Type", "application/json")
			if tc.key != "" {
				r.Header.Set("Authorization", "Bearer "+tc.key)
			}
			answer, err := doors.Client().Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			body, err := io.ReadAll(answer.Body)
			if err != nil {
				t.Fatal(err)
			}
			if answer.StatusCode != tc.status || !strings.HasPrefix(answer.Header.Get("Content-Type"), tc.media) {
				t.Errorf("%s, %s: %.200s", answer.Status, answer.Header.Get("Content-Type"), body)
			}
			if answer.Header.Get("Content-Security-Policy") == "" || answer.Header.Get("X-Content-Type-Options") == "" {
				t.Errorf("unguarded: %v", answer.Header)
			}
			if strings.HasPrefix(tc.path, "/api/v1/") && (answer.Header.Get("Set-Cookie") != "" || answer.Header.Get("X-Request-Id") == "") {
				t.Errorf("headers %v", answer.Header)
			}
		})
	}
}

// Without keys there is no API.
func TestNoAPIWithoutKeys(t *testing.T) {
	if p := visit(t, demoShop(t)).get("/api/v1/openapi.json"); p.status != http.StatusNotFound {
		t.Errorf("answered %d", p.status)
	}
}

func TestBadAPIConfiguration(t *testing.T) {
	s := staffDemo(t)
	_, known := newKey(t, "till")
	for name, c := range map[string]config{
		"a key":  {APIKeys: []string{"till:abc"}, APIRate: 1},
		"a rate": {APIKeys: []string{known.String()}},
	} {
		if _, err := newServer(c, fixed(s), keptFiles{journal: &journal.Journal{}}); err == nil {
			t.Errorf("%s that is none is taken", name)
		}
	}
}

// The example has every setting, with its default or something that is allowed.
func TestExampleSettings(t *testing.T) {
	const example = "../../data/shop.example.toml"
	text, err := os.ReadFile(example)
	if err != nil {
		t.Fatal(err)
	}
	c := config{Config: example}
	if err := c.load(); err != nil {
		t.Fatal(err)
	}
	for _, of := range []any{config{}, model.Flags{}} {
		for _, f := range reflect.VisibleFields(reflect.TypeOf(of)) {
			if key := f.Tag.Get("toml"); key != "-" && key != "model" && !strings.Contains(string(text), "\n"+key+" = ") {
				t.Errorf("%s does not set %s", example, key)
			}
		}
	}
}

// Where there is no file the defaults hold; a file that is wrong is told with its place.
func TestSettings(t *testing.T) {
	for name, tc := range map[string]struct {
		text, want string // want: of the error; "" for none
	}{
		"nothing":           {"", ""},
		"a setting":         {"[server]\nname = 'Lamps'\n", ""},
		"the shop's words":  {"countries = ['AT']\n[reach]\nemail = 'a@example.com'\n", ""},
		"an unknown key":    {"[server]\nname = 'Lamps'\npage_rates = 3\n", "line 3: there is no setting server.page_rates"},
		"an unknown table":  {"[server]\n[server.model]\nurls = 'x'\n", "line 3: there is no setting server.model.urls"},
		"another type":      {"[server]\nname = 3\n", "line 2"},
		"no TOML":           {"[server\n", "At line 2"},
		"no language":       {"[server]\nlanguage = 'xx'\n", "language: "},
		"a negative rate":   {"[server]\npage_rate = -1\n", "page_rate: "},
		"a negative growth": {"[server]\ngrowth_mb = -1\n", "growth_mb: "},
		"no log":            {"[server]\nlog = 'xml'\n", "log: "},
		"days":              {"[server]\nkeep_days = -1\n", "days"},
	} {
		t.Run(name, func(t *testing.T) {
			c := config{Data: t.TempDir()}
			if err := os.WriteFile(filepath.Join(c.Data, shopFile), []byte(tc.text), 0o600); err != nil {
				t.Fatal(err)
			}
			err := c.load()
			if tc.want == "" && (err != nil || c.PageRate != 10 || c.Model.Concurrency != 4) || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
				t.Errorf("error %v, want %q; %+v", err, tc.want, c)
			}
		})
	}
	c := config{Data: t.TempDir()}
	if err := c.load(); err != nil || c.Name != "Shopclerk" {
		t.Errorf("without a file: %v, %+v", err, c)
	}
	c.Config = filepath.Join(c.Data, "none.toml")
	if err := c.load(); err == nil {
		t.Error("a file that is named and is not there is no error")
	}
}

// What a setting can not be is refused by its name.
func TestSettingsAreChecked(t *testing.T) {
	for name, tc := range map[string]struct {
		c    config
		want string // of the error; "" for none
	}{
		"for ever":                         {config{}, ""},
		"the most days":                    {config{KeepDays: mostDays, KeepTextDays: mostDays}, ""},
		"too many days":                    {config{KeepTextDays: mostDays + 1}, "days"},
		"a pool where there is no cluster": {config{Pool: 1}, ""},
		"a cluster":                        {config{Search: "weaviate://w1:8080", Pool: leastPool}, ""},
		"a pool of too few":                {config{Search: "weaviate://w1:8080", Pool: leastPool - 1}, "pool"},
		"a pool of too many":               {config{Search: "weaviate://w1:8080", Pool: mostPool + 1}, "pool"},
		"no cluster's address":             {config{Search: "w1:8080", Pool: leastPool}, "--search"},
		"a database":                       {config{Database: "postgres:///shop"}, ""},
		"another kind of database":         {config{Database: "mysql://shop"}, "postgres://"},
	} {
		tc.c.Language = "en"
		if err := tc.c.check(); tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := openFiles(t.Context(), &config{Database: "postgres:///shop?host=/nowhere"}); err == nil || !store.Away(err) {
		t.Errorf("a database that is not there: %v", err)
	}
}

// The flags stay few: what is set once belongs into the file.
func TestFlags(t *testing.T) {
	k, err := kong.New(&struct {
		config `embed:""`
	}{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range k.Model.Flags {
		if f.Name != "help" {
			names = append(names, f.Name)
		}
	}
	if len(names) > 10 {
		t.Errorf("%d flags: %q", len(names), names)
	}
}

// bearer sends a key with every request.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

// client connects the official client to the program's shop; asked shows forms, nil: it shows
// none.
func (p *caller) client(t *testing.T, asked func(*sdk.ElicitParams) *sdk.ElicitResult) *sdk.ClientSession {
	t.Helper()
	doors := httptest.NewServer(p.h)
	t.Cleanup(doors.Close)
	o := &sdk.ClientOptions{}
	if asked != nil {
		o.ElicitationHandler = func(_ context.Context, r *sdk.ElicitRequest) (*sdk.ElicitResult, error) { return asked(r.Params), nil }
	}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "tests"}, o).Connect(t.Context(),
		&sdk.StreamableClientTransport{Endpoint: doors.URL + mcpPath, HTTPClient: &http.Client{Transport: bearer(p.key)}, MaxRetries: -1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// called calls a tool, whose text must be the JSON of its structured content.
func called(t *testing.T, session *sdk.ClientSession, name string, arguments map[string]any, into any) {
	t.Helper()
	res, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: arguments})
	if err != nil || res.IsError {
		t.Fatalf("%s: %v, %+v", name, err, res)
	}
	text := res.Content[0].(*sdk.TextContent).Text
	var plain any
	if err := json.Unmarshal([]byte(text), &plain); err != nil || !cmp.Equal(plain, res.StructuredContent) {
		t.Errorf("%s, %v: the text is another: %s", name, err, text)
	}
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatal(err)
	}
}

// plainSchema checks that a schema is in the part of JSON Schema that strict OpenAI and Gemini take, and that
// what it has is described.
func plainSchema(t *testing.T, at string, s map[string]any) {
	t.Helper()
	if _, several := s["type"].([]any); several || s["type"] == nil && s["anyOf"] == nil || s["additionalProperties"] != nil && s["additionalProperties"] != false {
		t.Errorf("%s is %v", at, s)
	}
	properties, _ := s["properties"].(map[string]any)
	for name, of := range properties {
		if of.(map[string]any)["description"] == nil {
			t.Errorf("%s.%s is not described", at, name)
		}
		plainSchema(t, at+"."+name, of.(map[string]any))
	}
	if items, ok := s["items"]; ok {
		plainSchema(t, at+"[]", items.(map[string]any))
	}
}

// The official client lists and calls all tools, whose arguments are described; what is wrong
// with them is told with its place.
func TestTools(t *testing.T) {
	p := openProgram(t)
	session := p.client(t, nil)
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		if a := tool.Annotations; tool.OutputSchema == nil || a == nil || a.ReadOnlyHint != (tool.Name != "converse") || !a.ReadOnlyHint && a.IdempotentHint {
			t.Errorf("%s is %+v", tool.Name, a)
		}
		plainSchema(t, tool.Name, tool.InputSchema.(map[string]any))
	}
	if size := len(encoded(t, list)); size > 40<<10 {
		t.Errorf("the list of tools has %d bytes", size)
	}
	if c := session.InitializeResult().Capabilities; c.Tools == nil || c.Tools.ListChanged {
		t.Errorf("the server can do %+v", c)
	}
	if slices.Sort(names); !slices.Equal(names, []string{"categories", "clarify", "converse", "product", "search"}) {
		t.Errorf("tools %q", names)
	}
	var found api.SearchResult
	called(t, session, "search", map[string]any{"q": "backpack", "filter": []string{"price:..150"}, "limit": 3}, &found)
	if len(found.Products) != 3 {
		t.Errorf("found %+v", found)
	}
	var one api.Product
	called(t, session, "product", map[string]any{"id": found.Products[0].ID}, &one)
	var categories api.CategoryList
	called(t, session, "categories", map[string]any{}, &categories)
	var turn api.Turn
	called(t, session, "converse", map[string]any{"message": "backpack"}, &turn)
	called(t, session, "converse", map[string]any{"state": turn.State, "message": "not black"}, &turn)
	if one.ID != found.Products[0].ID || len(categories.Categories) == 0 || turn.Version != 2 || len(turn.Questions) == 0 {
		t.Errorf("%+v, %+v, %+v", one, categories, turn)
	}
	var put api.Turn
	called(t, session, "converse", map[string]any{"message": "put " + one.ID + " in my basket"}, &put)
	if len(put.Errands) != 1 || put.Errands[0].Status != "done" {
		t.Errorf("a product that was never listed: %+v", put.Errands)
	}
	var d api.Decision
	called(t, session, "clarify", map[string]any{"tools": json.RawMessage(toolbox), "candidates": []any{map[string]any{"name": "cancel_booking", "arguments": map[string]any{}}}}, &d)
	if d.Do != "ask" {
		t.Errorf("decided %+v", d)
	}
	for _, wrong := range []map[string]any{{"state": turn.State, "drop": []int{99}}, {"mesage": "x"}} {
		res, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "converse", Arguments: wrong})
		if err != nil || !res.IsError || !strings.Contains(encoded(t, res.Content), "drop[0]") && !strings.Contains(encoded(t, res.Content), "mesage") {
			t.Errorf("%v: %v, %+v", wrong, err, res)
		}
	}
	stranger := *p
	stranger.key = p.other
	res, err := stranger.client(t, nil).CallTool(t.Context(), &sdk.CallToolParams{Name: "converse", Arguments: map[string]any{"state": turn.State, "message": "red"}})
	if err != nil || !res.IsError {
		t.Errorf("a stranger goes on: %v, %+v", err, res)
	}
}

// A client that shows forms puts what is asked to its person before it has the result: the
// clerk's questions, an errand's, and its confirmation.
func TestForms(t *testing.T) {
	p := openProgram(t)
	var fields []string
	answer := true
	session := p.client(t, func(form *sdk.ElicitParams) *sdk.ElicitResult {
		var s jsonschema.Schema
		if err := json.Unmarshal([]byte(encoded(t, form.RequestedSchema)), &s); err != nil {
			t.Error(err)
		}
		out := map[string]any{}
		for id, f := range s.Properties {
			fields = append(fields, id)
			switch {
			case f.Type == "boolean":
				out[id] = true
			case len(f.Enum) > 0:
				out[id] = f.Enum[0]
			default:
				out[id] = ofShopper[id]
			}
		}
		if !answer {
			return &sdk.ElicitResult{Action: "decline"}
		}
		return &sdk.ElicitResult{Action: "accept", Content: out}
	})
	var turn api.Turn
	called(t, session, "converse", map[string]any{"message": "backpack"}, &turn)
	if kinds := turn.Understood; len(fields) == 0 || turn.Version != 2 || kinds[len(kinds)-1].Kind != "answer" {
		t.Errorf("asked %q: %+v", fields, turn)
	}
	say := func(message string) api.Errand {
		t.Helper()
		fields = nil
		called(t, session, "converse", map[string]any{"state": turn.State, "message": message}, &turn)
		if len(turn.Errands) != 1 {
			t.Fatalf("%s comes to %+v", message, turn)
		}
		return turn.Errands[0]
	}
	say("put the first one in my basket")
	e := say("place the order")
	if !slices.Contains(fields, "street") || e.Status == "done" || e.Status == "dropped" {
		t.Errorf("asked %q: %+v", fields, e)
	}
	for n := 0; e.Status == "asks" && n < 5; n++ {
		called(t, session, "converse", map[string]any{"state": turn.State, "errand": map[string]any{"id": e.ID, "answers": []any{map[string]any{"question": e.Questions[0].ID, "options": []int{0}}}}}, &turn)
		e = turn.Errands[0]
	}
	fields = nil
	if e.Status == "confirms" {
		called(t, session, "converse", map[string]any{"state": turn.State, "errand": map[string]any{"id": e.ID, "confirm": true}}, &turn)
		e = turn.Errands[0]
	}
	if e.Status != "done" {
		t.Fatalf("the order is %+v", e)
	}
	answer = false
	if e = say("cancel my order"); e.Status != "refused" || !slices.Contains(fields, "confirm") {
		t.Errorf("asked %q, a no comes to %+v", fields, e)
	}
	answer = true
	var d api.Decision
	called(t, session, "clarify", map[string]any{"tools": json.RawMessage(toolbox), "candidates": []any{map[string]any{"name": "cancel_booking", "arguments": map[string]any{}}}}, &d)
	if d.Do != "confirm" || d.Call.Arguments["booking"] != "B1" {
		t.Errorf("answered, it is decided %+v", d)
	}
}

// A method that there is not is an error of JSON-RPC.
func TestUnknownMethod(t *testing.T) {
	p := openProgram(t)
	r := httptest.NewRequest(http.MethodPost, mcpPath, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"no/such"}`))
	r.Header = http.Header{"Authorization": {"Bearer " + p.key}, "Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
	w := httptest.NewRecorder()
	p.h.ServeHTTP(w, r)
	var got struct{ Error struct{ Code int } }
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || got.Error.Code != jsonrpc.CodeMethodNotFound || w.Code != http.StatusBadRequest {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// Without a key there are no tools.
func TestToolsTakeAKey(t *testing.T) {
	p := openProgram(t)
	r := httptest.NewRequest(http.MethodPost, mcpPath, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
	w := httptest.NewRecorder()
	p.h.ServeHTTP(w, r)
	p.refused(w, http.StatusUnauthorized, "header.Authorization")
}

// A key asks as often as its rate allows; one for prices does nothing else, and no page of
// another site may ask from browsers.
func TestKeysAndOrigins(t *testing.T) {
	key, known := newKey(t, "till")
	prices, second := newKey(t, "prices")
	second.Prices = true
	c := config{Name: "Shopclerk", APIKeys: []string{known.String(), second.String()}, APIRate: 1e-6}
	shop, err := newServer(c, fixed(staffDemo(t)), openFilesAt(t, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	p := &caller{t: t, h: shop.router(), key: key}
	if w := p.send(http.MethodGet, "/categories", ""); w.Code != http.StatusOK {
		t.Errorf("answered %d, %v", w.Code, w.Header())
	}
	w := p.send(http.MethodGet, "/categories", "", "Origin: https://other.example")
	if p.refused(w, http.StatusTooManyRequests, ""); w.Header().Get("Retry-After") == "" || w.Header().Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("headers %v", w.Header())
	}
	p.refused(p.send(http.MethodGet, "/categories", "", "Authorization: Bearer x"), http.StatusUnauthorized, "header.Authorization")
	p.key = prices
	p.refused(p.send(http.MethodGet, "/categories", ""), http.StatusForbidden, "")
}

// Prices that are set are in the next answer; a list with a fault sets none.
func TestPricesOfAProgram(t *testing.T) {
	key, known := newKey(t, "prices")
	reads, second := newKey(t, "reads")
	known.Prices = true
	dir := t.TempDir()
	if _, err := index.Build(t.Context(), dir, index.FromSeq(demo.Records(demoSeed, 3)), index.Options{}); err != nil {
		t.Fatal(err)
	}
	c := config{Data: dir, Name: "Shopclerk", APIKeys: []string{known.String(), second.String()}, APIRate: 1e6}
	first := func(ctx context.Context) (*index.Shop, error) { return index.Open(ctx, dir, nil) }
	err := c.open(t.Context(), first, func(shop *live.Shop, kept keptFiles) error {
		s, err := newServer(c, shop, kept)
		if err != nil {
			return err
		}
		p := &caller{t: t, h: s.router(), key: key}
		p.refused(p.send(http.MethodPatch, "/products", `[{"id": "bp-000001", "price": 5}, {"id": "bp-000002", "stock": -7}]`), http.StatusUnprocessableEntity, "body[1]")
		p.refused(p.send(http.MethodPatch, "/products", `[{"id": "bp-000001", "prise": 5}]`), http.StatusUnprocessableEntity, "body[0].prise")
		var set api.PricesSet
		p.read(p.send(http.MethodPatch, "/products", `[{"id": "bp-000001", "price": 12.5, "stock": 3}]`), &set)
		p.key = reads
		var one api.Product
		p.read(p.send(http.MethodGet, "/products/bp-000001", ""), &one)
		if set.Set != 1 || one.Price.Amount != 12.5 || *one.Stock != 3 {
			t.Errorf("%+v is set: %+v", set, one)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

const toolbox = `[{"type": "function", "function": {"name": "book_flight", "description": "Books a flight to a city.", "annotations": {"destructiveHint": false}, "parameters": {"type": "object", "properties": {
	"city": {"enum": ["Paris", "Rome", "Oslo"]}, "seats": {"type": "integer", "minimum": 1, "maximum": 9},
	"pay": {"type": "object", "properties": {"with": {"enum": ["card", "invoice"]}}, "required": ["with"]}}, "required": ["city", "seats", "pay"]}}},
	{"name": "cancel_booking", "description": "Cancels a booking.", "annotations": {"destructiveHint": true},
	"inputSchema": {"type": "object", "properties": {"booking": {"enum": ["B1", "B2"]}}, "required": ["booking"]}}]`
