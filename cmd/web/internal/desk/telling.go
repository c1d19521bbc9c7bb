package desk

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"shopclerk/agent"
	"shopclerk/agent/settings"
	"shopclerk/agent/shop/merchant"
	"shopclerk/catalog"
	"shopclerk/cmd/internal/live"
	"shopclerk/search"
	view "shopclerk/views/desk"
	"shopclerk/words"
)

// telling tells what settings refer to in the catalogue of a request.
type telling struct {
	ctx   context.Context
	shop  *live.Snapshot
	words *words.Language
}

// Categories implements [settings.Catalogue].
func (t *telling) Categories() []catalog.Category { return t.shop.Store.Categories() }

// Has implements [settings.Catalogue].
func (t *telling) Has(category, aspect, value string) bool {
	c := t.column(category, aspect)
	return c != nil && len(c.Find(&catalog.Condition{Values: []string{value}})) > 0
}

// Sells implements [settings.Catalogue].
func (t *telling) Sells(product string) bool {
	refs, err := t.shop.Store.Refs(t.ctx, []string{product})
	return err != nil || len(refs) > 0 // a store in trouble tells nothing
}

// Answers implements [settings.Catalogue].
func (t *telling) Answers(topic string) bool { return slices.Contains(merchant.Topics(), topic) }

// column returns a category's column of an aspect, nil for none.
func (t *telling) column(category, aspect string) *catalog.Column {
	shelf, err := t.shop.Clerk.Config().Engine.Shelf(t.ctx, category)
	if err != nil {
		return nil
	}
	return shelf.Column(aspect)
}

// among are the categories that a part of the shop has, the largest first; "" is the whole shop.
func (t *telling) among(category string) []catalog.Category {
	return slices.DeleteFunc(slices.SortedStableFunc(slices.Values(t.Categories()), func(a, b catalog.Category) int { return cmp.Compare(b.Size, a.Size) }),
		func(c catalog.Category) bool { return category != "" && c.Path != category })
}

const (
	// aspectsListed and valuesListed are how many aspects and values are to choose from, those of
	// most products: more are no list that anybody reads.
	aspectsListed, valuesListed = 300, 60
	// categoriesRead is in how many categories values are looked for.
	categoriesRead = 30
)

// aspects lists what products of a part of the shop tell, by their labels, the chosen one among
// them.
func (t *telling) aspects(category, chosen string) []view.Choice {
	var out []view.Choice
	products := map[string]float64{}
	for _, c := range t.among(category) {
		for _, a := range c.Aspects {
			if _, known := products[a.Key]; !known {
				out = append(out, view.Choice{Value: a.Key, Text: cmp.Or(a.Label, a.Key)})
			}
			products[a.Key] += a.Coverage * float64(c.Size)
		}
	}
	products[chosen] += math.MaxInt // is listed
	slices.SortStableFunc(out, func(a, b view.Choice) int { return cmp.Compare(products[b.Value], products[a.Value]) })
	out = out[:min(len(out), aspectsListed)]
	slices.SortStableFunc(out, func(a, b view.Choice) int { return cmp.Compare(catalog.FoldCase(a.Text), catalog.FoldCase(b.Text)) })
	return out
}

// values lists the commonest texts of an aspect in a part of the shop, with how many products have
// them, the chosen ones first.
func (t *telling) values(category, aspect string, chosen []string) ([]view.Choice, error) {
	counts := map[string]int{}
	read := 0
	for _, c := range t.among(category) {
		if _, ok := c.Aspect(aspect); !ok || read >= categoriesRead {
			continue
		}
		read++
		if column := t.column(c.Path, aspect); column != nil && column.Aspect.Kind != catalog.Numeric && column.Aspect.Kind != catalog.Flag {
			for code, n := range column.Counts() {
				counts[column.Values[code].Text] += n
			}
		}
	}
	first := map[string]int{}
	for _, v := range chosen {
		counts[v], first[v] = max(counts[v], 0), -1
	}
	var out []view.Choice
	for v, n := range counts {
		out = append(out, view.Choice{Value: v, Text: t.words.N("desk.set.value", n, "Value", v)})
	}
	slices.SortFunc(out, func(a, b view.Choice) int {
		return cmp.Or(cmp.Compare(first[a.Value], first[b.Value]), cmp.Compare(counts[b.Value], counts[a.Value]), cmp.Compare(a.Value, b.Value))
	})
	return out[:min(len(out), valuesListed)], t.ctx.Err()
}

// waresListed is how many products a search for products lists.
const waresListed = 12

// wares lists the products of an entry, then those that are looked for: by words, or else those of the
// entry's list as it is.
func (t *telling) wares(e *edit) ([]view.Choice, error) {
	ids := e.made().Of("products")
	out := make([]view.Choice, len(ids))
	for i, title := range t.titles(ids) {
		out[i] = view.Choice{Value: ids[i], Text: title}
	}
	in := agent.Input{Message: cmp.Or(strings.TrimSpace(e.form.Get(view.FieldFind)), e.form.Get("query"))}
	if path := e.form.Get("category"); path != "" && e.form.Get(view.FieldFind) == "" {
		in.Changes = scopeOf(path)
	}
	if in.Message == "" && len(in.Changes) == 0 {
		return out, nil
	}
	found, err := t.shop.Clerk.Search(t.ctx, in, search.Page{Limit: waresListed})
	if err != nil {
		return nil, err
	}
	for i := range found.Products {
		if p := &found.Products[i]; !slices.Contains(ids, p.ID) {
			out = append(out, view.Choice{Value: p.ID, Text: fmt.Sprintf("%s (%s)", p.Title, p.ID)})
		}
	}
	return out, nil
}

// scopeOf is the choice of a category.
func scopeOf(path string) []search.Change {
	return []search.Change{{Op: search.SetScope, Text: catalog.LastLevel(path), Categories: []string{path}}}
}

// titles are those of products by their ids, with these; of what is not sold, the id.
func (t *telling) titles(ids []string) []string {
	out := slices.Clone(ids)
	titles, _ := titles(t.ctx, t.shop.Store, ids) // a store in trouble tells nothing
	for i, id := range ids {
		if titles[id] != "" {
			out[i] = fmt.Sprintf("%s (%s)", titles[id], id)
		}
	}
	return out
}

// entry tells an entry in words.
func (t *telling) entry(k *settings.Kind, e settings.Entry) string {
	var out []string
	for _, p := range k.Parts {
		texts := e.Of(p.Name)
		if len(texts) == 0 {
			continue
		}
		switch p.Sort {
		case settings.Product:
			texts = t.titles(texts)
		case settings.Key:
			texts = []string{label(t.Categories(), e.Text("category"), texts[0])}
		case settings.Act, settings.When, settings.Code, settings.Topic:
			choices, _ := t.options(&edit{}, &p) // only looking at products can fail
			if i := slices.IndexFunc(choices, func(c view.Choice) bool { return c.Value == texts[0] }); i >= 0 {
				texts = []string{choices[i].Text}
			}
		}
		out = append(out, t.words.T("desk.set.part", "Part", t.words.T(p.Label), "Text", strings.Join(texts, t.words.T("language.comma"))))
	}
	return strings.Join(out, " · ")
}

// changesListed is how many entries a version is told to have added or taken out.
const changesListed = 5

// changes tells what a document has that the one before had not, and the other way round.
func (t *telling) changes(before, after settings.Document) []string {
	var out []string
	for _, k := range settings.Kinds {
		for _, side := range []struct {
			id       string
			has, not []settings.Entry
		}{{"desk.set.added", after[k.List], before[k.List]}, {"desk.set.removed", before[k.List], after[k.List]}} {
			for _, e := range side.has {
				if !slices.ContainsFunc(side.not, func(o settings.Entry) bool { return reflect.DeepEqual(e, o) }) {
					out = append(out, t.words.T(side.id, "Kind", t.words.T(k.Title), "What", t.entry(&k, e)))
				}
			}
		}
	}
	if more := len(out) - changesListed; more > 0 {
		out = append(out[:changesListed], t.words.N("desk.set.more", more))
	}
	return out
}

// topicNames are the ids of what the topics of facts are called.
var topicNames = map[string]string{
	"delivery": "desk.topic.delivery", "shipping": "desk.topic.shipping", "pickup": "desk.topic.pickup", "payment": "desk.topic.payment",
	"returns": "desk.topic.returns", "warranty": "desk.topic.warranty", "hours": "desk.topic.hours", "store": "desk.topic.store",
	"contact": "desk.topic.contact", "discount": "desk.topic.discount", "gift-card": "desk.topic.gift-card", "stock": "desk.topic.stock",
	"wrapping": "desk.topic.wrapping", "service": "desk.topic.service", "business": "desk.topic.business", "order": "desk.topic.order",
	"privacy": "desk.topic.privacy", "company": "desk.topic.company", "careers": "desk.topic.careers",
}
