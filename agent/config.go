package agent

import (
	"cmp"
	"context"
	"fmt"
	"sync/atomic"

	"shopclerk/agent/clarify"
	"shopclerk/agent/nlu"
	"shopclerk/agent/shop/merchant"
	"shopclerk/catalog"
	"shopclerk/catalog/discover"
	"shopclerk/search"
)

// Config is what a clerk is made of: the catalogue, how messages are read, what questions
// are chosen by, and what comes from beside the catalogue.
type Config struct {
	Engine     *search.Engine
	Reader     *nlu.Reader    // of messages
	Policy     clarify.Policy // chooses the questions; nil: the default one
	PolicyName string         // for the record

	Questions int // at once, at most; 0: three, as in ProductAgent
	Options   int // a question, at most; 0: five, as in ProductAgent
	Page      int // products on the first page: k of the page gain; 0: ten, as HIT@10 and MRR@10 measure
	Sample    int // candidates that questions are chosen on, at most and about; 0: [clarify.DefaultSample]
	Seed      uint64
	Currency  string // the shop's, ISO 4217: what a bare amount is in
	Language  string // code of the one that the catalogue is in; "" where it shows none

	// Statistics tell what shoppers answered before; nil: questions are chosen by the
	// catalogue's estimate alone.
	Statistics *Statistics

	// Shop returns what the shop has told about itself, as it stands at the moment of the
	// call; nil: nothing. A turn calls [Agent.Merchant] once, so that it sees one version.
	Shop func() *merchant.Info

	// Taken returns how many pieces orders have taken from the stock, by article, as a map that
	// nobody writes to; nil: nothing is ordered.
	Taken func(context.Context) (map[string]int, error)

	// Model proposes changes for words that the reader could not link; nil: there is none.
	Model Model
}

// Agent is the clerk of one catalogue. It holds no conversation, is safe for concurrent
// use and stays as it was made, but for the settings that [Agent.Apply] puts in force.
type Agent struct {
	config  Config
	applied atomic.Pointer[active]  // nil: no settings
	ordered atomic.Pointer[ordered] // nil: nothing was
}

// New returns a clerk without settings. What is left out of the configuration has its
// default.
func New(c Config) *Agent {
	if c.Policy == nil {
		c.Policy, c.PolicyName = clarify.DefaultJoint(), "joint"
	}
	if c.Taken == nil {
		c.Taken = func(context.Context) (map[string]int, error) { return nil, nil }
	}
	c.Questions, c.Options, c.Page, c.Sample = cmp.Or(c.Questions, 3), cmp.Or(c.Options, 5), cmp.Or(c.Page, 10), cmp.Or(c.Sample, clarify.DefaultSample)
	return &Agent{config: c}
}

// Hire returns a clerk, with the defaults, who has learned the words of the engine's whole
// catalogue, which loads every shelf.
func Hire(ctx context.Context, engine *search.Engine) (*Agent, error) {
	shelves, err := engine.Shelves(ctx)
	if err != nil {
		return nil, fmt.Errorf("learning the catalogue's words: %w", err)
	}
	categories := engine.Store().Categories()
	currency, names := "", make([]string, len(categories))
	at := make(map[string]*catalog.Shelf, len(categories))
	for i, c := range categories {
		at[c.Path], names[i] = shelves[i], c.Name
		if price, ok := c.Aspect(catalog.KeyPrice); ok && currency == "" {
			currency = price.Unit
		}
	}
	reader := nlu.NewReader(categories, func(path string) *catalog.Shelf { return at[path] }, leading(engine))
	return New(Config{Engine: engine, Reader: reader, Currency: currency, Language: discover.Language(names)}), nil
}

// Config returns what the clerk is made of.
func (a *Agent) Config() Config { return a.config }

// With returns another clerk, without settings: made of the same but for what change
// changes.
func (a *Agent) With(change func(*Config)) *Agent {
	c := a.config
	change(&c)
	return New(c)
}

// Merchant returns what the shop has told about itself. It may be nil, which answers
// that nothing is known: see [merchant.Info.Answer].
func (a *Agent) Merchant() *merchant.Info {
	if a.config.Shop == nil {
		return nil
	}
	return a.config.Shop()
}
