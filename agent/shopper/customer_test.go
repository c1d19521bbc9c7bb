package shopper_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"shopclerk/agent/memory"
	"shopclerk/agent/shopper"
	"shopclerk/catalog"
)

func dice(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// shop is a list of n lamps, of which the one sought stands at a position from 1.
func shop(n, at int) []catalog.Product {
	out := make([]catalog.Product, n)
	for i := range out {
		out[i] = catalog.Product{ID: string(rune('a' + i)), Category: "Home > Lamps", Attributes: []catalog.Attribute{
			{Key: "colour", Values: []catalog.Value{{Text: "Green"}}},
			{Key: "power", Values: []catalog.Value{{Text: "60", Number: 60}}},
		}}
	}
	out[at-1] = lamp
	out[at-1].ID = "sought"
	return out
}

func TestKindsAreAllShoppers(t *testing.T) {
	sum := 0.0
	for _, k := range shopper.Kinds() {
		sum += k.Share
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("the kinds are %v of all shoppers", sum)
	}
}

// The further down a product stands, the fewer open it.
func TestPositionBias(t *testing.T) {
	const customers = 4000
	opened := map[int]int{}
	for _, at := range []int{1, 4, 10} {
		list := shop(10, at)
		for i := range customers {
			c := shopper.NewCustomer(&list[at-1], shopper.Draw(dice(uint64(i))), dice(uint64(1000+i)))
			acts, _ := c.Browse(list)
			if slices.ContainsFunc(acts, func(a shopper.Act) bool { return a.Deed == shopper.Opens && a.Products[0] == "sought" }) {
				opened[at]++
			}
		}
	}
	if opened[1] <= opened[4] || opened[4] <= opened[10] || opened[10] == 0 {
		t.Errorf("opened by position: %v of %d", opened, customers)
	}
}

// More are bought where the product sought is on the page.
func TestBuysWhatIsSought(t *testing.T) {
	const customers = 2000
	buys := func(list []catalog.Product, target *catalog.Product) int {
		n := 0
		for i := range customers {
			c := shopper.NewCustomer(target, shopper.Draw(dice(uint64(i))), dice(uint64(5000+i)))
			acts, _ := c.Browse(list)
			for _, a := range acts {
				if a.Deed == shopper.Buys {
					n++
				}
			}
		}
		return n
	}
	with := shop(10, 2)
	without := slices.Delete(slices.Clone(with), 1, 2)
	if a, b := buys(with, &with[1]), buys(without, &with[1]); a < 5*b+10 {
		t.Errorf("%d of %d buy with it on the page, %d without", a, customers, b)
	}
}

// Where any answer would do, the first is ticked most.
func TestSlipsByPosition(t *testing.T) {
	question := ask("colour", any("Black"), any("Red"), any("Blue"), any("White"), any("Green"))
	ticked := make([]int, 5)
	for i := range 20_000 {
		c := shopper.NewCustomer(&lamp, shopper.Habits{Wrong: 1}, dice(uint64(i)))
		for _, g := range c.Fill([]memory.Posed{question}).Given {
			ticked[g.Picked[0]]++
		}
	}
	if !(ticked[0] > ticked[1] && ticked[3] > ticked[4] && ticked[4] > 0) {
		t.Errorf("ticked by position: %v", ticked)
	}
}

// Every behaviour is one that the pages allow, and the same luck gives the same.
func TestCustomersBehave(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		list := shop(10, rapid.IntRange(1, 10).Draw(t, "at"))
		target := &list[rapid.IntRange(0, 9).Draw(t, "target")]
		questions := five()[:rapid.IntRange(1, 5).Draw(t, "questions")]
		behave := func() (out []interface{}) {
			c := shopper.NewCustomer(target, shopper.Draw(dice(seed)), dice(seed))
			o := c.Open()
			if (o.Message == "") == (o.Category == "") {
				t.Errorf("opens with %+v", o)
			}
			out = append(out, o)
			for turn := 1; ; turn++ {
				acts, like := c.Browse(list)
				for _, a := range acts {
					if len(a.Products) == 0 || len(a.Products) != len(a.Positions) || a.After <= 0 || a.Deed != shopper.Compares && len(a.Products) > 1 {
						t.Errorf("act %+v", a)
					}
					for i, p := range a.Positions {
						if p > 0 && list[p-1].ID != a.Products[i] {
							t.Errorf("act %+v: not the product at %d", a, p)
						}
					}
				}
				step := c.Next(turn, like, turn%2 == 1)
				if like < 0 || like > 1 || step == shopper.Undo && turn == 1 || step != shopper.Leave && turn >= 9 {
					t.Errorf("turn %d, likeness %v: %v", turn, like, step)
				}
				f := c.Fill(questions)
				for _, g := range f.Given {
					if g.Question >= len(questions) || len(g.Picked) > 3 || g.None && (g.Other || g.Picked != nil) {
						t.Errorf("given %+v", g)
					}
				}
				if f.Took <= 0 || c.Message() == "" {
					t.Errorf("form %+v", f)
				}
				out = append(out, len(acts), like, step, len(f.Given), f.Took)
				if step == shopper.Leave {
					return out
				}
			}
		}
		if first := behave(); !slices.Equal(first, behave()) {
			t.Error("the same luck gives another behaviour")
		}
	})
}

func TestLikeness(t *testing.T) {
	list := shop(2, 1)
	for _, tc := range []struct {
		name string
		p    catalog.Product
		want float64
	}{
		{"itself", list[0], 1},
		{"another category", catalog.Product{ID: "x", Category: "Home"}, 0},
		{"nothing in common", catalog.Product{ID: "x", Category: "Home > Lamps"}, 0},
		{"a colour of two", catalog.Product{ID: "x", Category: "Home > Lamps", Attributes: []catalog.Attribute{{Key: "colour", Values: []catalog.Value{{Text: "red"}}}}}, 0.5},
		{"about the number", catalog.Product{ID: "x", Category: "Home > Lamps", Attributes: []catalog.Attribute{{Key: "power", Values: []catalog.Value{{Text: "66", Number: 66}}}}}, 0.5},
	} {
		if got := shopper.Likeness(&tc.p, &list[0]); got != tc.want {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
}

func TestArrivals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 300).Draw(t, "n")
		from := time.Unix(rapid.Int64Range(0, 2e9).Draw(t, "from"), 0).UTC()
		until := from.Add(time.Duration(rapid.Int64Range(1, int64(60*24*time.Hour)).Draw(t, "span")))
		out := shopper.Arrivals(n, from, until, dice(1))
		if len(out) != n || !slices.IsSortedFunc(out, time.Time.Compare) {
			t.Fatalf("%d arrivals, want %d in order", len(out), n)
		}
		if n > 0 && (out[0].Before(from) || !out[n-1].Before(until)) {
			t.Errorf("arrivals from %v to %v, outside %v to %v", out[0], out[n-1], from, until)
		}
	})
}

func TestArrivalsHaveARhythm(t *testing.T) {
	from := time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC) // a Monday
	byHour, byDay, byHalf := map[int]int{}, map[time.Weekday]int{}, map[bool]int{}
	for _, at := range shopper.Arrivals(20_000, from, from.AddDate(0, 0, 28), dice(1)) {
		byHour[at.Hour()]++
		byDay[at.Weekday()]++
		byHalf[at.Before(from.AddDate(0, 0, 14))]++
	}
	if byHour[20] < 3*byHour[3] || byDay[time.Sunday] <= byDay[time.Friday] || byHalf[false] <= byHalf[true] {
		t.Errorf("by hour %v, by day %v, in the first half %d", byHour, byDay, byHalf[true])
	}
}

func TestDemandIsForWhatThereIs(t *testing.T) {
	rare := strings.Fields(strings.Repeat("black ", 60) + strings.Repeat("white ", 36) + strings.Repeat("teal ", 4))
	cells := make([][]catalog.Value, len(rare))
	refs := make([]catalog.Ref, len(rare))
	for i, v := range rare {
		cells[i], refs[i] = []catalog.Value{{Text: v}}, catalog.Ref(i+1)
	}
	full := &catalog.Shelf{Refs: refs, Columns: []*catalog.Column{catalog.NewColumn(catalog.Aspect{Key: "colour", Kind: catalog.Single, Askable: true}, cells)}}
	empty := &catalog.Shelf{}
	d := shopper.NewDemand([]*catalog.Shelf{empty, full}, dice(1))
	rng := dice(2)
	teal := 0
	for range 10_000 {
		ref := d.Draw(rng)
		if ref < 1 || int(ref) > len(rare) {
			t.Fatalf("product %d is not for sale", ref)
		}
		if rare[ref-1] == "teal" {
			teal++
		}
	}
	if share := float64(teal) / 10_000; share < 0.12 || share > 0.22 { // 4·5 of 96 + 4·5
		t.Errorf("%.3f of the demand is for the value in vogue, want about 0.17", share)
	}
}
