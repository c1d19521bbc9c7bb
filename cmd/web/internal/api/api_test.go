package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"shopclerk/agent"
	"shopclerk/agent/understand"
	"shopclerk/catalog"
	"shopclerk/catalog/demo"
	"shopclerk/cmd/internal/live"
	"shopclerk/cmd/internal/seal"
	"shopclerk/data/synonyms"
	"shopclerk/search/index"
)

// perCategory is the size of the categories of the tests' shop.
const perCategory = 30

// stock is a part of the demonstration shop: enough for words to mean several things.
func stock(yield func(catalog.Record) bool) {
	for r := range demo.Records(1, perCategory) {
		if slices.Contains([]string{"Bags & luggage", "Home", "Electronics"}, strings.Split(r.Category, " > ")[0]) && !yield(r) {
			return
		}
	}
}

var (
	shopDir    string
	openedShop *index.Shop
	openShop   = sync.OnceValues(func() (*agent.Agent, error) {
		ctx := context.Background()
		if _, err := index.Build(ctx, shopDir, index.FromSeq(stock), index.Options{}); err != nil {
			return nil, err
		}
		var err error
		if openedShop, err = index.Open(ctx, shopDir, nil); err != nil {
			return nil, err
		}
		return hire(ctx, openedShop)
	})
)

func hire(ctx context.Context, shop *index.Shop) (*agent.Agent, error) {
	words, err := understand.ParseSynonyms(synonyms.English)
	if err != nil {
		return nil, err
	}
	return agent.Hire(ctx, shop.Engine, words)
}

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "shopclerk-api-test-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		shopDir = dir
		code := m.Run()
		if openedShop != nil {
			err = openedShop.Close()
		}
		if err := errors.Join(err, os.RemoveAll(dir)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return code
	}())
}

// program is a program that asks the shop, and holds every answer against the
// contract.
type program struct {
	t   fataler
	api *API
	key string
	now time.Time
	// language is what it sends as Accept-Language.
	language string
}

// fataler is what tests, benchmarks and properties have in common.
type fataler interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
	Errorf(string, ...any)
}

var testKey, known = func() (string, Key) {
	key, known, err := NewKey("tests")
	if err != nil {
		panic(err)
	}
	return key, known
}()

// ask opens the demonstration shop to a program. Changes are made to the configuration.
func ask(t fataler, changes ...func(*Config)) *program {
	t.Helper()
	clerk, err := openShop()
	if err != nil {
		t.Fatal(err)
	}
	sealer, err := seal.New(bytes.Repeat([]byte("s"), seal.SecretLength))
	if err != nil {
		t.Fatal(err)
	}
	p := &program{t: t, key: testKey, now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)}
	c := Config{
		Live: live.Fixed(clerk, openedShop.Catalogue), Sealer: sealer, Keys: []Key{known}, Rate: 1e6,
		Now: func() time.Time { return p.now },
	}
	for _, change := range changes {
		change(&c)
	}
	if p.api, err = New(c); err != nil {
		t.Fatal(err)
	}
	p.api.Generation, _ = p.api.Live.Pin() // for tests that present by themselves
	return p
}

// clerk is the clerk of what is sold, which does not change here.
func (p *program) clerk() *agent.Agent {
	g, release := p.api.Live.Pin()
	release()
	return g.Clerk
}

// send sends a request and holds the answer against the contract.
func (p *program) send(r *http.Request) *httptest.ResponseRecorder {
	p.t.Helper()
	if p.key != "" {
		r.Header.Set("Authorization", "Bearer "+p.key)
	}
	if p.language != "" {
		r.Header.Set("Accept-Language", p.language)
	}
	w := httptest.NewRecorder()
	p.api.ServeHTTP(w, r)
	conforms(p.t, r, w)
	return w
}

// get asks for an address below the root and reads the answer, which must be good.
func (p *program) get(path string, out any) {
	p.t.Helper()
	p.read(p.send(httptest.NewRequest(http.MethodGet, Root+path, nil)), out)
}

func (p *program) read(w *httptest.ResponseRecorder, out any) {
	p.t.Helper()
	if w.Code != http.StatusOK {
		p.t.Fatalf("answered %d: %s", w.Code, w.Body)
	}
	if err := json.Unmarshal(w.Body.Bytes(), out); err != nil {
		p.t.Fatal(err)
	}
}

// post is a request with a body.
func post(path, body string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, Root+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	return r
}

// turn takes a turn, which must be answered.
func (p *program) turn(said map[string]any) *ConverseReply {
	p.t.Helper()
	body, err := json.Marshal(said)
	if err != nil {
		p.t.Fatal(err)
	}
	out := &ConverseReply{}
	p.read(p.send(post("/converse", string(body))), out)
	return out
}

// search asks with a query string.
func (p *program) search(query url.Values) *SearchResult {
	p.t.Helper()
	out := &SearchResult{}
	p.get("/search?"+query.Encode(), out)
	return out
}

// strict is the contract with every object closed: an answer must not have fields that
// are not described, though clients must not rely on it.
var strict = sync.OnceValue(func() any {
	tree, err := jsonschema.UnmarshalJSON(bytes.NewReader(contractText))
	if err != nil {
		panic(err)
	}
	closeObjects(find(tree, "/components/schemas"))
	return tree
})

func closeObjects(tree any) {
	switch node := tree.(type) {
	case map[string]any:
		if _, ok := node["properties"].(map[string]any); ok && node["type"] == "object" {
			node["additionalProperties"] = false
		}
		for _, child := range node {
			closeObjects(child)
		}
	case []any:
		for _, child := range node {
			closeObjects(child)
		}
	}
}

var compiled sync.Map // schemas of answers by their place

func answerSchema(place string) (*jsonschema.Schema, error) {
	if s, ok := compiled.Load(place); ok {
		return s.(*jsonschema.Schema), nil
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource(contractURL, strict()); err != nil {
		return nil, err
	}
	s, err := compiler.Compile(contractURL + "#" + fragment(place))
	if err == nil {
		compiled.Store(place, s)
	}
	return s, err
}

// conforms holds an answer against what the contract says of it.
func conforms(t fataler, r *http.Request, w *httptest.ResponseRecorder) {
	t.Helper()
	place := ""
	for i := range operations {
		op := &operations[i]
		mux := http.NewServeMux()
		mux.HandleFunc(op.method+" "+Root+op.path, func(http.ResponseWriter, *http.Request) {})
		if _, pattern := mux.Handler(r); pattern != "" {
			place = jsonPointer("paths", op.path, strings.ToLower(op.method))
		}
	}
	media := w.Header().Get("Content-Type")
	if w.Code == http.StatusNoContent {
		return
	}
	at := jsonPointer("components", "responses", "Failure")
	if place != "" {
		responses := place + "/responses"
		at = responses + jsonPointer(fmt.Sprint(w.Code))
		if find(strict(), at) == nil {
			if w.Code < 500 && w.Code != http.StatusNotFound {
				t.Errorf("%s %s answers %d, which the contract does not tell", r.Method, r.URL.Path, w.Code)
			}
			at = responses + "/default"
		}
		if described, ok := find(strict(), at).(map[string]any); ok {
			if ref, ok := described["$ref"].(string); ok {
				at = strings.TrimPrefix(ref, "#")
			}
		}
	}
	schema, err := answerSchema(at + jsonPointer("content", media, "schema"))
	if err != nil {
		t.Fatalf("%s %s answers %d with %s, which the contract does not tell: %v", r.Method, r.URL.Path, w.Code, media, err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(w.Body.Bytes()))
	if err != nil {
		t.Fatalf("%s %s answers no JSON: %v", r.Method, r.URL.Path, err)
	}
	if err := schema.Validate(value); err != nil {
		t.Errorf("%s %s answers %d against the contract: %v\n%s", r.Method, r.URL.Path, w.Code, err, w.Body)
	}
}

// refused sends a request that must be refused for a reason, and returns the problem.
func (p *program) refused(r *http.Request, want Kind) *Problem {
	p.t.Helper()
	w := p.send(r)
	out := &Problem{}
	if err := json.Unmarshal(w.Body.Bytes(), out); err != nil {
		p.t.Fatal(err)
	}
	if w.Code != want.status || out.Type != want.uri() || out.Status != w.Code || w.Header().Get("Content-Type") != "application/problem+json" {
		p.t.Errorf("answered %d %s, want %s", w.Code, w.Body, want.name)
	}
	if out.Detail == "" || out.Title == "" {
		p.t.Errorf("the problem says too little: %s", w.Body)
	}
	return out
}

// reader is a body of unknown length.
func reader(text string) io.Reader { return struct{ io.Reader }{strings.NewReader(text)} }
