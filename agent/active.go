package agent

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"shopclerk/agent/dialog"
	"shopclerk/agent/nlu"
	"shopclerk/agent/reply"
	"shopclerk/agent/settings"
	"shopclerk/agent/shop/merchant"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

// active are the settings of one version with the reader that knows their synonyms. A turn
// sees one from its beginning to its end.
type active struct {
	settings *settings.Settings
	reader   *nlu.Reader
	namings  *lru.Cache[naming, *reply.Naming] // nil: the shop names no values
}

// naming is a column whose values are named for readers of a language.
type naming struct {
	column   *catalog.Column
	language string
}

// namings is how many columns' namings are kept: those of a few conversations.
const namings = 64

// Apply puts settings in force for every turn that begins from now on; turns under way end
// as they began. nil takes all settings away.
func (a *Agent) Apply(s *settings.Settings) {
	next := &active{settings: s, reader: a.config.Reader}
	if aliases := s.Aliases(); len(aliases) > 0 {
		next.reader = a.config.Reader.WithAliases(aliases)
	}
	if s.Renames() {
		next.namings, _ = lru.New[naming, *reply.Naming](namings) // its only error is a size below 1
	}
	a.applied.Store(next)
}

// Settings returns the settings in force, nil for none.
func (a *Agent) Settings() *settings.Settings { return a.active().settings }

// active returns what is in force.
func (a *Agent) active() *active {
	return cmp.Or(a.applied.Load(), &active{reader: a.config.Reader})
}

// Hides reports whether the shop never shows a product.
func (a *Agent) Hides(product string) bool { return a.Settings().Hides(product, today()) }

// Hidden lists the products that the shop never shows.
func (a *Agent) Hidden() []string { return a.Settings().Place(nil, "", today()).Hidden }

// today is the day by the shop's clock, as settings have it.
func today() string { return time.Now().Format(time.DateOnly) }

// Similar returns the k products that are most like one of a category, best first, without
// hidden products: see [search.Engine.Similar].
func (a *Agent) Similar(ctx context.Context, category string, ref catalog.Ref, k int) ([]search.Hit, error) {
	engine := a.config.Engine
	hidden, err := engine.Store().Refs(ctx, a.Hidden())
	if err != nil {
		return nil, fmt.Errorf("finding hidden products: %w", err)
	}
	hits, err := engine.Similar(ctx, category, ref, k+len(hidden))
	if err != nil {
		return nil, err
	}
	of := slices.Collect(maps.Values(hidden))
	hits = slices.DeleteFunc(hits, func(h search.Hit) bool { return slices.Contains(of, h.Ref) })
	return hits[:min(k, len(hits))], nil
}

// Products reads products, in the order of refs, with the stock that is there for new
// orders.
func (a *Agent) Products(ctx context.Context, refs []catalog.Ref) ([]catalog.Product, error) {
	products, err := a.config.Engine.Store().Products(ctx, refs)
	if err != nil {
		return nil, err
	}
	taken, err := a.config.Taken(ctx)
	catalog.Reserve(products, taken)
	return products, err
}

// ordered is what orders take, by article, and whether that is the last piece of a product.
type ordered struct {
	taken   map[string]int
	soldOut map[catalog.Ref]bool
}

// reserved returns a shelf without the stock that orders have taken. It reads the products of
// which they take another number than they did.
func (a *Agent) reserved(ctx context.Context, shelf *catalog.Shelf) (*catalog.Shelf, error) {
	taken, err := a.config.Taken(ctx)
	was := cmp.Or(a.ordered.Load(), &ordered{soldOut: map[catalog.Ref]bool{}})
	if err != nil || maps.Equal(was.taken, taken) {
		return shelf.SoldOut(was.soldOut), err
	}
	changed := maps.Collect(maps.All(taken))
	maps.Copy(changed, was.taken)
	maps.DeleteFunc(changed, func(article string, _ int) bool { return taken[article] == was.taken[article] })
	products, err := a.Named(ctx, slices.Collect(maps.Keys(changed)))
	if err != nil {
		return nil, err
	}
	now := &ordered{taken, maps.Clone(was.soldOut)}
	for _, p := range products {
		now.soldOut[p.Ref] = p.Stock == 0
	}
	a.ordered.Store(now)
	return shelf.SoldOut(now.soldOut), nil
}

// place adds what the shop does with products to the page of a need.
func (f *active) place(p search.Page, need *search.Need) search.Page {
	set := f.settings.Place(need.Scope, need.Retrieval(), today())
	p.Hidden, p.Pinned, p.Lifts = set.Hidden, set.Pinned, set.Lifts
	return p
}

// naming returns what the values of a column are called when they are offered; nil for one that
// is not of texts.
func (f *active) naming(w *words.Language, c *catalog.Column) *reply.Naming {
	n, key := reply.NamingOf(c), naming{c, w.Code()}
	if n == nil || f.namings == nil {
		return n
	}
	if made, ok := f.namings.Get(key); ok {
		return made
	}
	if named := f.settings.Offered(w.Code(), c.Aspect.In, c.Aspect.Key); named != nil {
		n = reply.NewNaming(c, named)
	}
	f.namings.Add(key, n)
	return n
}

// merchant returns what the shop has told about itself, with what is set in its place.
func (a *Agent) merchant(f *active) *merchant.Info {
	out := *cmp.Or(a.Merchant(), &merchant.Info{})
	texts := f.settings.Facts()
	for topic, own := range out.Texts {
		set := texts[topic]
		texts[topic] = maps.Clone(own)
		maps.Copy(texts[topic], set)
	}
	out.Texts = texts
	return &out
}

// word gives a question the words that the shop has set.
func (f *active) word(p *dialog.Posed, scope []string, language string) {
	w := f.settings.Word(scope, p.Answer.Key, language)
	if w.Text != "" {
		p.Text, p.Worded = w.Text, f.settings.Version
	}
	p.Help = w.Help
}

// led returns the choice of the category that a message is redirected to, nil where it is
// redirected to none that is sold.
func (a *Agent) led(f *active, message string) *search.Change {
	path, _ := f.settings.Redirect(message)
	if !slices.ContainsFunc(a.config.Engine.Store().Categories(), func(c catalog.Category) bool { return c.Path == path }) {
		return nil
	}
	return &search.Change{Op: search.SetScope, Text: catalog.LastLevel(path), Categories: []string{path}}
}
