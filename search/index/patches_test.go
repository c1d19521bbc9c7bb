package index

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"shopclerk/catalog"
	"shopclerk/catalog/patch"
	"shopclerk/catalog/sqlite"
	"shopclerk/search"
)

// said is a record as patches name its fields: attributes by key.
type said struct {
	catalog.Record
	attributes map[string]catalog.Raw
}

func (s *said) record() catalog.Record {
	r := s.Record
	if len(r.Variants) > 0 { // as a feed's reader puts them together
		r.Variants = slices.Clone(r.Variants)
		r.Price, _ = catalog.PriceSpan(r.Variants)
		r.Stock = catalog.Pieces(r.Variants)
		for _, c := range (&catalog.Product{Variants: r.Variants}).Choices() {
			list := catalog.Raw{Kind: catalog.RawList}
			for _, v := range c.Values {
				list.List = append(list.List, catalog.Text(v))
			}
			s.attributes[strings.ToLower(c.Name)] = list
		}
	}
	for _, key := range slices.Sorted(maps.Keys(s.attributes)) {
		r.Attributes = append(r.Attributes, catalog.RawAttribute{Key: key, Value: s.attributes[key]})
	}
	return r
}

var (
	colours  = []string{"red", "green", "blue", "black", "white"}
	features = []string{"dimmable", "foldable", "wireless", "washable"}
	brands   = []string{"Kela", "Nordlys", "Thorn", "Arbo"}
	kinds    = []string{"Lamps", "Chairs", "Shirts"}
	sizes    = []string{"S", "M", "L", "XL"}
)

// kindOf tells by its id what a product of these tests begins as.
func kindOf(id string) string {
	var n int
	if _, err := fmt.Sscanf(id[1:], "%d", &n); err != nil {
		panic(err)
	}
	return kinds[n%len(kinds)]
}

// form is a patch that makes the n-th variant of a product.
func form(rng *rand.Rand, id string, n int) patch.Patch {
	return patch.Patch{ID: id, Variant: fmt.Sprint(id, "-", n),
		Options: []patch.Option{{Name: "Colour", Value: colours[n%len(colours)]}, {Name: "Size", Value: sizes[n%len(sizes)]}},
		Price:   &patch.Money{Amount: float64(100+rng.IntN(9000)) / 100, Currency: "EUR"}, Stock: ptr(rng.IntN(9) - 1)}
}

// anything draws the value of an attribute as a patch would say it, nil for none.
func anything(rng *rand.Rand, key string) any {
	if rng.IntN(6) == 0 {
		return nil
	}
	switch key {
	case "colour":
		return colours[rng.IntN(len(colours))]
	case "weight":
		return fmt.Sprintf("%.1f kg", float64(1+rng.IntN(60))/2)
	case "waterproof":
		return rng.IntN(2) == 0
	}
	var list []any
	for _, f := range features {
		if rng.IntN(2) == 0 {
			list = append(list, f)
		}
	}
	if list == nil {
		return nil
	}
	return list
}

var keys = []string{"colour", "weight", "waterproof", "extras"}

// take says of a record what a patch says of its product: the plain reading of a patch
// that comes in time.
func (s *said) take(p *patch.Patch) {
	if id := p.Variant; id != "" || strings.Contains(p.ID, "-") {
		id = cmp.Or(id, p.ID)
		i := slices.IndexFunc(s.Variants, func(v catalog.Variant) bool { return v.ID == id })
		switch {
		case p.Delete:
			if i >= 0 {
				s.Variants = slices.Delete(s.Variants, i, i+1)
			}
			return
		case i < 0 && p.Options == nil:
			return
		case i < 0:
			i = len(s.Variants)
			s.Variants = append(s.Variants, catalog.Variant{ID: id, Stock: -1})
		}
		sayOf(&s.Variants[i], p)
		return
	}
	if p.Title != nil {
		s.Title = *p.Title
	}
	if p.Brand != nil {
		s.Brand = *p.Brand
	}
	if p.Description != nil {
		s.Description = *p.Description
	}
	if p.Category != nil {
		s.Category = *p.Category
	}
	if p.Price != nil {
		s.Price = catalog.Price{Minor: int64(100*p.Price.Amount + 0.5), Currency: p.Price.Currency}
	}
	if p.Stock != nil {
		s.Stock = *p.Stock
	}
	if p.Rating != nil {
		s.Rating = *p.Rating
	}
	for i := range s.Variants {
		sayOf(&s.Variants[i], p)
	}
	for key, v := range p.Attributes {
		switch v := v.(type) {
		case nil:
			delete(s.attributes, key)
		case string:
			s.attributes[key] = catalog.Text(v)
		case bool:
			s.attributes[key] = catalog.Bool(v)
		case []any:
			list := catalog.Raw{Kind: catalog.RawList}
			for _, e := range v {
				list.List = append(list.List, catalog.Text(e.(string)))
			}
			s.attributes[key] = list
		}
	}
}

// sayOf says of a variant what a patch says of it, or of its product.
func sayOf(v *catalog.Variant, p *patch.Patch) {
	if p.Options != nil {
		v.Options = nil
		for _, o := range p.Options {
			v.Options = append(v.Options, catalog.Option(o))
		}
	}
	if p.Price != nil {
		v.Price = catalog.Price{Minor: int64(100*p.Price.Amount + 0.5), Currency: p.Price.Currency}
	}
	if p.Stock != nil {
		v.Stock = *p.Stock
	}
}

func ptr[T any](v T) *T { return &v }

// whole is a patch that says all there is of a product.
func whole(rng *rand.Rand, id, category string) patch.Patch {
	p := patch.Patch{ID: id, Category: &category, Title: ptr(fmt.Sprintf("%s %s %s", colours[rng.IntN(5)], strings.TrimSuffix(category, "s"), id)),
		Brand: &brands[rng.IntN(len(brands))], Description: ptr("made of " + features[rng.IntN(4)] + " stuff"),
		Price: &patch.Money{Amount: float64(rng.IntN(9000)) / 100, Currency: "EUR"}, Stock: ptr(rng.IntN(9)), Rating: ptr(float64(rng.IntN(50)) / 10), Attributes: map[string]any{}}
	if category == "Shirts" {
		p.Stock = ptr(rng.IntN(2) - 1) // of all variants
	}
	for _, key := range keys {
		if key != "colour" || category != "Shirts" { // whose variants say it
			p.Attributes[key] = anything(rng, key)
		}
	}
	return p
}

// some is a patch that says something of a product that there may be.
func some(rng *rand.Rand, id string) patch.Patch {
	p := patch.Patch{ID: id}
	shirt := kindOf(id) == "Shirts"
	if n := rng.IntN(6); shirt && rng.IntN(2) == 0 { // of a variant, by either name
		p.Variant = fmt.Sprint(id, "-", n)
		if rng.IntN(2) == 0 {
			p.ID, p.Variant = p.Variant, ""
		}
	}
	money := &patch.Money{Amount: float64(100+rng.IntN(9000)) / 100, Currency: "EUR"}
	switch k := rng.IntN(9); {
	case k < 2:
		p.Price = money
	case k < 4 && shirt && p.ID == id && p.Variant == "":
		p.Stock = ptr(rng.IntN(2) - 1)
	case k < 4:
		p.Stock = ptr(rng.IntN(5) - 1)
	case p.ID != id || p.Variant != "":
		if k < 6 {
			return form(rng, id, rng.IntN(6))
		}
		if p.Delete = k == 6 && rng.IntN(2) == 0; !p.Delete {
			p.Price, p.Stock = money, ptr(rng.IntN(5))
		}
	case k == 4:
		p.Rating = ptr(float64(rng.IntN(50)) / 10)
	case k == 5:
		key := keys[rng.IntN(len(keys))]
		if shirt {
			key = "weight"
		}
		p.Attributes = map[string]any{key: anything(rng, key)}
	case k == 6:
		p.Title, p.Brand = ptr("another "+id), &brands[rng.IntN(len(brands))]
	case k == 7 && !shirt:
		p.Category = &kinds[rng.IntN(2)]
	default:
		p.Delete = true
	}
	return p
}

// shopOf imports records into a directory and opens it.
func shopOf(t *testing.T, dir string, records []catalog.Record) *Shop {
	t.Helper()
	if _, err := Build(t.Context(), dir, FromSeq(slices.Values(records)), Options{}); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// stated is what a catalogue says of itself.
type stated struct {
	Sizes    map[string]int
	Aspects  map[string][]catalog.Aspect
	Values   map[string][]catalog.Value
	Facets   map[string][]catalog.Facet
	Products []catalog.Product
}

func state(t *testing.T, s *Shop, ids []string) stated {
	t.Helper()
	ctx := t.Context()
	out := stated{map[string]int{}, map[string][]catalog.Aspect{}, map[string][]catalog.Value{}, map[string][]catalog.Facet{}, nil}
	for _, c := range s.Catalogue.Categories() {
		out.Sizes[c.Path], out.Aspects[c.Path] = c.Size, c.Aspects
		for _, from := range []func(context.Context, string) (*catalog.Shelf, error){s.Shelf, s.Catalogue.Shelf} {
			shelf, err := from(ctx, c.Path)
			if err != nil {
				t.Fatal(err)
			}
			rows := make([]int32, shelf.Rows())
			for i := range rows {
				rows[i] = int32(i)
			}
			for _, column := range shelf.Columns {
				out.Values[c.Path+"/"+column.Aspect.Key] = column.Values
				out.Facets[c.Path+"/"+column.Aspect.Key] = shelf.Facets(column.Aspect.Key, rows)
			}
		}
	}
	refs, err := s.Catalogue.Refs(ctx, ids)
	if err != nil {
		t.Fatal(err)
	}
	if out.Products, err = s.Catalogue.Products(ctx, slices.Collect(maps.Values(refs))); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(out.Products, func(a, b catalog.Product) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

// However patches come, late, twice and in any order, the catalogue states to the byte
// what an import of the resulting feed states, but for what an import learns anew.
func TestPatchedIsImported(t *testing.T) {
	const stay = 12 // how many products no patch changes
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 7))
			feed := map[string]*said{}
			var order []string
			var ids []string
			for i := range 72 {
				id := fmt.Sprintf("p%03d", i)
				p := whole(rng, id, kindOf(id))
				if i < stay { // these show all there is
					p.Attributes = map[string]any{"colour": colours[i/3%5], "weight": fmt.Sprint(i+1, " kg"), "waterproof": i%4 < 2, "extras": []any{features[i%4], features[(i+1)%4]}}
				}
				s := &said{Record: catalog.Record{ID: p.ID, Stock: -1}, attributes: map[string]catalog.Raw{}}
				s.take(&p)
				for n := range 3 {
					if v := form(rng, id, n+i/3%4); kindOf(id) == "Shirts" {
						s.take(&v)
					}
				}
				feed[p.ID] = s
				order = append(order, p.ID)
			}
			var records []catalog.Record
			for _, id := range order {
				records = append(records, feed[id].record())
			}
			shop := shopOf(t, t.TempDir(), records)
			patches, err := shop.Patches(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := patches.Close(); err != nil {
					t.Error(err)
				}
			}()
			// in time: the version is the place
			var log []Logged
			for v := range int64(300) {
				id := fmt.Sprintf("p%03d", stay+rng.IntN(72))
				p := some(rng, id)
				ofVariant := p.ID != id || p.Variant != ""
				if rng.IntN(4) == 0 && !ofVariant || feed[id] == nil && (!p.Delete || ofVariant) {
					p, ofVariant = whole(rng, id, kindOf(id)), false
				}
				if ofVariant && p.Delete && len(feed[id].Variants) < 3 {
					continue // an import makes a single variant the product itself
				}
				p.Version = v + 1
				if s := feed[id]; p.Delete && !ofVariant {
					delete(feed, id)
				} else {
					if s == nil {
						s = &said{Record: catalog.Record{ID: id, Stock: -1}, attributes: map[string]catalog.Raw{}}
						feed[id] = s
						order = append(slices.DeleteFunc(order, func(o string) bool { return o == id }), id)
					}
					s.take(&p)
				}
				log = append(log, Logged{At: v + 1, Patch: p})
			}
			rng.Shuffle(len(log), func(i, j int) { log[i], log[j] = log[j], log[i] })
			for from := 0; from < len(log); {
				n := min(len(log)-from, 1+rng.IntN(30))
				if _, err := patches.Apply(t.Context(), log[from:from+n]); err != nil {
					t.Fatal(err)
				}
				from += n - min(n-1, rng.IntN(3)) // some again
			}
			records = records[:0]
			for _, id := range order {
				ids = append(ids, id)
				if s := feed[id]; s != nil {
					records = append(records, s.record())
				}
			}
			fresh := shopOf(t, t.TempDir(), records)
			defer fresh.Close()
			if diff := gocmp.Diff(state(t, fresh, ids), state(t, patches.Now(), ids),
				cmpopts.IgnoreFields(catalog.Aspect{}, "Askable", "Why", "Answerable"), cmpopts.IgnoreFields(catalog.Product{}, "Ref")); diff != "" {
				t.Errorf("(-imported +patched):\n%s", diff)
			}
		})
	}
}

// What is patched is found by words, and what is gone is not, by any retriever.
func TestPatchedIsFound(t *testing.T) {
	ctx := t.Context()
	rng := rand.New(rand.NewPCG(1, 1))
	var records []catalog.Record
	for i := range 40 {
		id := fmt.Sprintf("p%03d", i)
		p := whole(rng, id, kindOf(id))
		s := &said{Record: catalog.Record{ID: p.ID, Stock: -1}, attributes: map[string]catalog.Raw{}}
		s.take(&p)
		records = append(records, s.record())
	}
	dir := t.TempDir()
	shop := shopOf(t, dir, records)
	patches, err := shop.Patches(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer patches.Close()
	var all []patch.Patch
	for i := range 20 {
		p := whole(rng, fmt.Sprintf("n%d", i), "Lamps")
		p.Title, p.Version = ptr(fmt.Sprint("Xylophone number ", i)), 1
		all = append(all, p)
	}
	for n, p := range []patch.Patch{{ID: "p000", Version: 1, Delete: true}, {ID: "n3", Version: 2, Delete: true}, {ID: "n4", Version: 2, Title: ptr("Zither")}, {ID: "p002", Version: 5, Stock: ptr(7)}} {
		_ = n
		all = append(all, p)
	}
	for _, p := range all { // one by one: segments are made one
		if err := AppendPatches(dir, []patch.Patch{p}); err != nil {
			t.Fatal(err)
		}
		if changed, err := patches.Follow(ctx, dir); err != nil || !changed {
			t.Fatalf("followed %v: %v, %v", p.ID, changed, err)
		}
	}
	if changed, err := patches.Follow(ctx, dir); changed || err != nil {
		t.Errorf("followed nothing: %v, %v", changed, err)
	}
	if len(patches.segments) > 6 {
		t.Errorf("%d segments for 21 products", len(patches.segments))
	}
	now := patches.Now()
	found := func(text string) []string {
		t.Helper()
		var out []string
		for _, r := range []search.Retriever{now.Lexical(), now.Vector()} {
			hits, err := r.Retrieve(ctx, text, nil, 100)
			if err != nil {
				t.Fatal(err)
			}
			var refs []catalog.Ref
			for _, h := range hits {
				refs = append(refs, h.Ref)
			}
			products, err := now.Catalogue.Products(ctx, refs)
			if err != nil {
				t.Fatalf("%q finds what is gone: %v", text, err)
			}
			for _, p := range products {
				out = append(out, p.ID)
			}
		}
		return out
	}
	if got := found("xylophone"); !slices.Contains(got, "n0") || slices.Contains(got, "n3") {
		t.Errorf("xylophones: %v", got)
	}
	if got := found("zither"); len(got) == 0 || got[0] != "n4" {
		t.Errorf("zithers: %v", got)
	}
	if got := found(records[0].Title); slices.Contains(got, "p000") {
		t.Error("what is gone is found")
	}
	if refs, err := now.Engine.Complete(ctx, "xylo", 30); err != nil || len(refs) != 18 {
		t.Errorf("completed to %d, %v", len(refs), err)
	}
	need := search.Need{Words: []search.Words{{Text: "xylophone"}}}
	scope, err := now.Engine.Scope(ctx, &need)
	if err == nil {
		_, err = now.Engine.Rank(ctx, &need, scope, nil, search.Page{Limit: 10})
	}
	if err != nil {
		t.Error(err)
	}

	// the same after a restart, and an import that knows of none of it begins anew
	again, err := Open(ctx, dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	replayed, err := again.Patches(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := replayed.Follow(ctx, dir); err != nil {
		t.Fatal(err)
	}
	ids := []string{"p000", "p001", "p002", "n3", "n4", "n5"}
	if diff := gocmp.Diff(state(t, now, ids), state(t, replayed.Now(), ids), cmpopts.IgnoreFields(catalog.Product{}, "Ref")); diff != "" {
		t.Errorf("(-before +after a restart):\n%s", diff)
	}
	if err := replayed.Close(); err != nil {
		t.Error(err)
	}
	fresh := shopOf(t, dir, records)
	defer fresh.Close()
	if _, err := fresh.Catalogue.Product(ctx, "n5"); err == nil {
		t.Error("an import kept what its feed does not have")
	}
	var left Position
	if list, _, err := ReadPatches(dir, left); err != nil || len(list) > 0 {
		t.Errorf("%d patches are left after an import, %v", len(list), err)
	}
	_ = sqlite.ErrNotFound
}

// Pages show pictures of the hosts that the catalogue names, those of a patch among them.
func TestOriginsArePatched(t *testing.T) {
	dir := t.TempDir()
	shop := shopOf(t, dir, []catalog.Record{
		{ID: "a", Title: "Lamp", Category: "Lamps", Image: "https://one.example/a.jpg", Stock: -1},
		{ID: "b", Title: "Lamp", Category: "Lamps", Image: "/own/b.svg", Stock: -1},
	})
	if got := shop.Catalogue.Origins(); !slices.Equal(got, sqlite.Origins{"https://one.example"}) {
		t.Fatalf("imported: %q", got)
	}
	patches, err := shop.Patches(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer patches.Close()
	if err := AppendPatches(dir, []patch.Patch{{ID: "b", Version: 1, Image: ptr("https://two.example/b.jpg")}}); err != nil {
		t.Fatal(err)
	}
	if _, err := patches.Follow(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	if got := patches.Now().Catalogue.Origins(); !slices.Equal(got, sqlite.Origins{"https://one.example", "https://two.example"}) {
		t.Errorf("patched: %q", got)
	}
}
