package agent

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"shopclerk/agent/clarify"
	"shopclerk/catalog"
	"shopclerk/words"
)

func TestOptionLabel(t *testing.T) {
	inf := math.Inf(1)
	numbers := func(key, unit string, ns ...float64) *catalog.Column {
		var cells [][]catalog.Value
		for _, n := range ns {
			cells = append(cells, []catalog.Value{{Text: catalog.FormatNumber(n), Number: n}})
		}
		return catalog.NewColumn(catalog.Aspect{Key: key, Kind: catalog.Numeric, Unit: unit}, cells)
	}
	power := numbers("power", "W", 5, 10, 40, 60, 80, 85, 90)
	price := numbers(catalog.KeyPrice, "EUR", 5, 10, 40, 60, 80, 85, 90)
	text := func(key string, kind catalog.Kind) *catalog.Column {
		return catalog.NewColumn(catalog.Aspect{Key: key, Kind: kind}, nil)
	}
	for _, tc := range []struct {
		name   string
		column *catalog.Column
		cond   catalog.Condition
		want   string
	}{
		{"open below", power, catalog.Condition{Range: catalog.Between(-inf, 40)}, "under 40 W"},
		{"between", power, catalog.Condition{Range: catalog.Between(40, 80)}, "40 to 80 W"},
		{"open above", power, catalog.Condition{Range: catalog.Between(80, inf)}, "80 W and more"},
		{"one number", power, catalog.Condition{Range: catalog.Between(40, 60)}, "40 W"},
		{"prices between", price, catalog.Condition{Range: catalog.Between(40, 80)}, "€40 to €80"},
		{"prices below", price, catalog.Condition{Range: catalog.Between(-inf, 40)}, "under €40"},
		{"values", text("colour", catalog.Multi), catalog.Condition{Values: []string{"Red", "Blue"}}, "Red or Blue"},
		{"yes", text("dimmable", catalog.Flag), catalog.Condition{Values: []string{"yes"}}, "Yes"},
		{"a category by its last level", text(catalog.KeyCategory, catalog.Single), catalog.Condition{Values: []string{"Home > Lamps"}}, "Lamps"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := optionLabel(words.English, tc.column, &tc.cond); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestCategoryName(t *testing.T) {
	for path, want := range map[string]string{"Home > Lighting > Lamps": "Lamps", "Lamps": "Lamps", "": "", "A>B": "A>B"} {
		if got := CategoryName(path); got != want {
			t.Errorf("%q is called %q, want %q", path, got, want)
		}
	}
}

// stocked is a column of names, each with so many products: "Antec 3, Corsair".
func stocked(list string) (c *catalog.Column, fits []bool) {
	var cells [][]catalog.Value
	for _, item := range strings.Split(list, ", ") {
		name, count := item, 1
		if i := strings.LastIndex(item, " "); i >= 0 {
			if n, err := strconv.Atoi(item[i+1:]); err == nil {
				name, count = item[:i], n
			}
		}
		for range max(1, count) {
			cells = append(cells, []catalog.Value{{Text: name}})
			fits = append(fits, count > 0)
		}
	}
	return catalog.NewColumn(catalog.Aspect{Key: "brand", Label: "Brand", Kind: catalog.Single}, cells), fits
}

// offering makes the options of some names each: "Asus | Antec, Corsair".
func offering(t *testing.T, c *catalog.Column, options string) (out []clarify.Option, conditions []catalog.Condition) {
	t.Helper()
	for _, names := range strings.Split(options, " | ") {
		o := option(c, &catalog.Condition{Key: "brand", Values: strings.Split(names, ", ")})
		if len(o.Codes) != 1+strings.Count(names, ", ") {
			t.Fatalf("some of %q are not in stock", names)
		}
		out = append(out, o)
		conditions = append(conditions, condition(c, o))
	}
	return out, conditions
}

func TestGroups(t *testing.T) {
	for _, tc := range []struct {
		name    string
		stock   string // what fits, with how many products; 0 for what does not
		options string
		want    string // labels, and after "else" that of something else
	}{
		{"the commonest two, and where they stand",
			"Antec 4, Apevia, Aplus, Ark 9, Azza, Bgears, Cooltek, Corsair 30, Deepcool, Enermax, Jonsbo, Kolink, Lian Li, Zalman",
			"Corsair | Antec, Apevia, Aplus, Ark, Azza, Bgears, Cooltek | Deepcool, Enermax, Jonsbo, Kolink",
			"Corsair | A to C: Ark, Antec and 5 more | Deepcool, Enermax, Jonsbo or Kolink | else something else, such as Lian Li or Zalman"},
		{"as many letters as tell a group from the next",
			"Acer, Adata, Aerocool, Akasa, Alpha, Antec, Apevia, Arctic, Asrock, Asus, Azza, Bitfenix",
			"Acer, Adata, Aerocool, Akasa, Alpha | Antec, Apevia, Arctic, Asrock, Asus",
			"Acer, Adata, Aerocool, Akasa or Alpha | Antec, Apevia, Arctic, Asrock or Asus | else something else, such as Azza or Bitfenix"},
		{"neighbours that begin alike",
			"Cooler Guys, Cooler King, Cooler Master 7, Coolermax, Cooljag, Coolmax 2, Coolmore, Cooltek, Corsair, Cougar 3, Cryorig, Deepcool",
			"Cooler Guys, Cooler King, Cooler Master, Coolermax, Cooljag | Coolmax, Coolmore, Cooltek, Corsair, Cougar, Cryorig",
			"C to Coolj: Cooler Master and 4 more | Coolm to Cr: Cougar, Coolmax and 4 more | else something else, such as Deepcool"},
		{"names that begin with a number come before the alphabet",
			"1STPLAYER, 3R System, ADATA, Aerocool, Antec 4, Apevia 2, Azza, BitFenix, Lian Li, Zalman",
			"1STPLAYER, 3R System, ADATA, Aerocool, Antec, Apevia, Azza",
			"up to A: Antec, Apevia and 5 more | else something else, such as BitFenix or Lian Li (B to Z)"},
		{"what does not fit is neither told nor counted",
			"Antec 0, Apevia 2, Aplus 0, Ark 1, Zalman 0",
			"Apevia | Antec, Aplus, Ark",
			"Apevia | Ark"},
		{"a group that nothing fits is told whole",
			"Antec 0, Apevia 2, Aplus 0",
			"Apevia | Antec, Aplus",
			"Apevia | Antec or Aplus"},
		{"where one name is enough",
			"Hewlett Packard Enterprise 3, Hitachi 2, Honor, Huawei, IBM",
			"Hewlett Packard Enterprise, Hitachi, Honor, Huawei",
			"H: Hewlett Packard Enterprise and 3 more | else something else, such as IBM"},
		{"where even that is too much",
			"Hewlett Packard Enterprise Development Company LP 3, Hitachi 2, Honor, Huawei, IBM",
			"Hewlett Packard Enterprise Development Company LP, Hitachi, Honor, Huawei",
			"H, 4 in all | else something else, such as IBM"},
		{"a long rest tells where it stands",
			"Antec, Asus, Scythe, Thermalright 4, Xilence 5, Zalman 6",
			"Antec, Asus",
			"Antec or Asus | else something else, such as Zalman or Xilence (S to Z)"},
		{"single names leave rare ones from all over",
			"Antec 4, Asus 3, Scythe, Xilence", "Antec | Asus", "Antec | Asus"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, fits := stocked(tc.stock)
			options, conditions := offering(t, c, tc.options)
			n := newNames(c, options, fits)
			var got []string
			for i, o := range options {
				label := optionLabel(words.English, c, &conditions[i])
				if len(o.Codes) > 1 {
					label = n.group(words.English, i)
				}
				got = append(got, label)
			}
			if rest := otherLabel(words.English, c, conditions, n); rest != "" {
				got = append(got, "else "+rest)
			}
			if text := strings.Join(got, " | "); text != tc.want {
				t.Errorf("got  %s\nwant %s", text, tc.want)
			}
		})
	}
}

func TestWhatRangesLeave(t *testing.T) {
	inf := math.Inf(1)
	var cells [][]catalog.Value
	for _, n := range []float64{5, 10, 40, 60, 80, 90, 120} {
		cells = append(cells, []catalog.Value{{Number: n}})
	}
	c := catalog.NewColumn(catalog.Aspect{Key: "power", Kind: catalog.Numeric, Unit: "W"}, cells)
	for _, tc := range []struct {
		name   string
		ranges []*catalog.Range
		want   string
	}{
		{"the highest", []*catalog.Range{catalog.Between(-inf, 20), catalog.Between(20, 90)}, "90 W and more"},
		{"a single number", []*catalog.Range{catalog.Between(-inf, 20), catalog.Between(20, 100)}, "120 W"},
		{"nothing", []*catalog.Range{catalog.Between(-inf, 20), catalog.Between(20, inf)}, ""},
		{"what lies between single numbers", []*catalog.Range{catalog.Between(40, math.Nextafter(40, inf)), catalog.Between(60, math.Nextafter(60, inf))}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var conditions []catalog.Condition
			for _, r := range tc.ranges {
				conditions = append(conditions, catalog.Condition{Key: "power", Range: r})
			}
			if got := otherLabel(words.English, c, conditions, nil); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

// However a list of names is cut, each name is found under the letters of its
// group and under no other's.
func TestLettersTellGroupsApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfNDistinct(rapid.StringMatching("[A-C][a-c]{3}"), 2, 20, rapid.ID).Draw(t, "names")
		slices.Sort(texts)
		c, fits := stocked(strings.Join(texts, ", "))
		var options []clarify.Option
		for from := 0; from < len(texts); {
			to := rapid.IntRange(from+1, len(texts)).Draw(t, "cut")
			var o clarify.Option
			for code := from; code < to; code++ {
				o.Codes = append(o.Codes, uint32(code))
			}
			options = append(options, o)
			from = to
		}
		n := newNames(c, options, fits)
		within := func(name, letters string) bool {
			from, to, _ := strings.Cut(letters, " to ")
			if to == "" {
				to = from
			}
			return name >= from && (name <= to || strings.HasPrefix(name, to))
		}
		for i, o := range options {
			if len(o.Codes) < 2 {
				continue // stands by itself
			}
			if label := n.group(words.English, i); utf8.RuneCountInString(label) > longest {
				t.Errorf("%q is too long", label)
			}
			letters := n.letters(words.English, i)
			for j, other := range options {
				for _, code := range other.Codes {
					name := c.Values[code].Text
					if in := within(name, letters); in != (i == j) && (i == j || len(other.Codes) > 1) {
						t.Errorf("%s stands in group %d, %q of group %d: %t", name, j, letters, i, in)
					}
				}
			}
		}
	})
}
