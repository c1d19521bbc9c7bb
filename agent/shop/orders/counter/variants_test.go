package counter_test

import (
	"context"
	"slices"
	"testing"

	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/orders/counter"
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

// A form in the basket is exchanged with its pieces, which are added to those of the other
// form where that is there already.
func TestChangeForm(t *testing.T) {
	d := varied(t)
	add := func(form string, n float64) {
		t.Helper()
		if _, err := d.execute(tools.Call{Tool: counter.AddToBasket, Arguments: tools.Arguments{"product": "shirt", "variant": form, "quantity": n}}, form); err != nil {
			t.Fatal(err)
		}
	}
	change := func(from, to string) error {
		call := tools.Call{Tool: counter.ChangeForm, Arguments: tools.Arguments{"product": from, "variant": to}}
		_, err := d.execute(call, call.Key(from+to))
		return err
	}
	offered := func() bool {
		return slices.ContainsFunc(d.counter().Tools(nil), func(tool tools.Tool) bool { return tool.Name == counter.ChangeForm })
	}
	if offered() {
		t.Error("a form can be changed in an empty basket")
	}
	add("shirt-b-s", 2)
	if !offered() {
		t.Error("the form of a shirt can not be changed")
	}
	if err := change("shirt-b-s", "shirt-b-m"); err != nil || d.held()["shirt-b-m"] != 2 || len(d.held()) != 1 {
		t.Errorf("the basket holds %v, %v", d.held(), err)
	}
	add("shirt-r-m", 1)
	if err := change("shirt-b-m", "shirt-r-m"); err != nil || d.held()["shirt-r-m"] != 3 || len(d.held()) != 1 {
		t.Errorf("the basket holds %v, %v", d.held(), err)
	}
	for name, call := range map[string][2]string{"not there": {"shirt-b-s", "shirt-r-m"}, "no form": {"shirt-r-m", "shirt"}, "none of its": {"shirt-r-m", "piano"}} {
		if err := change(call[0], call[1]); err == nil || d.held()["shirt-r-m"] != 3 {
			t.Errorf("%s: the basket holds %v", name, d.held())
		}
	}
}
