package main

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/views"
)

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
	s := v.post(strings.Split(stale.at.Path, "?")[0]+"/undo", url.Values{views.FieldVersion: {stale.at.Query().Get("v")}})
	if cmp.Equal(s.texts(".line-shopper"), stale.texts(".line-shopper")) {
		t.Error("what was undone is shown")
	}
	// what is gone is not shown, though a turn of it waits
	none := *v.client
	none.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	form := url.Values{views.FieldVersion: {s.at.Query().Get("v")}, "message": {"for school"}}
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
