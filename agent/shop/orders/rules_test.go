package orders_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/agent/shop/orders"
	"shopclerk/catalog"
)

var home = orders.Address{Street: "1 Mill Lane", City: "York", Zip: "YO1 7AA"}

func euro(minor int64) catalog.Price { return catalog.Price{Minor: minor, Currency: "EUR"} }

func article(id, product string, minor int64) orders.Article {
	return orders.Article{ID: id, Product: product, Title: product, Price: euro(minor)}
}

// two is an order of a lamp and three mugs.
func two(t interface{ Fatal(...any) }, status orders.Status) orders.Order {
	o, err := orders.New("ann", []orders.Line{{Article: article("lamp-b", "lamp", 3900), Quantity: 1}, {Article: article("mug-r", "mug", 900), Quantity: 3}}, home, "visa")
	if err != nil {
		t.Fatal(err)
	}
	o = o.Number("W1")
	o.Status = status
	return o
}

// told is an order in a line.
func told(o orders.Order) string {
	s := string(o.Status) + ":"
	for _, l := range o.Lines {
		s += fmt.Sprintf(" %d %s", l.Quantity, l.Article.ID)
		if l.State != orders.Kept {
			s += " " + string(l.State)
		}
	}
	return s
}

func TestActions(t *testing.T) {
	type order = orders.Order
	cancel := func(o order) (order, error) { return o.Cancel("") }
	back := func(lines ...string) func(order) (order, error) {
		return func(o order) (order, error) { return o.Return(lines, "visa") }
	}
	ship := func(o order) (order, error) { return o.Ship("JD1") }
	for _, tc := range []struct {
		name    string
		status  orders.Status
		steps   []func(order) (order, error)
		want    string
		because orders.Because // of the last step's refusal
		about   orders.Part
	}{
		{"cancel", orders.Placed, []func(order) (order, error){cancel}, "cancelled: 1 lamp-b 3 mug-r", "", ""},
		{"cancel twice", orders.Placed, []func(order) (order, error){cancel, cancel}, "cancelled: 1 lamp-b 3 mug-r", orders.NotPlaced, orders.TheOrder},
		{"cancel what is on its way", orders.Shipped, []func(order) (order, error){cancel}, "shipped: 1 lamp-b 3 mug-r", orders.NotPlaced, orders.TheOrder},
		{"return", orders.Delivered, []func(order) (order, error){back("W1/2")}, "return requested: 1 lamp-b 3 mug-r return", "", ""},
		{"return the rest later", orders.Delivered, []func(order) (order, error){back("W1/2"), back("W1/1")}, "return requested: 1 lamp-b return 3 mug-r return", "", ""},
		{"return twice", orders.Delivered, []func(order) (order, error){back("W1/2"), back("W1/1", "W1/2")}, "return requested: 1 lamp-b 3 mug-r return", orders.Twice, orders.TheItems},
		{"return one line twice at once", orders.Delivered, []func(order) (order, error){back("W1/1", "W1/1")}, "delivered: 1 lamp-b 3 mug-r", orders.Twice, orders.TheItems},
		{"return nothing", orders.Delivered, []func(order) (order, error){back()}, "delivered: 1 lamp-b 3 mug-r", orders.NothingThere, orders.TheItems},
		{"return another's", orders.Delivered, []func(order) (order, error){back("W2/1")}, "delivered: 1 lamp-b 3 mug-r", orders.NoLine, orders.TheItems},
		{"return before it came", orders.Placed, []func(order) (order, error){back("W1/1")}, "placed: 1 lamp-b 3 mug-r", orders.NotDelivered, orders.TheOrder},
		{"on its way and there", orders.Placed, []func(order) (order, error){ship, order.Deliver}, "delivered: 1 lamp-b 3 mug-r", "", ""},
		{"ship twice", orders.Placed, []func(order) (order, error){ship, ship}, "shipped: 1 lamp-b 3 mug-r", orders.NotPlaced, orders.TheOrder},
		{"ship what was cancelled", orders.Cancelled, []func(order) (order, error){ship}, "cancelled: 1 lamp-b 3 mug-r", orders.NotPlaced, orders.TheOrder},
		{"deliver what was not shipped", orders.Placed, []func(order) (order, error){order.Deliver}, "placed: 1 lamp-b 3 mug-r", orders.NotShipped, orders.TheOrder},
		{"deliver twice", orders.Shipped, []func(order) (order, error){order.Deliver, order.Deliver}, "delivered: 1 lamp-b 3 mug-r", orders.NotShipped, orders.TheOrder},
	} {
		t.Run(tc.name, func(t *testing.T) {
			o := two(t, tc.status)
			var err error
			for _, step := range tc.steps {
				var next orders.Order
				if next, err = step(o); err == nil {
					o = next
				}
			}
			if got := told(o); got != tc.want {
				t.Errorf("the order is %q, want %q", got, tc.want)
			}
			r := &orders.Refusal{}
			if errors.As(err, &r); r.Because != tc.because || r.About != tc.about {
				t.Errorf("refused: %v, want %q about %q", err, tc.because, tc.about)
			}
		})
	}
}

func TestNew(t *testing.T) {
	if _, err := orders.New("ann", nil, home, ""); err == nil {
		t.Error("nothing was ordered")
	}
	if _, err := orders.New("ann", []orders.Line{{Quantity: 1}}, orders.Address{}, ""); err == nil {
		t.Error("an order goes nowhere")
	}
	mixed := append(two(t, orders.Placed).Lines, orders.Line{Article: orders.Article{Price: catalog.Price{Minor: 1, Currency: "USD"}}, Quantity: 1})
	if got := orders.Total(mixed); got.Known() {
		t.Errorf("euros and dollars add up to %v", got)
	}
}

func TestNewRefuses(t *testing.T) {
	line := func(pieces int, currency string) orders.Line {
		return orders.Line{Article: orders.Article{ID: "mug-r", Title: "mug", Price: catalog.Price{Minor: 900, Currency: currency}}, Quantity: pieces}
	}
	lines := func(n int) []orders.Line { return slices.Repeat([]orders.Line{line(1, "EUR")}, n) }
	unpriced := orders.Line{Article: orders.Article{ID: "card"}, Quantity: 1}
	for _, tc := range []struct {
		name    string
		lines   []orders.Line
		to      orders.Address
		because orders.Because
	}{
		{"nothing", nil, home, orders.NothingThere},
		{"as many lines as may be", lines(orders.MostLines), home, ""},
		{"a line more", lines(orders.MostLines + 1), home, orders.TooMany},
		{"as many pieces as may be", []orders.Line{line(orders.MostPieces, "EUR")}, home, ""},
		{"a piece more", []orders.Line{line(orders.MostPieces+1, "EUR")}, home, orders.BadQuantity},
		{"no piece", []orders.Line{line(0, "EUR")}, home, orders.BadQuantity},
		{"two currencies", []orders.Line{line(1, "EUR"), line(1, "USD")}, home, orders.Currencies},
		{"a price that is not known", []orders.Line{unpriced, line(1, "EUR"), unpriced}, home, ""},
		{"no street", lines(1), orders.Address{City: "York", Zip: "YO1 7AA"}, orders.NoAddress},
		{"no city", lines(1), orders.Address{Street: "1 Mill Lane", Zip: "YO1 7AA"}, orders.NoAddress},
		{"no zip", lines(1), orders.Address{Street: "1 Mill Lane", City: "York"}, orders.NoAddress},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := orders.New("ann", tc.lines, tc.to, "")
			r := &orders.Refusal{}
			if errors.As(err, &r); r.Because != tc.because {
				t.Errorf("refused: %v, want %q", err, tc.because)
			}
		})
	}
}

// Where an order goes matters until it has come, and not if it never does.
func TestUnderWay(t *testing.T) {
	var under []orders.Status
	for _, s := range orders.Statuses() {
		if s.UnderWay() {
			under = append(under, s)
		}
	}
	if want := []orders.Status{orders.Placed, orders.Shipped}; !slices.Equal(under, want) {
		t.Errorf("under way are %v, want %v", under, want)
	}
}

func TestRefusalSaysWhy(t *testing.T) {
	for want, r := range map[string]*orders.Refusal{
		"refused because of the order: not-placed; the order is shipped":       {Because: orders.NotPlaced, About: orders.TheOrder, Status: orders.Shipped},
		"refused because of the items: twice (A lamp); the order is delivered": {Because: orders.Twice, About: orders.TheItems, Status: orders.Delivered, Title: "A lamp"},
	} {
		if got := r.Error(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestNumber(t *testing.T) {
	o := two(t, orders.Placed).Number("W2")
	for id, want := range map[string]string{"W2/1": "lamp-b", "W2/2": "mug-r", "W2/3": ""} {
		if line, ok := o.Line(id); line.Article.ID != want || ok != (want != "") {
			t.Errorf("line %s: %+v", id, line)
		}
	}
}

func TestAddressOnOneLine(t *testing.T) {
	for _, tc := range []struct {
		a    orders.Address
		want string
	}{
		{home, "1 Mill Lane, YO1 7AA York"},
		{orders.Address{Street: "1 Mill Lane", Extra: "Flat 2", City: "York", Region: "North Yorkshire", Country: "GB"}, "1 Mill Lane, Flat 2, York, North Yorkshire, GB"},
		{orders.Address{}, ""},
	} {
		if got := tc.a.String(); got != tc.want {
			t.Errorf("%+v: %q, want %q", tc.a, got, tc.want)
		}
	}
}

// Whatever is tried, an action leaves the order it is given alone; a refusal returns it
// as it is;
// and its lines and its address stay. An order never goes back in its life.
func TestActionsKeepOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := two(t, rapid.SampledFrom(orders.Statuses()).Draw(t, "status"))
		line := rapid.SampledFrom([]string{"W1/1", "W1/2", "W1/3", ""})
		for range rapid.IntRange(1, 6).Draw(t, "steps") {
			before := told(o)
			var next orders.Order
			var err error
			switch rapid.IntRange(0, 3).Draw(t, "action") {
			case 0:
				next, err = o.Cancel("why not")
			case 1:
				next, err = o.Return(rapid.SliceOfN(line, 0, 3).Draw(t, "lines"), "visa")
			case 2:
				next, err = o.Ship(rapid.SliceOfN(rapid.Just("JD1"), 0, 2).Draw(t, "parcels")...)
			case 3:
				next, err = o.Deliver()
			}
			if told(o) != before {
				t.Fatalf("an action changed what it was given: %s, was %s", told(o), before)
			}
			if err != nil {
				if r := (*orders.Refusal)(nil); !errors.As(err, &r) || r.About == "" || r.Error() == "" {
					t.Fatalf("an error that says nothing: %v", err)
				}
				continue
			}
			if slices.Index(orders.Statuses(), next.Status) < slices.Index(orders.Statuses(), o.Status) {
				t.Fatalf("%s became %s", o.Status, next.Status)
			}
			if len(next.Lines) == 0 {
				t.Fatal("an order without lines")
			}
			for _, l := range next.Lines {
				if l.Quantity < 1 || l.Quantity > orders.MostPieces {
					t.Fatalf("%d pieces", l.Quantity)
				}
			}
			if len(next.Lines) != len(o.Lines) || orders.Total(next.Lines) != orders.Total(o.Lines) || next.Address != o.Address {
				t.Fatalf("other lines or another address: %s", gocmp.Diff(o, next))
			}
			o = next
		}
	})
}
