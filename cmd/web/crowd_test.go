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
	crowdData = flag.String("crowd", "", "data directory whose catalogue BenchmarkCrowd serves; \"\": the demonstration shop's")
	crowdTime = flag.Duration("crowd-time", 20*time.Second, "how long each crowd of BenchmarkCrowd stays")
)

// rush is clients who ask a shop, each from an address that it names as a proxy does.
type rush struct {
	base   string
	client http.Client
	all    sync.WaitGroup
}

// outcome is what became of a request or of a turn.
type outcome struct {
	status int // 0: no answer
	took   time.Duration
	after  string // when to come again
}

// send sends a request, follows where it leads, and reads the answer.
func (c *rush) send(ctx context.Context, address, method, path, body string, header ...string) (out outcome) {
	begin := time.Now()
	for {
		r, _ := http.NewRequestWithContext(ctx, method, c.base+path, strings.NewReader(body)) // all are well-formed
		header = append(header, "X-Forwarded-For", address, "Accept-Encoding", "gzip")
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		resp, err := c.client.Do(r)
		if err != nil {
			return out
		}
		_, err = io.Copy(io.Discard, resp.Body)
		if _ = resp.Body.Close(); err != nil {
			return out
		}
		if resp.StatusCode != http.StatusSeeOther {
			return outcome{resp.StatusCode, time.Since(begin), resp.Header.Get("Retry-After")}
		}
		method, path, body = http.MethodGet, resp.Header.Get("Location"), ""
	}
}

// turn begins a conversation.
func (c *rush) turn(ctx context.Context, address, message string) outcome {
	return c.send(ctx, address, http.MethodPost, "/c", url.Values{views.FieldMessage: {message}}.Encode(), "Content-Type", "application/x-www-form-urlencoded")
}

// come adds n clients, each of whom does one thing after another until ctx is done, with pauses of
// up to twice a mean, and returns what becomes of it.
func (c *rush) come(ctx context.Context, n int, pause time.Duration, do func(client, i int) outcome) *[]outcome {
	var mu sync.Mutex
	var all []outcome
	for client := range n {
		c.all.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				if out := do(client, i); ctx.Err() == nil {
					mu.Lock()
					all = append(all, out)
					mu.Unlock()
				}
				time.Sleep(rand.N(2*pause + 1))
			}
		})
	}
	return &all
}

// report reports how many were answered, how fast, and how soon others were refused.
func report(b *testing.B, got []outcome) {
	took := map[bool][]time.Duration{}
	faults := 0
	for _, a := range got {
		if answered := a.status == http.StatusOK; answered || a.after != "" {
			took[answered] = append(took[answered], a.took)
		} else {
			faults++
		}
	}
	for answered, name := range map[bool]string{true: "answered", false: "refused"} {
		all := took[answered]
		b.ReportMetric(float64(len(all))/crowdTime.Seconds(), name+"/s")
		if slices.Sort(all); len(all) > 0 {
			b.ReportMetric(float64(all[(len(all)-1)*99/100].Milliseconds()), name+"-p99-ms")
		}
	}
	b.ReportMetric(100*float64(len(took[true]))/float64(max(1, len(got))), "answered-%")
	b.ReportMetric(float64(faults), "faults")
}

// wishes are what ordinary shoppers begin with.
var wishes = []string{"a backpack under 150, not black", "table lamp of brass", "a red suitcase", "sofa for two", "tent for four people under 300", "something to read by", "warm jacket", "coffee maker"}

// gather serves a shop with its default rates, by a process of its own, to those that begin sends.
func gather(b *testing.B, keys []string, begin func(ctx context.Context, c *rush) *[]outcome) {
	data := *crowdData
	if data == "" {
		data = filepath.Join(binaryDir, "crowd")
		if shop, err := openCatalogue(b.Context(), config{Data: data, Demo: 1000}); err != nil || shop.Close() != nil {
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
	defer kill()
	c := &rush{base: base, client: http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1000}, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
	for _, w := range wishes { // what is read once, is
		c.turn(b.Context(), "192.0.2.1", w)
	}
	ctx, cancel := context.WithTimeout(b.Context(), *crowdTime)
	defer cancel()
	got := begin(ctx, c)
	c.all.Wait()
	report(b, *got)
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", process.Pid))
	_, peak, _ := bytes.Cut(status, []byte("VmHWM:"))
	var kb float64
	if _, scanErr := fmt.Sscan(string(peak), &kb); err != nil || scanErr != nil {
		b.Fatal(err, scanErr)
	}
	b.ReportMetric(kb/1024, "peak-MB")
}

// BenchmarkCrowd measures what shoppers get while others ask for all that they can, and what a
// crowd gets that is far too large: run it with -benchtime 1x, on a machine with nothing else to do.
func BenchmarkCrowd(b *testing.B) {
	for _, pause := range []time.Duration{0, time.Second} {
		for _, n := range []int{2, 8, 16, 300} {
			b.Run(fmt.Sprintf("turns-%d-%v", n, pause), func(b *testing.B) {
				gather(b, nil, func(ctx context.Context, c *rush) *[]outcome {
					return c.come(ctx, n, pause, func(client, i int) outcome {
						anywhere := fmt.Sprintf("%d.%d.%d.1", 11+rand.IntN(100), rand.IntN(256), rand.IntN(256))
						return c.turn(ctx, anywhere, wishes[(client+i)%len(wishes)])
					})
				})
			})
		}
	}
	b.Run("costly", func(b *testing.B) {
		const programs, guests, shoppers = 6, 14, 10
		var secrets, keys, texts []string
		for i := range programs {
			secret, key, _ := api.NewKey(fmt.Sprint("program", i)) // the name is one
			secrets, keys = append(secrets, secret), append(keys, key.String())
		}
		for _, name := range []string{"misspelt", "abbreviations", "alternatives", "kinds", "questions"} {
			texts = append(texts, worstTexts[name](900))
		}
		task, clarify := encoded(b, worstTasks["many candidates"]()), encoded(b, toolCall("clarify", worstTasks["many candidates"]()))
		gather(b, keys, func(ctx context.Context, c *rush) *[]outcome {
			c.come(ctx, programs, 50*time.Millisecond, func(client, _ int) outcome {
				path, body := api.Root+"/clarify", task
				if client%2 == 1 {
					path, body = mcpPath, clarify
				}
				return c.send(ctx, "192.0.2.9", http.MethodPost, path, body, "Authorization", "Bearer "+secrets[client], "Content-Type", "application/json", "Accept", "application/json, text/event-stream")
			})
			c.come(ctx, guests, 50*time.Millisecond, func(client, i int) outcome {
				return c.turn(ctx, fmt.Sprint("198.51.100.", client), texts[(client+i)%len(texts)])
			})
			return c.come(ctx, shoppers, time.Second, func(client, i int) outcome {
				return c.turn(ctx, fmt.Sprint("203.0.113.", client), wishes[(client+i)%len(wishes)])
			})
		})
	})
}
