package counter_test

import (
	"context"
	"slices"
	"testing"

	"shopclerk/agent/orders"
	"shopclerk/agent/orders/counter"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
)

// shirt is a product of the catalogue that comes in three forms.
func shirt() catalog.Product {
	form := func(id, colour, size string, minor int64, stock int) catalog.Variant {
		return catalog.Variant{ID: id, Price: euro(minor), Stock: stock, Options: []catalog.Option{{Name: "Colour", Value: colour}, {Name: "Size", Value: size}}}
	}
	return catalog.Product{ID: "shirt", Title: "Linen shirt", Price: euro(4900), Stock: 3, Variants: []catalog.Variant{
		form("shirt-b-s", "Blue", "S", 4900, 2), form("shirt-b-m", "Blue", "M", 5200, 1), form("shirt-r-m", "Red", "M", 5200, 0),
	}}
}

// varied is a counter of a shop that also sells the shirt.
func varied(t *testing.T) *desk {
	d := fillable(t)
	others, one := d.shop.Products, shirt()
	d.shop.Products = func(ctx context.Context, ids []string) ([]catalog.Product, error) {
		out, err := others(ctx, ids)
		if slices.Contains(ids, one.ID) {
			out = append(out, one)
		}
		for _, id := range ids {
			if v, ok := one.As(id); ok {
				out = append(out, v)
			}
		}
		return out, err
	}
	return d
}

// Of a product in several forms one is put in the basket, ordered, and exchanged for
// another.
func TestCatalogueVariants(t *testing.T) {
	d := varied(t)
	adding := tools.Call{Tool: counter.AddToBasket, Arguments: tools.Arguments{"product": "shirt"}}
	for _, tool := range d.counter().Tools([]catalog.Product{shirt(), *d.product("mug-r")}) {
		if tool.Name != counter.AddToBasket {
			continue
		}
		form := tool.Parameter("variant")
		if form == nil || !form.Required {
			t.Fatal("nobody asks which form of the shirt is meant")
		}
		var labels []string
		for _, v := range form.Domain.At(adding.Arguments).Values {
			labels = append(labels, v.Label)
		}
		if want := []string{"Blue, S, €49.00", "Blue, M, €52.00", "Red, M, €52.00"}; !slices.Equal(labels, want) {
			t.Errorf("the forms are %q, want %q", labels, want)
		}
		if v := form.Domain.At(tools.Arguments{"product": "mug-r"}).Values; len(v) != 1 || v[0].Of != "mug-r" {
			t.Errorf("the forms of a mug are %v", v)
		}
	}
	if _, err := d.execute(adding, "none chosen"); err == nil {
		t.Error("a shirt of no size is in the basket")
	}
	adding.Arguments["variant"] = "shirt-b-s"
	if _, err := d.execute(adding, "put"); err != nil {
		t.Fatal(err)
	}
	if got := d.held(); got["shirt-b-s"] != 1 {
		t.Fatalf("the basket holds %v", got)
	}
	if _, err := d.execute(d.placeAll(), "order"); err != nil {
		t.Fatal(err)
	}
	if got := d.held(); len(got) > 0 {
		t.Errorf("what was ordered is still in the basket: %v", got)
	}
	exchange := func(variant string) tools.Call {
		return tools.Call{Tool: counter.ExchangeItem, Arguments: tools.Arguments{"order": "S1005", "item": "S1005/1", "variant": variant, "payment": "invoice"}}
	}
	if decision, done := d.carry("red", exchange("shirt-r-m")); done != nil {
		t.Errorf("sold out, and yet: %s", decision.Say(d.words))
	}
	decision, done := d.carry("medium", exchange("shirt-b-m"))
	if done == nil {
		t.Fatalf("not exchanged: %s", decision.Say(d.words))
	}
	l := done.Order.Lines[0]
	want := orders.Article{ID: "shirt-b-m", Product: "shirt", Title: "Linen shirt", Price: euro(5200), Options: []orders.Option{{Name: "Colour", Value: "Blue"}, {Name: "Size", Value: "M"}}}
	if l.Article.ID != want.ID || l.Product != want.Product || l.Title != want.Title || l.Price != want.Price || !slices.Equal(l.Options, want.Options) {
		t.Errorf("the order has %+v, want %+v", l.Article, want)
	}
}
