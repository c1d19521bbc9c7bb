package feed

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"

	"shopclerk/catalog"
)

func encoded(t *testing.T, e encoding.Encoding, s string) string {
	t.Helper()
	out, err := e.NewEncoder().String(s)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Files as people have them: whatever is odd about one, its products are read, and what
// was odd is said.
func TestOddFiles(t *testing.T) {
	const header = "Nummer;Name;Preis;Kategorie\n"
	const french = "Référence;Désignation;Prix;Catégorie\nA1;Théière émaillée;12,50 €;Théières\nA2;Café filtré à l'étranger;3,20 €;Cafés\nA3;Crème brûlée;4,00 €;Crèmes\n"
	const polish = "kod;nazwa;cena;kategoria\n1;Łyżka stołowa śliczna;9,90;Łyżki\n2;Żółty kubek z pokrywką;19,90;Kubki\n3;Gęsty dżem truskawkowy;4,50;Dżemy\n"
	const russian = "артикул;название;цена;категория\n1;Чайник эмалированный большой;1990;Чайники\n2;Ложка столовая;190;Ложки\n3;Кружка жёлтая с крышкой;450;Кружки\n"
	const japan = "商品番号,商品名,価格,カテゴリー\n1,琺瑯のやかん,1990,やかん\n2,木のスプーン,490,スプーン\n3,黄色いマグカップ,450,マグカップ\n"
	goods := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "%d;Lampe %d aus Holz;%d,90;Lampen\n", 100+i, i, 10+i)
		}
		return b.String()
	}
	tests := []struct {
		name, file, text string
		titles           []string // of the first products
		records          int
		note             string // part of what is said
	}{
		{"Latin-1", "a.csv", encoded(t, charmap.Windows1252, french), []string{"Théière émaillée", "Café filtré à l'étranger"}, 3, "windows-1252"},
		{"Windows-1250", "a.csv", encoded(t, charmap.Windows1250, strings.Repeat(polish, 1)), []string{"Łyżka stołowa śliczna", "Żółty kubek z pokrywką"}, 3, ""},
		{"Windows-1251", "a.csv", encoded(t, charmap.Windows1251, russian), []string{"Чайник эмалированный большой"}, 3, "windows-1251"},
		{"Shift JIS", "a.csv", encoded(t, japanese.ShiftJIS, japan), []string{"琺瑯のやかん", "木のスプーン"}, 3, "shift_jis"},
		{"UTF-16", "a.csv", encoded(t, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), french), []string{"Théière émaillée"}, 3, ""},
		{"two encodings in one file", "a.csv", french + encoded(t, charmap.Windows1252, "A4;Pâté en croûte;8,00 €;Pâtés\n"), []string{"Théière émaillée", "Café filtré à l'étranger", "Crème brûlée", "Pâté en croûte"}, 4, "windows-1252"},
		{"header twice", "a.csv", header + goods(5) + header + goods(5)[:0] + "200;Tisch;99,00;Tische\n", []string{"Lampe 0 aus Holz"}, 6, ""},
		{"lines before the header", "a.csv", "Preisliste vom 1. Mai;;;\n\n;;;\n" + header + goods(9), []string{"Lampe 0 aus Holz"}, 9, "the header is in line"},
		{"no header", "a.csv", goods(9), []string{"Lampe 0 aus Holz", "Lampe 1 aus Holz"}, 9, "no header"},
		{"tildes", "a.csv", strings.ReplaceAll(header+goods(9), ";", "~"), []string{"Lampe 0 aus Holz"}, 9, ""},
		{"carets", "a.txt", strings.ReplaceAll(header+goods(9), ";", "^"), []string{"Lampe 0 aus Holz"}, 9, ""},
		{"control characters", "a.csv", strings.ReplaceAll(header+goods(9), ";", "\x01"), []string{"Lampe 0 aus Holz"}, 9, ""},
		{"one odd line", "a.csv", header + goods(50) + "x;y\n" + goods(0) + "900;Tisch;99,00;Tische\n", []string{"Lampe 0 aus Holz"}, 51, ""},
		{"JSON in cells", "a.csv", "id,name,tags,specs\n" + rows(6, `%[1]d,Lamp %[1]d of oak,"['a%[1]d', 'b']","{""Colour""=>""Red"", ""Legs""=>nil}"`), []string{"Lamp 1 of oak"}, 6, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := folder(t, map[string]string{test.file: test.text})
			m, inf, err := Infer(context.Background(), []string{filepath.Join(dir, test.file)})
			if err != nil {
				t.Fatal(err)
			}
			got := readAll(dir, m, Options{MaxErrors: DefaultMaxErrors})
			if got.err != nil {
				t.Fatal(got.err)
			}
			var titles []string
			for _, r := range got.records {
				titles = append(titles, r.Title)
			}
			if len(titles) != test.records {
				t.Errorf("%d products, want %d: %q", len(titles), test.records, got.problems)
			}
			if diff := cmp.Diff(test.titles, titles[:min(len(titles), len(test.titles))]); diff != "" {
				t.Error(diff)
			}
			if said := strings.Join(inf.Lines(), "\n"); !strings.Contains(said, test.note) {
				t.Errorf("nothing says %q:\n%s", test.note, said)
			}
		})
	}
}

// A cell that holds a record or a list is read as such.
func TestNestedCells(t *testing.T) {
	for cell, want := range map[string]string{
		`["a", "b"]`:                        `k=["a" "b"]|`,
		`['it''s', "x"]`:                    `k="['it''s', \"x\"]"|`,
		`['a', None, 3]`:                    `k=["a" 3]|`,
		`["only"]`:                          `k="only"|`,
		`[{"name":"Colour","value":"Red"}]`: `k.Colour="Red"|`,
		`{"a"=>"1", "b"=>{"c"=>true}}`:      `k.a="1"|k.b.c=true|`,
		`[NEW] lamp`:                        `k="[NEW] lamp"|`,
		`[]`:                                ``,
	} {
		e := newEntry()
		s := &sink{name: "feed", limit: 1 << 20, entry: e, report: func(Problem) error { return nil }}
		var got string
		s.emit = func(e *entry) error {
			got = spellFields([][]fieldValue{e.fields})[0]
			return nil
		}
		text := "n\tk\n1\t" + strings.ReplaceAll(cell, "\t", " ") + "\n"
		if err := readDelimited(s, strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
		if got = strings.TrimPrefix(got, `n="1"|`); got != want {
			t.Errorf("%s is read as %s, want %s", cell, got, want)
		}
	}
}

// A feed with 10,000 columns is told by a part of its products.
func TestManyColumns(t *testing.T) {
	const columns, products = 10_000, 300
	var b strings.Builder
	b.WriteString("sku,name,price,category")
	for i := range columns {
		fmt.Fprintf(&b, ",attr_%d", i)
	}
	for p := range products {
		fmt.Fprintf(&b, "\n%d,Lamp %d of oak,%d.90,%s", 1000+p, p, 10+p, []string{"Desk lamps", "Floor lamps"}[p%2])
		for i := range columns {
			if (i+p)%10 == 0 {
				fmt.Fprintf(&b, ",v%d", i%7)
			} else {
				b.WriteByte(',')
			}
		}
	}
	m, _ := infer(t, "wide.csv", []byte(b.String()))
	if got := filled(&m); got["id"] != "sku" || got["title"] != "name" || got["price"] != "price" || got["category"] != "category" {
		t.Errorf("roles %v", got)
	}
}

func TestDecimalSign(t *testing.T) {
	for _, test := range []struct {
		values []string
		want   string
	}{
		{[]string{"1.149,90", "12,50"}, ","}, {[]string{"1.149", "899", "12.499", "1.299"}, ","}, {[]string{"1.5", "2.25"}, ""}, {[]string{"1,299", "899"}, ""},
	} {
		f := newFieldStats("price", 0)
		for i, v := range test.values {
			f.add(i, catalog.Text(v))
		}
		f.close(len(test.values))
		if got := f.decimalSign(); got != test.want {
			t.Errorf("%q: %q, want %q", test.values, got, test.want)
		}
	}
}

// Whole amounts are cents only where something shows it.
func TestMinorUnits(t *testing.T) {
	whole := func(n int, at func(i int) int) *fieldStats {
		f := newFieldStats("price", 0)
		for i := range n {
			f.add(i, catalog.Text(fmt.Sprint(at(i))))
		}
		f.close(n)
		return f
	}
	for _, test := range []struct {
		name, currency string
		f              *fieldStats
		want           bool
	}{
		{"rupees", "INR", whole(200, func(i int) int { return 99 + 50*(i%40) }), false},
		{"thousands of wons", "KRW", whole(200, func(i int) int { return 9900 + 1000*(i%40) }), false},
		{"cars in dollars", "USD", whole(200, func(i int) int { return 20000 + 45*i }), false},
		{"paise of whole rupees", "", whole(200, func(i int) int { return 2500 + 100*(i*7%83) }), true},
		{"Rappen", "CHF", whole(300, func(i int) int { return 995 + 35*i }), true},
		{"cents of any kind", "", whole(300, func(i int) int { return 1234 + 37*i }), true},
		{"crowns", "SEK", whole(200, func(i int) int { return 495 + 500*i }), false},
		{"few", "CHF", whole(5, func(i int) int { return 2995 + 35*i }), false},
	} {
		if got, why := test.f.minor(test.currency); got != test.want {
			t.Errorf("%s: %v (%s)", test.name, got, why)
		}
	}
}

// XML of national price comparisons, whose elements nobody agreed on.
func TestXMLOfAnyName(t *testing.T) {
	item := func(format string) string {
		var b strings.Builder
		for i := range 12 {
			w := newWorld(5, i+1)
			fmt.Fprintf(&b, format, 100+i, w.name, w.price, w.kind, i, w.brand)
		}
		return b.String()
	}
	for _, test := range []struct {
		name, text string
		want       map[string]string
	}{
		{"Czech", "<?xml version=\"1.0\"?>\n<SHOP>" + item("<SHOPITEM><ITEM_ID>%d</ITEM_ID><PRODUCTNAME>%s</PRODUCTNAME><PRICE_VAT>%.2f</PRICE_VAT><CATEGORYTEXT>Dům | %s</CATEGORYTEXT><IMGURL>https://x.test/%d.jpg</IMGURL><MANUFACTURER>%s</MANUFACTURER></SHOPITEM>\n") + "</SHOP>",
			map[string]string{"id": "ITEM_ID", "title": "PRODUCTNAME", "price": "PRICE_VAT", "category": "CATEGORYTEXT", "image": "IMGURL", "brand": "MANUFACTURER"}},
		{"Polish", "<offers>" + item("<o id=\"%d\" avail=\"1\"><name>%s</name><price>%.2f</price><cat>Dom/%s</cat><imgs><main url=\"https://x.test/%d.jpg\"/></imgs><attrs><a name=\"Producent\">%s</a></attrs></o>") + "</offers>",
			map[string]string{"id": "id", "title": "name", "price": "price", "category": "cat", "image": "imgs.main.url"}},
		{"Russian", "<yml_catalog><shop><categories><category id=\"1\">Дом</category></categories><offers>" + item("<offer id=\"%d\" available=\"true\"><name>%s</name><price>%.2f</price><currencyId>RUB</currencyId><typePrefix>%s</typePrefix><picture>https://x.test/%d.jpg</picture><vendor>%s</vendor></offer>") + "</offers></shop></yml_catalog>",
			map[string]string{"id": "id", "title": "name", "price": "price", "currency": "currencyId", "image": "picture", "brand": "vendor"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			m, inf := infer(t, "feed.xml", []byte(test.text))
			got := filled(&m)
			for role, field := range test.want {
				if got[role] != field {
					t.Errorf("%s is %q, want %q", role, got[role], field)
				}
			}
			if t.Failed() {
				t.Log(strings.Join(inf.Lines(), "\n"))
			}
		})
	}
}
