package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent"
	"shopclerk/agent/desk/control"
	"shopclerk/agent/journal"
	"shopclerk/catalog/sqlite"
	"shopclerk/cmd/internal/live"
	"shopclerk/cmd/web/internal/present"
	"shopclerk/views"
)

func TestHandover(t *testing.T) {
	at := func(id string, version int) *journal.Conversation {
		c := &journal.Conversation{Version: version}
		c.ID = id
		return c
	}
	clock := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	shop := live.Fixed(nil, openedStore(t))
	h := &handover{now: func() time.Time { return clock }, shop: shop}
	of, release := shop.Pin()
	defer release()
	take := func(c *journal.Conversation, controls *control.Controls) *agent.Turn {
		t.Helper()
		turn, from, release := h.take(c, controls)
		if turn != nil {
			if from != of {
				t.Error("a turn came with another generation")
			}
			release()
		}
		return turn
	}
	controls := &control.Controls{}
	turn := &agent.Turn{}

	h.put(at("a", 1), of, controls, turn)
	if got := take(at("a", 2), controls); got != nil {
		t.Error("a turn was shown as that of another version")
	}
	if got := take(at("b", 1), controls); got != nil {
		t.Error("a turn was shown as that of another conversation")
	}
	if c := h.conversation("a"); c == nil || c.Version != 1 || h.conversation("b") != nil {
		t.Errorf("the conversation that a turn was left for is %v", c)
	}
	if got := take(at("a", 1), controls); got != turn {
		t.Error("the turn was not handed over")
	}
	if c := h.conversation("a"); c != nil {
		t.Error("a conversation outlived its turn")
	}
	if got := take(at("a", 1), controls); got != nil {
		t.Error("the turn was handed over twice")
	}

	h.put(at("a", 1), of, controls, turn)
	if got := take(at("a", 1), &control.Controls{}); got != nil {
		t.Error("a turn outlived the controls it was made under")
	}

	h.put(at("a", 1), of, controls, turn)
	clock = clock.Add(handoverTime + time.Second)
	if got := take(at("a", 1), controls); got != nil {
		t.Error("a turn outlived its time")
	}

	for i := range 3 * handoverSize {
		h.put(at(fmt.Sprint(i), 1), of, controls, turn)
	}
	if len(h.waiting) != handoverSize {
		t.Errorf("%d turns wait", len(h.waiting))
	}
	if got := take(at(fmt.Sprint(3*handoverSize-1), 1), controls); got != turn {
		t.Error("the newest turn was forgotten before older ones")
	}

	// what waits keeps its catalogue open, and no longer than it waits
	release()
	closing, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := shop.Close(closing); err == nil {
		t.Error("the catalogue of turns that wait was closed")
	}
	h.close()
	if err := shop.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

// The page that a turn leads to is the one that is made of the journal.
func TestHandedOverAsWrittenDown(t *testing.T) {
	v := visit(t, demoShop(t))
	p := v.begin(opening)
	for _, fields := range []url.Values{{"q0": {"0", "1"}, "q1": {views.NoneValue}}, {"q0" + views.OtherText: {"under 90"}}, {views.FieldSkip: {"1"}}} {
		p = v.submit(p, formAnswer, fields)
		if again := v.get(p.at.RequestURI()); string(again.body) != string(p.body) {
			t.Errorf("%s (-first +again):\n%s", p.at, cmp.Diff(strings.Split(string(p.body), "\n"), strings.Split(string(again.body), "\n")))
		}
	}
	// what another window does meanwhile is seen
	stale := v.submit(v.get(p.at.RequestURI()), formAnswer, url.Values{"q0": {"0"}})
	s := v.post(strings.Split(stale.at.Path, "?")[0]+"/undo", url.Values{present.FieldVersion: {stale.at.Query().Get("v")}})
	if cmp.Equal(s.texts(".line-shopper"), stale.texts(".line-shopper")) {
		t.Error("what was undone is shown")
	}
	// what is gone is not shown, though a turn of it waits
	none := *v.client
	none.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	form := url.Values{present.FieldVersion: {s.at.Query().Get("v")}, "message": {"for school"}}
	made, err := none.Do(v.request(http.MethodPost, s.at.Path+"/say", form))
	if err != nil {
		t.Fatal(err)
	}
	made.Body.Close()
	v.post(deleteMinePath, url.Values{"confirm": {"1"}})
	if p := v.get(made.Header.Get("Location")); p.status != http.StatusNotFound {
		t.Errorf("a deleted conversation is shown with status %d", p.status)
	}
}

// openedStore is the catalogue of the tests' shared shop.
func openedStore(t *testing.T) *sqlite.Store {
	t.Helper()
	s, err := openDemo()
	if err != nil {
		t.Fatal(err)
	}
	return s.shop.Catalogue
}
