package index

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"shopclerk/catalog"
	"shopclerk/catalog/patch"
	"shopclerk/catalog/sqlite"
)

// What a patch of a variant may be is told from what the catalogue is; pieces of a variant
// are counted apart from its siblings'.
func TestPatchOfVariants(t *testing.T) {
	ctx := t.Context()
	rng := rand.New(rand.NewPCG(3, 1))
	var records []catalog.Record
	for i := range 12 {
		id := fmt.Sprintf("p%03d", i)
		p := whole(rng, id, kindOf(id))
		s := &said{Record: catalog.Record{ID: id, Stock: -1}, attributes: map[string]catalog.Raw{}}
		s.take(&p)
		for n := range 3 {
			if v := form(rng, id, n); kindOf(id) == "Shirts" {
				s.take(&v)
			}
		}
		records = append(records, s.record())
	}
	shop := shopOf(t, t.TempDir(), records)
	patches, err := shop.Patches(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer patches.Close()
	all := []patch.Patch{
		{ID: "p002", Version: 1, Stock: ptr(3)},
		{ID: "p002", Version: 1, Stock: ptr(0)},
		{ID: "p002-1", Version: 1, Stock: ptr(3)},
		{ID: "p002", Variant: "p005-1", Version: 1, Stock: ptr(3)},
		{ID: "p001", Version: 1, Category: ptr("Sofas")},
		{ID: "p001", Version: 1, Stock: ptr(3)},
	}
	refused, err := Refuse(ctx, shop.Catalogue, all)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"stock: the product comes in variants", "", "", `variant: "p005-1" is of product "p005"`, `category: the catalogue has no "Sofas"`, ""} {
		if got := fmt.Sprint(refused[i]); want == "" && refused[i] != nil || !strings.Contains(got, want) {
			t.Errorf("%+v: %v, want %q", all[i], refused[i], want)
		}
	}
	log := func(at int64, p patch.Patch) Logged { return Logged{At: at, Patch: p} }
	if _, err := patches.Apply(ctx, []Logged{log(50, all[1]), log(60, patch.Patch{ID: "p002-1", Version: 2, Stock: ptr(4)})}); err != nil {
		t.Fatal(err)
	}
	now := patches.Now().Catalogue
	p, err := now.Product(ctx, "p002")
	if err != nil {
		t.Fatal(err)
	}
	if p.Stock != 4 || p.Chosen("p002-1").Stock != 4 || p.Chosen("p002-0").Stock != 0 {
		t.Errorf("the pieces are %d of %+v", p.Stock, p.Variants)
	}
	if one, two := now.Counted(p.Ref, "p002-1"), now.Counted(p.Ref, "p002-2"); one != 60 || two != 50 {
		t.Errorf("counted at %d and %d", one, two)
	}
	// a title makes it another product, to which the ids of its variants lead
	if _, err := patches.Apply(ctx, []Logged{log(70, patch.Patch{ID: "p002", Version: 3, Title: ptr("Other")}), log(80, patch.Patch{ID: "p002-0", Version: 3, Delete: true})}); err != nil {
		t.Fatal(err)
	}
	now = patches.Now().Catalogue
	if v, err := now.Product(ctx, "p002-1"); err != nil || v.Group != "p002" || !strings.HasPrefix(v.Title, "Other") || now.Counted(v.Ref, "p002-1") != 60 {
		t.Errorf("the variant is %+v, %v", v, err)
	}
	if v, err := now.Product(ctx, "p002-0"); err == nil {
		t.Errorf("what is gone is %+v", v)
	}
	owners, err := now.Owners(ctx, []string{"p002", "p002-0", "p002-1", "p001", "none"})
	if diff := gocmp.Diff(map[string]sqlite.Owner{"p002": {Product: "p002", Several: true}, "p002-1": {Product: "p002", Several: true}, "p001": {Product: "p001"}}, owners); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}
