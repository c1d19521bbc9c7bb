package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"time"
)

// endured has a running shop used while something fails in it, and writes down what its
// shoppers met and what they were told is done. It judges nothing: whoever reads its lines
// knows what was broken when, and what is in the database at the end.
//
// A line is when something was asked, in seconds since 1970, how long it took in seconds,
// what it was, how it ended, and what it was about:
//
//	turn    a conversation is begun. 303: it is kept, under the id; 200: it is answered, and the page says that it is not kept
//	call    a turn of an order over the HTTP API, which is sent until it is answered with 200, under one key
//	page    a product's page, the start page
//	ordered done: the shop has acknowledged the order of that number
//
// What has no status is "none", and "busy" what was refused because there was too much to do.
type endured struct {
	URL   string   `default:"http://localhost:8080" help:"Address of the running shop."`
	Keys  []string `required:"" env:"SHOPCLERK_KEYS" help:"Keys of the API: each orders one thing after the other."`
	Turns float64  `default:"30" help:"Conversations that are begun a second."`
	Calls float64  `default:"10" help:"Turns of orders a second, all keys together, where they are answered."`
	Pages float64  `default:"5" help:"Pages a second that are only read."`

	client http.Client
	mu     sync.Mutex // of the lines
}

const (
	// endureTime is how long one waits for an answer: the shop's own limit and half of it.
	endureTime = 15 * time.Second
	// retryAfter is how soon a call is sent again.
	retryAfter = 200 * time.Millisecond
	// endureEnd is how long orders that were begun may take when nothing new is begun.
	endureEnd = 30 * time.Second
)

// Run implements the command: until it is interrupted.
func (e *endured) Run(ctx context.Context) error {
	e.client = http.Client{Timeout: endureTime, Transport: &http.Transport{MaxIdleConnsPerHost: 64},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	context.AfterFunc(ctx, func() { time.AfterFunc(endureEnd, cancel) })
	var all sync.WaitGroup
	for n, key := range e.Keys {
		all.Go(func() {
			c := customer{endured: e, key: key, name: fmt.Sprint("customer ", n), pace: time.Duration(float64(time.Second) * float64(len(e.Keys)) / e.Calls)}
			for i := n; ctx.Err() == nil; i++ {
				c.order(late, i)
			}
		})
	}
	all.Go(func() { e.every(ctx, e.Turns, e.begin) })
	all.Go(func() { e.every(ctx, e.Pages, e.look) })
	all.Wait()
	return nil
}

// every does something so many times a second, whether or not the last was answered.
func (e *endured) every(ctx context.Context, rate float64, do func(n int)) {
	var all sync.WaitGroup
	defer all.Wait()
	tick := time.NewTicker(time.Duration(float64(time.Second) / rate))
	defer tick.Stop()
	for n := 0; ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			all.Go(func() { do(n) })
		}
	}
}

// demoThing is what the nth conversation or order is about, a kind of the demonstration shop.
func demoThing(n int) string {
	all := []string{"backpack", "suitcase", "tent", "headphones", "running shoes", "office chair", "rain jacket", "wristwatch", "desk", "yoga mat", "water bottle", "table lamp"}
	return all[n%len(all)]
}

func (e *endured) begin(n int) {
	r, _ := http.NewRequest(http.MethodPost, e.URL+"/c", strings.NewReader(url.Values{"message": {"a " + demoThing(n)}}.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	began := time.Now()
	status, header, _ := e.send(r)
	at, _ := url.Parse(header.Get("Location"))
	e.tell(began, "turn", status, path.Base(at.Path))
}

// look reads a page, as somebody who has been in the shop before.
func (e *endured) look(n int) {
	at := []string{"/", "/p/bp-000036"}[n%2]
	r, _ := http.NewRequest(http.MethodGet, e.URL+at, nil)
	r.AddCookie(&http.Cookie{Name: "session", Value: strings.Repeat("a", 26)})
	began := time.Now()
	status, _, _ := e.send(r)
	e.tell(began, "page", status, at)
}

// send returns the status, "none" where there was none.
func (e *endured) send(r *http.Request) (status string, header http.Header, body []byte) {
	a, err := e.client.Do(r)
	if err != nil {
		return "none", http.Header{}, nil
	}
	defer a.Body.Close()
	if body, err = io.ReadAll(a.Body); err != nil {
		return "none", http.Header{}, nil
	}
	if a.Header.Get("Retry-After") != "" {
		return "busy", a.Header, body
	}
	return fmt.Sprint(a.StatusCode), a.Header, body
}

func (e *endured) tell(began time.Time, kind, how, about string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	fmt.Fprintf(os.Stdout, "%.3f %.3f %s %s %s\n", float64(began.UnixMicro())/1e6, time.Since(began).Seconds(), kind, how, about)
}

// customer orders one thing after the other.
type customer struct {
	*endured
	key, name string
	pace      time.Duration
	sent      int // calls, each of which has a key of its own
}

// served is what a customer reads of a turn.
type served struct {
	State    string
	Products []struct{ Stock *int }
	Errands  []struct {
		ID, Status string
		Questions  []struct{ ID string }
		Deed       struct{ Order string }
	}
}

// order orders the nth thing: it says what to order, answers what is asked, says yes.
func (c *customer) order(ctx context.Context, n int) {
	a := c.turn(ctx, map[string]any{"message": demoThing(n)})
	place := slices.IndexFunc(a.Products, func(p struct{ Stock *int }) bool { return p.Stock != nil && *p.Stock > len(c.Keys) }) // enough for all who order
	nth := []string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"}
	if place < 0 || place >= len(nth) {
		return
	}
	a = c.turn(ctx, map[string]any{"state": a.State, "message": "put the " + nth[place] + " one in my basket and order it"})
	for range 3 { // name and address, the yes
		if ctx.Err() != nil || len(a.Errands) == 0 {
			return
		}
		last := a.Errands[len(a.Errands)-1]
		does := map[string]any{"id": last.ID}
		switch last.Status {
		case "asks":
			var answers []any
			for _, q := range last.Questions {
				answers = append(answers, map[string]any{"question": q.ID, "text": map[string]string{"name": c.name, "street": "Main Street 1", "zip": "10115", "city": "Berlin"}[q.ID]})
			}
			does["answers"] = answers
		case "confirms":
			does["confirm"] = true
		case "done":
			c.tell(time.Now(), "ordered", "done", last.Deed.Order)
			return
		default: // sold out
			return
		}
		a = c.turn(ctx, map[string]any{"state": a.State, "errand": does})
	}
}

// turn sends a turn under one key until it is answered.
func (c *customer) turn(ctx context.Context, said map[string]any) (a served) {
	c.sent++
	body, _ := json.Marshal(said) // maps of texts
	for ctx.Err() == nil {
		r, _ := http.NewRequestWithContext(ctx, http.MethodPost, c.URL+"/api/v1/converse", bytes.NewReader(body))
		r.Header.Set("Authorization", "Bearer "+c.key)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", fmt.Sprint(c.name, " ", c.sent))
		began := time.Now()
		status, _, answer := c.send(r)
		c.tell(began, "call", status, "-")
		if status == "200" && json.Unmarshal(answer, &a) == nil {
			time.Sleep(c.pace)
			return a
		}
		time.Sleep(retryAfter)
	}
	return a
}
