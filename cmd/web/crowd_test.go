//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"shopclerk/cmd/web/internal/api"
	"shopclerk/views"
)

var (
	crowdData = flag.String("crowd", "", "data directory whose catalogue BenchmarkCrowd serves; \"\": the demonstration shop's as the program makes it")
	crowdTime = flag.Duration("crowd-time", 20*time.Second, "how long each crowd of BenchmarkCrowd stays")
)

// rush is a number of clients who ask a shop for as long as they stay. Each request comes from an
// address that the client names as a proxy does.
type rush struct {
	base   string
	client *http.Client
	ctx    context.Context
	all    sync.WaitGroup
}

// outcome is what became of a request or of a turn.
type outcome struct {
	status int
	took   time.Duration
	after  bool // a refusal says when to come again
}

// send sends a request from an address, follows where it leads, and reads the answer.
func (c *rush) send(address, method, path, body string, header ...string) (outcome, error) {
	begin := time.Now()
	for {
		r, err := http.NewRequestWithContext(c.ctx, method, c.base+path, strings.NewReader(body))
		if err != nil {
			return outcome{}, err
		}
		r.Header.Set("X-Forwarded-For", address)
		r.Header.Set("Accept-Encoding", "gzip")
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		resp, err := c.client.Do(r)
		if err != nil {
			return outcome{}, err
		}
		_, err = io.Copy(io.Discard, resp.Body)
		if _ = resp.Body.Close(); err != nil {
			return outcome{}, err
		}
		if resp.StatusCode != http.StatusSeeOther {
			return outcome{resp.StatusCode, time.Since(begin), resp.Header.Get("Retry-After") != ""}, nil
		}
		method, path, body = http.MethodGet, resp.Header.Get("Location"), ""
	}
}

// turn begins a conversation.
func (c *rush) turn(address, message string) (outcome, error) {
	return c.send(address, http.MethodPost, "/c", url.Values{views.FieldMessage: {message}}.Encode())
}

// come adds n clients, each of whom does one thing after another, with pauses of up to twice a
// mean, and returns what became of it, once all have left.
func (c *rush) come(n int, pause time.Duration, do func(client, i int) (outcome, error)) func() []outcome {
	var mu sync.Mutex
	var out []outcome
	for client := range n {
		c.all.Go(func() {
			for i := 0; c.ctx.Err() == nil; i++ {
				a, err := do(client, i)
				if c.ctx.Err() != nil {
					return
				}
				if err != nil {
					a = outcome{status: -1}
				}
				mu.Lock()
				out = append(out, a)
				mu.Unlock()
				if pause > 0 {
					time.Sleep(rand.N(2 * pause))
				}
			}
		})
	}
	return func() []outcome { c.all.Wait(); return out }
}

// report reports how many were answered, how fast, and how soon the others were refused.
func report(b *testing.B, name string, got []outcome) {
	var answered, refused []time.Duration
	other, mute, own := 0, 0, 0
	for _, a := range got {
		switch a.status {
		case http.StatusOK:
			answered = append(answered, a.took)
		case http.StatusServiceUnavailable, http.StatusTooManyRequests:
			if refused = append(refused, a.took); !a.after {
				mute++
			}
			if a.status == http.StatusTooManyRequests {
				own++
			}
		default:
			other++
		}
	}
	p99 := func(of []time.Duration) float64 {
		if len(of) == 0 {
			return 0
		}
		slices.Sort(of)
		return float64(of[(len(of)-1)*99/100].Milliseconds())
	}
	b.ReportMetric(100*float64(len(answered))/float64(max(1, len(got))), name+"answered-%")
	b.ReportMetric(float64(len(answered))/crowdTime.Seconds(), name+"goodput/s")
	b.ReportMetric(p99(answered), name+"p99-ms")
	b.ReportMetric(float64(len(refused))/crowdTime.Seconds(), name+"refused/s")
	b.ReportMetric(p99(refused), name+"refused-p99-ms")
	b.ReportMetric(float64(own)/crowdTime.Seconds(), name+"of-429/s")
	b.ReportMetric(float64(mute+other), name+"other")
}

// peak is the most memory that a process has had, in MB.
func peak(b *testing.B, p *os.Process) (kb float64) {
	b.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Pid))
	if err != nil {
		b.Fatal(err)
	}
	_, after, _ := bytes.Cut(text, []byte("VmHWM:"))
	if _, err := fmt.Sscan(string(after), &kb); err != nil {
		b.Fatal(err)
	}
	return kb / 1024
}

// wishes are what ordinary shoppers begin with.
var wishes = []string{"a backpack under 150, not black", "table lamp of brass", "a red suitcase", "sofa for two", "tent for four people under 300", "something to read by", "warm jacket", "coffee maker"}

// gather serves a shop to a crowd, by a process of its own, with its default rates.
func gather(b *testing.B, keys ...string) (c *rush, end func()) {
	b.Helper()
	data := *crowdData
	if data == "" {
		data = filepath.Join(binaryDir, "crowd")
		shop, err := openCatalogue(b.Context(), config{Data: data, Demo: 1000})
		if err == nil {
			err = shop.Close()
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	left, err := filepath.Glob(filepath.Join(data, "store.*"))
	for _, file := range left {
		err = errors.Join(err, os.Remove(file))
	}
	if err != nil {
		b.Fatal(err)
	}
	flags := []string{"--proxies", "127.0.0.0/8"}
	for _, k := range keys {
		flags = append(flags, "--api-keys", k)
	}
	base, process, kill := serveProgram(b, data, "", flags...)
	c = &rush{base: base, client: &http.Client{
		Transport:     &http.Transport{MaxIdleConnsPerHost: 1000},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	for _, w := range wishes { // what is read once, is
		c.ctx = b.Context()
		if _, err := c.turn("192.0.2.1", w); err != nil {
			b.Fatal(err)
		}
	}
	var cancel context.CancelFunc
	c.ctx, cancel = context.WithTimeout(b.Context(), *crowdTime)
	return c, func() {
		b.ReportMetric(peak(b, process), "peak-MB")
		cancel()
		kill()
	}
}

// anywhere draws an address of a network of its own.
func anywhere() string {
	return fmt.Sprintf("%d.%d.%d.%d", 11+rand.IntN(100), rand.IntN(256), rand.IntN(256), 1+rand.IntN(250))
}

// BenchmarkCrowd measures what shoppers get while others ask for all that they can, and what a
// crowd gets that is far too large: run it with -benchtime 1x, on a machine with nothing else to do.
func BenchmarkCrowd(b *testing.B) {
	for _, n := range []int{2, 4, 8, 16, 300} {
		for _, pause := range []time.Duration{0, time.Second} {
			b.Run(fmt.Sprintf("turns/%d/%v", n, pause), func(b *testing.B) {
				c, end := gather(b)
				defer end()
				got := c.come(n, pause, func(client, i int) (outcome, error) { return c.turn(anywhere(), wishes[(client+i)%len(wishes)]) })()
				report(b, "", got)
			})
		}
	}
	b.Run("costly", func(b *testing.B) {
		const programs, guests, shoppers = 6, 14, 10
		var secrets, keys []string
		for i := range programs {
			secret, key, err := api.NewKey(fmt.Sprint("program", i))
			if err != nil {
				b.Fatal(err)
			}
			secrets, keys = append(secrets, secret), append(keys, key.String())
		}
		task := worstTasks["many candidates"]()
		rest := encoded(b, task)
		call := encoded(b, object("jsonrpc", "2.0", "id", 1, "method", "tools/call", "params", object("name", "clarify", "arguments", task)))
		c, end := gather(b, keys...)
		defer end()
		c.come(programs, 50*time.Millisecond, func(client, _ int) (outcome, error) {
			path, body := api.Root+"/clarify", rest
			if client%2 == 1 {
				path, body = mcpPath, call
			}
			return c.send(anywhere(), http.MethodPost, path, body, "Authorization", "Bearer "+secrets[client], "Content-Type", "application/json", "Accept", "application/json, text/event-stream")
		})
		var texts []string
		for _, name := range []string{"misspelt", "abbreviations", "alternatives", "kinds", "questions"} {
			texts = append(texts, worstTexts[name](900))
		}
		c.come(guests, 50*time.Millisecond, func(client, i int) (outcome, error) {
			return c.turn(fmt.Sprintf("198.51.100.%d", client), texts[(client+i)%len(texts)])
		})
		got := c.come(shoppers, time.Second, func(client, i int) (outcome, error) {
			return c.turn(fmt.Sprintf("203.0.113.%d", client), wishes[(client+i)%len(wishes)])
		})()
		report(b, "", got)
	})
}
