package load

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"shopclerk/cmd/internal/visitor"
)

const (
	// patience is how long a shopper waits for a page: longer than the shop's own
	// limit of a request, so that its answer to that is seen.
	patience = 30 * time.Second
	// longest is how many turns a conversation has at most. With a fifth of the
	// turns beginning one, the mean is five.
	longest = 8
	// mostIdle bounds the conversations that may go on: half a minute's beginnings at
	// ten times the load that the shop is meant for.
	mostIdle = 1200
	// mostWords bounds the words that shoppers have picked up from pages.
	mostWords = 500
)

// shopper is somebody in the shop.
type shopper struct {
	browser *visitor.Visitor
	page    *visitor.Page // the start page, or the conversation as it stands
	turns   int
}

// crowd are the shoppers who are in the shop and wait for nothing. They say what
// the shop's own pages taught them: its categories and its answers' labels.
type crowd struct {
	address   string
	eager     bool // they only come and talk, and look at nothing
	transport http.RoundTripper

	mu         sync.Mutex
	arrived    []*shopper // they look at the start page
	talking    []*shopper
	categories []string
	words      []string
}

// enter makes a crowd, and looks whether the shop is open.
func enter(ctx context.Context, address string) (*crowd, error) {
	c := &crowd{address: strings.TrimSuffix(address, "/"), transport: &http.Transport{MaxIdleConnsPerHost: mostWaiting}}
	s := c.start()(ctx, time.Now())
	if s.Err != nil {
		return nil, fmt.Errorf("entering the shop at %s: %w", address, s.Err)
	}
	if len(c.categories) == 0 {
		return nil, fmt.Errorf("the start page at %s shows no categories to begin with", address)
	}
	return c, nil
}

// start is a new shopper's first look.
func (c *crowd) start() act {
	return func(ctx context.Context, due time.Time) Sample {
		s := Sample{Kind: startPage}
		browser, err := visitor.New(c.address, c.transport)
		if err != nil {
			s.Err = err
			return s
		}
		p := &shopper{browser: browser}
		page, sample := p.ask(ctx, due, s, func(ctx context.Context) (*visitor.Page, error) { return browser.Get(ctx, "/") })
		if page != nil {
			p.page = page
			sample.Err = c.arrive(p)
		}
		return sample
	}
}

// arrive lets a shopper read the start page.
func (c *crowd) arrive(p *shopper) error {
	names, err := p.page.Texts("form:has(.tile) .tile-name")
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.categories) == 0 {
		c.categories = names
	}
	c.arrived = append(c.arrived, p)
	return nil
}

// next chooses who does what.
func (c *crowd) next(chance *rand.Rand) act {
	s := draw(chance)
	for c.eager && !s.turn {
		s = draw(chance)
	}
	c.mu.Lock()
	from := &c.talking
	if s.begins || len(c.talking) == 0 && s.kind != startPage {
		from = &c.arrived
		if !s.begins { // nobody talks yet
			s = steps[0]
		}
	}
	if s.kind == startPage || len(*from) == 0 {
		c.mu.Unlock()
		return c.start()
	}
	i := chance.IntN(len(*from))
	p := (*from)[i]
	*from = slices.Delete(*from, i, i+1)
	v := voice{chance, c.categories, c.words}
	c.mu.Unlock()

	ask, err := s.of(p, v)
	if s.instead != nil && (errors.Is(err, visitor.ErrNoForm) || errors.Is(err, errNotOffered)) {
		s = *s.instead
		ask, err = s.of(p, v)
	}
	return func(ctx context.Context, due time.Time) Sample {
		sample := Sample{Kind: s.kind, Turn: s.turn, Err: err}
		if err != nil {
			return sample
		}
		page, sample := p.ask(ctx, due, sample, ask)
		if page != nil {
			sample.Err = c.goOn(p, &s, page)
		}
		if sample.Refused { // who goes back
			c.mu.Lock()
			*from = append(*from, p)
			c.mu.Unlock()
		}
		return sample
	}
}

// ask waits for a page. Reading it is not part of the wait.
func (p *shopper) ask(ctx context.Context, due time.Time, s Sample, ask request) (*visitor.Page, Sample) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	page, err := ask(ctx)
	s.Took, s.Err = time.Since(due), err
	if err == nil && page.Status != http.StatusOK {
		s.Err = fmt.Errorf("status %d at %s", page.Status, page.Address())
		if seconds, err := strconv.Atoi(page.Header.Get("Retry-After")); err == nil {
			s.Refused, s.After = true, time.Duration(seconds)*time.Second
		}
	}
	if s.Err != nil {
		return nil, s
	}
	return page, s
}

// goOn puts a shopper back among those who wait for nothing, unless the
// conversation has been long enough.
func (c *crowd) goOn(p *shopper, s *stepKind, page *visitor.Page) error {
	if s.stays {
		p.page = page
	}
	if s.turn {
		p.turns++
	}
	labels, err := p.page.Texts(".option label > span[dir]")
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if s.turn && len(c.words) < mostWords {
		c.words = append(c.words, labels...)
	}
	if p.turns < longest && len(c.talking) < mostIdle {
		c.talking = append(c.talking, p)
	}
	return nil
}
