package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"
	"github.com/labstack/echo/v4"
	"go.uber.org/goleak"

	"shopclerk/agent/journal"
	"shopclerk/views"
)

// opening is how the tests' conversations begin.
const opening = "a backpack under 150, not black"

func TestConversation(t *testing.T) {
	v := visit(t, demoShop(t))
	first := v.begin(opening)
	if want := []string{"Backpacks", "up to €150", "not black"}; !cmp.Equal(first.chips(), want) {
		t.Errorf("chips = %q, want %q", first.chips(), want)
	}
	if n := len(first.titles()); n != 10 {
		t.Errorf("%d products on the first page, want 10", n)
	}
	if n := first.Find("fieldset.question").Length(); n < 1 || n > 3 {
		t.Errorf("%d questions, want one to three", n)
	}

	answered := v.submit(first, formAnswer, url.Values{"q0": {"0", "1"}, "q1": {views.NoneValue}})
	if answered.at.String() == first.at.String() {
		t.Error("an answer leaves the address as it was")
	}
	if len(answered.chips()) != len(first.chips())+1 {
		t.Errorf("after one answer, chips = %q", answered.chips())
	}
	if cmp.Equal(answered.titles(), first.titles()) {
		t.Error("an answer leaves the list as it was")
	}
	if line := answered.texts(".line-shopper")[1]; !strings.Contains(line, " or ") || !strings.Contains(line, "no preference") {
		t.Errorf("the shopper's answers are told as %q", line)
	}

	undone := v.submit(answered, formUndo, nil)
	if diff := cmp.Diff(first.titles(), undone.titles()); diff != "" {
		t.Errorf("undo does not bring the list back (-before +after):\n%s", diff)
	}
	if diff := cmp.Diff(first.texts("fieldset.question"), undone.texts("fieldset.question")); diff != "" {
		t.Errorf("undo does not bring the questions back (-before +after):\n%s", diff)
	}

	dropped := v.submit(undone, ".chip:contains('not black')", nil)
	if want := []string{"Backpacks", "up to €150"}; !cmp.Equal(dropped.chips(), want) {
		t.Errorf("after removing a chip, chips = %q, want %q", dropped.chips(), want)
	}
	reset := v.submit(dropped, formReset, nil)
	if len(reset.chips()) != 0 {
		t.Errorf("after starting over, chips = %q", reset.chips())
	}
	again := v.say(reset, "suitcase")
	if want := []string{"Suitcases"}; !cmp.Equal(again.chips(), want) {
		t.Errorf("after starting over with suitcases, chips = %q, want %q", again.chips(), want)
	}
	if skipped := v.submit(first, formAnswer, url.Values{views.FieldSkip: {"1"}, "q0": {"0"}}); !cmp.Equal(skipped.chips(), first.chips()) {
		t.Errorf("skipping questions of which one is ticked, chips = %q, want %q", skipped.chips(), first.chips())
	}
}

func TestStartPage(t *testing.T) {
	v := visit(t, demoShop(t))
	p := v.get("/")
	if n := p.Find("form:has(.tile)").Length(); n != 20 {
		t.Errorf("%d categories, want 20", n)
	}
	drawn := map[string]bool{}
	p.Find(".tile use").Each(func(_ int, s *goquery.Selection) { drawn[s.AttrOr("href", "")] = true })
	if len(drawn) != 20 {
		t.Errorf("%d categories have a drawing of their own, want 20", len(drawn))
	}
	if p.Find(".recent").Length() != 0 {
		t.Error("a new shopper has conversations already")
	}
	if shop := v.submit(p, "form:has(.tile)", nil); len(shop.chips()) != 1 {
		t.Errorf("a category's conversation has chips %q", shop.chips())
	}
	if n := v.get("/").Find(".recent li").Length(); n != 1 {
		t.Errorf("%d recent conversations, want 1", n)
	}
	v.begin("a backpack for a long hike that I have in mind, under 150, not black, with a rain cover")
	if titles := v.get("/").texts(".recent-title"); len(titles) != 2 || titles[0] != "Backpacks: up to €150, not black" {
		t.Errorf("the conversations are called %q", titles)
	}
}

// A state stays at its address: what an old one shows does not change when the
// conversation goes on, here or from an earlier state.
func TestTwoTabs(t *testing.T) {
	v := visit(t, demoShop(t))
	first := v.begin("backpack")
	one := v.say(first, "under 100")
	other := v.say(first, "not black") // from the other tab, which still shows the first state
	if want := []string{"Backpacks", "not black"}; !cmp.Equal(other.chips(), want) {
		t.Errorf("chips in the other tab = %q, want %q", other.chips(), want)
	}
	if got := v.get(one.at.RequestURI()); !cmp.Equal(got.chips(), one.chips()) {
		t.Errorf("the first tab's address now shows %q, was %q", got.chips(), one.chips())
	}
	on := v.say(one, "not red")
	if want := []string{"Backpacks", "up to €100", "not red"}; !cmp.Equal(on.chips(), want) {
		t.Errorf("going on in the first tab, chips = %q, want %q", on.chips(), want)
	}
	if got := v.get(on.at.Path); !cmp.Equal(got.chips(), on.chips()) {
		t.Errorf("the conversation's address shows %q, want where it went on last: %q", got.chips(), on.chips())
	}
}

// Clicks that meet are answered or told to look again; none is half written.
func TestClicksAtTheSameTime(t *testing.T) {
	v := visit(t, demoShop(t))
	first := v.begin("backpack")
	const clicks = 8
	results := make([]*sheet, clicks)
	var wait sync.WaitGroup
	for i := range clicks {
		wait.Go(func() {
			limit := "under " + []string{"60", "80", "100", "120"}[i%4]
			results[i] = v.say(first, limit)
			for results[i].status == http.StatusServiceUnavailable { // too many at once for a busy machine
				results[i] = v.say(first, limit)
			}
		})
	}
	wait.Wait()
	answered := 0
	for _, p := range results {
		switch p.status {
		case http.StatusOK:
			answered++
		case http.StatusConflict:
			if p.Find(".error a").AttrOr("href", "") != first.at.Path {
				t.Error("a conflict does not lead back to the conversation")
			}
		default:
			t.Errorf("status %d", p.status)
		}
	}
	if answered == 0 {
		t.Error("no click was answered")
	}
	if got := v.get(first.at.Path).chips(); len(got) != 2 {
		t.Errorf("chips = %q, want the category and one price", got)
	}
}

func TestRestart(t *testing.T) {
	s := staffDemo(t)
	file := filepath.Join(t.TempDir(), "journal.db")
	var uri string
	var before []byte
	jar := func() (jar http.CookieJar) {
		doors := openDoors(t, s, file)
		defer doors.Close()
		v := visit(t, doors)
		p := v.submit(v.begin(opening), formAnswer, url.Values{"q0": {"0"}})
		uri, before = p.at.RequestURI(), v.get(p.at.RequestURI()).body
		return v.client.Jar
	}()
	v := visit(t, openDoors(t, s, file))
	v.client.Jar = jar
	p := v.get(uri)
	if diff := cmp.Diff(string(before), string(p.body)); diff != "" {
		t.Errorf("the page differs after a restart (-before +after):\n%s", diff)
	}
	if on := v.submit(p, formAnswer, url.Values{"q0": {"0"}}); on.status != http.StatusOK {
		t.Errorf("going on after a restart: status %d", on.status)
	}
}

func TestHealth(t *testing.T) {
	v := visit(t, demoShop(t))
	for _, path := range []string{"/healthz", "/readyz"} {
		if p := v.get(path); p.status != http.StatusOK || !strings.HasPrefix(string(p.body), "ok\n") {
			t.Errorf("GET %s: %d %q", path, p.status, p.body)
		}
	}
	if p := v.get("/metrics"); p.status != http.StatusNotFound {
		t.Errorf("GET /metrics on the shop's own address: status %d", p.status)
	}
}

func TestMetrics(t *testing.T) {
	server, err := newServer(config{}, fixed(staffDemo(t)), openFilesAt(t, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	p := visit(t, serving(t, server.router())).begin(opening + ", for grandmother")
	got := string(visit(t, serving(t, server.metrics.handler())).get("/metrics").body)
	for _, want := range []string{
		`shopclerk_request_seconds_count{route="/c",status="303"} 1`,
		`shopclerk_turn_seconds_count 1`,
		fmt.Sprintf("shopclerk_questions_total %d", p.Find(".asks > .question").Length()),
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the metrics lack %s", want)
		}
	}
	for _, private := range []string{"grandmother", path.Base(p.at.Path)} {
		if strings.Contains(got, private) {
			t.Errorf("the metrics tell %q", private)
		}
	}
}

// Everything that run opens is closed again, and nothing keeps running.
func TestServeEndsWithoutTrace(t *testing.T) {
	staffDemo(t)
	before := goleak.IgnoreCurrent()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	c := config{Data: filepath.Join(binaryDir, "demo"), Listen: "localhost:0", Metrics: "localhost:0", Name: "Shopclerk"}
	go func() { ended <- run(ctx, c) }()
	time.AfterFunc(time.Second, stop)
	select {
	case err := <-ended:
		if err != nil && !errors.Is(err, http.ErrServerClosed) && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("the server does not end")
	}
	goleak.VerifyNone(t, before)
}

// Every address that changes something is among those that the tests of forms
// and of other sites go through.
func posts(t *testing.T) []string {
	t.Helper()
	e := routes(t)
	var out []string
	for _, r := range e {
		if r.Method == http.MethodPost {
			out = append(out, r.Path)
		}
	}
	slices.Sort(out)
	if len(out) < 5 {
		t.Fatalf("only %d addresses take forms: %q", len(out), out)
	}
	return out
}

func routes(t *testing.T) []*echo.Route {
	t.Helper()
	server, err := newServer(config{}, fixed(staffDemo(t)), keptFiles{journal: &journal.Journal{}})
	if err != nil {
		t.Fatal(err)
	}
	return server.router().Routes()
}
