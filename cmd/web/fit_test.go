package main

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
)

// The number that ticks would leave is the one that they leave once they are sent;
// asking for it changes nothing, and is refused where nothing is asked.
func TestFit(t *testing.T) {
	v := visit(t, demoShop(t))
	p := v.begin(opening)
	at := p.Find("[data-count]").AttrOr("data-count", "")
	ticks := url.Values{"v": {"1"}, "q0": {"0", "1"}}
	told := v.post(at, ticks)
	if told.status != http.StatusOK {
		t.Fatalf("status %d", told.status)
	}
	if again := v.get(p.at.RequestURI()); len(again.chips()) != len(p.chips()) {
		t.Errorf("asking for a number leads from %q to %q", p.chips(), again.chips())
	}
	answered := v.submit(p, ".questions form", url.Values{"q0": {"0", "1"}})
	if got := strconv.Itoa(answered.full()); got != strings.Fields(told.Text())[0] {
		t.Errorf("told %q, then %q fit", told.Text(), got)
	}
	for _, wrong := range []url.Values{{}, {"v": {"x"}}, {"v": {"1"}, "q0": {"99"}}, {"v": {"1"}, "q0": {"x"}}, {"v": {"0"}, "q0": {"0"}}} {
		if got := v.post(at, wrong); got.status != http.StatusBadRequest && got.status != http.StatusNotFound {
			t.Errorf("%v is answered with %d", wrong, got.status)
		}
	}
}
