package api

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"testing"

	"shopclerk/agent/memory"
	"shopclerk/search"
)

func encode(t fataler, value any) string {
	t.Helper()
	out, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// Whatever is sent as a state, the answer keeps the contract, is no fault of the shop's,
// and only a state that was given is taken.
func FuzzState(f *testing.F) {
	p := ask(f)
	state := p.turn(map[string]any{"category": backpacks}).State
	f.Add(state)
	f.Add("")
	f.Add("AQAAAAAAAAAA")
	f.Add(state[:len(state)/2])
	f.Fuzz(func(t *testing.T, sent string) {
		q := *p
		q.t = t
		w := q.send(post("/converse", `{"message": "red", "state": `+strconv.QuoteToASCII(sent)+`}`))
		if w.Code == http.StatusOK && sent != state && sent != "" || w.Code >= 500 {
			t.Fatalf("the state %q is answered %d: %s", sent, w.Code, w.Body)
		}
	})
}

// What a state's seal holds together can still be another version's: it is refused, and
// does no harm.
func FuzzSealedState(f *testing.F) {
	p := ask(f)
	packed, err := (&memory.Conversation{Exchanges: []memory.Exchange{{Changes: []search.Change{{ID: 1, Op: search.AddWords, Words: []string{"red"}}}}}}).Pack()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(packed)
	f.Add([]byte(`{}`))
	f.Add([]byte{0x00})
	f.Fuzz(func(t *testing.T, packed []byte) {
		sealed := p.api.Sealer.Seal(statePurpose, known.Holder(), p.now.Add(stateLife), packed)
		q := *p
		q.t = t
		if w := q.send(post("/converse", encode(t, map[string]any{"drop": []int{1}, "state": sealed}))); w.Code >= 500 {
			t.Fatalf("%q is answered %d: %s", packed, w.Code, w.Body)
		}
	})
}

func FuzzCursor(f *testing.F) {
	p := ask(f)
	cursor := p.search(url.Values{"category": {backpacks}}).Next
	f.Add(cursor)
	f.Add("")
	f.Add("AQAAAAAAAAAA")
	f.Fuzz(func(t *testing.T, sent string) {
		q := *p
		q.t = t
		w := q.send(httptest.NewRequest(http.MethodGet, Root+"/search?"+url.Values{"category": {backpacks}, "cursor": {sent}}.Encode(), nil))
		if w.Code == http.StatusOK && sent != cursor || w.Code >= 500 {
			t.Fatalf("the cursor %q is answered %d: %s", sent, w.Code, w.Body)
		}
	})
}

func FuzzBody(f *testing.F) {
	p := ask(f)
	f.Add(`{"message": "a red backpack", "category": "Bags & luggage > Backpacks", "drop": [], "quiet": false}`)
	f.Add(`{"revise": {"change": 1, "options": [0], "other": true, "text": "x", "none": true}}`)
	f.Add(`{"answers": [{"question": "colour", "options": [9007199254740993]}]}`)
	f.Add(`{"message": "a", "message": 5, "Message": "b"}`)
	f.Fuzz(func(t *testing.T, body string) {
		q := *p
		q.t = t
		if w := q.send(post("/converse", body)); w.Code >= 500 {
			t.Fatalf("%q is answered %d: %s", body, w.Code, w.Body)
		}
	})
}

func FuzzFilter(f *testing.F) {
	p := ask(f)
	for _, text := range []string{"colour:black", "price:10..20", "price:..", "price:1e309", "a:b:c", "colour:", ":", "price:0x1p-2..5", "price:-1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		q := *p
		q.t = t
		for _, name := range []string{"filter", "exclude"} {
			if w := q.send(httptest.NewRequest(http.MethodGet, Root+"/search?"+url.Values{"category": {backpacks}, name: {text}}.Encode(), nil)); w.Code >= 500 {
				t.Fatalf("%s=%q is answered %d: %s", name, text, w.Code, w.Body)
			}
		}
	})
}
