package feed

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// world makes the values of one row of a synthetic feed: what belongs together is drawn
// together.
type world struct {
	*rand.Rand
	row                            int
	brand, kind, group, name, slug string
	model, colour                  string
	price                          float64 // in major units
	list                           float64
	year                           int
}

var (
	someBrands  = []string{"Nordlys", "Lumo", "Hearth", "Vega", "Castor", "Alba", "Fjord", "Orkla", "Tinker", "Maple", "Quill", "Zephyr"}
	someGroups  = []string{"Lighting", "Kitchen", "Garden", "Office", "Bath"}
	someKinds   = [][]string{{"Desk lamp", "Floor lamp", "Pendant"}, {"Mug", "Kettle", "Pan", "Knife"}, {"Spade", "Hose", "Rake"}, {"Chair", "Desk", "Shelf"}, {"Towel", "Soap dish"}}
	someColours = []string{"Black", "White", "Oak", "Red", "Blue", "Green", "Sand"}
	someWords   = []string{"Classic", "Round", "Small", "Large", "Steel", "Light", "Soft", "Duo", "Pro", "Mini", "Silent", "Deep", "Slim", "Solid", "Swift", "Grand"}
	someCodes   = map[string]string{}
)

func newWorld(seed uint64, row int) *world {
	w := &world{Rand: rand.New(rand.NewPCG(seed, uint64(row))), row: row}
	w.brand = w.pick(someBrands)
	g := w.IntN(len(someGroups))
	w.group, w.kind = someGroups[g], w.pick(someKinds[g])
	w.colour = w.pick(someColours)
	w.model = fmt.Sprintf("%s %c%d", w.pick(someWords), 'A'+w.IntN(26), 10+w.IntN(90))
	w.name = fmt.Sprintf("%s %s %s %s", w.pick(someWords), w.pick(someWords), w.model, w.kind)
	w.slug = strings.ToLower(strings.ReplaceAll(w.name, " ", "-"))
	w.price = float64(3+w.IntN(200)) + []float64{0.99, 0.95, 0.5, 0.9}[w.IntN(4)]
	w.list = w.price
	if w.IntN(2) == 0 {
		w.list = float64(int(w.price*1.25)) + 0.99
	}
	w.year = 2000 + w.IntN(25)
	return w
}

func (w *world) pick(list []string) string { return list[w.IntN(len(list))] }

func (w *world) sentence() string {
	return fmt.Sprintf("A %s %s in %s. Made to last, and easy to care for at any time of the year.", strings.ToLower(w.pick(someWords)), strings.ToLower(w.kind), strings.ToLower(w.colour))
}

// code is a code that renames a value: the same for the same value.
func code(prefix, value string, from int) string {
	key := prefix + value
	if someCodes[key] == "" {
		n := 0
		for k := range someCodes {
			if strings.HasPrefix(k, prefix) {
				n++
			}
		}
		someCodes[key] = fmt.Sprint(from + n)
	}
	return someCodes[key]
}

// column is one field of a synthetic feed.
type column struct {
	name  string
	value func(w *world) string
}

// synthetic is a feed written for the tests, of a form that shops and scrapers publish.
type synthetic struct {
	name    string
	rows    int
	columns []column
	want    map[string]string // role → field, several joined by "+"; roles not named are empty
	dropped []string          // fields that must be no attributes
	kept    []string          // fields that must be

	was map[string]string // its roles as inferred, once they were
}

func sprint(format string, value func(w *world) any) func(w *world) string {
	return func(w *world) string { return fmt.Sprintf(format, value(w)) }
}

// lira spells a price as "1.149,90 TL".
func lira(f float64) string {
	whole := fmt.Sprintf("%d", int(f))
	if len(whole) > 3 {
		whole = whole[:len(whole)-3] + "." + whole[len(whole)-3:]
	}
	return fmt.Sprintf("%s,%02d TL", whole, int(f*100+0.5)%100)
}

var (
	theName  = func(w *world) string { return w.name }
	theBrand = func(w *world) string { return w.brand }
	theKind  = func(w *world) string { return w.kind }
	theGroup = func(w *world) string { return w.group }
	thePrice = sprint("%.2f", func(w *world) any { return w.price })
	theList  = sprint("%.2f", func(w *world) any { return w.list })
	thePage  = func(w *world) string { return fmt.Sprintf("https://shop.example/p/%s-%d", w.slug, w.row) }
	theImage = func(w *world) string { return fmt.Sprintf("https://cdn.shop.example/i/%d.jpg", 7000+w.row) }
	theStars = sprint("%.1f", func(w *world) any { return 3 + float64(w.IntN(20))/10 })
	theCount = sprint("%d", func(w *world) any { return 1 << w.IntN(12) })
	someID   = sprint("%d", func(w *world) any { return 104000 + 17*w.row })
	someEAN  = func(w *world) string {
		if w.IntN(20) == 0 {
			return "0000000000000"
		}
		return fmt.Sprintf("64%011d", w.row*7919)
	}
)

func constant(s string) func(*world) string { return func(*world) string { return s } }

func oneOf(list ...string) func(*world) string {
	return func(w *world) string { return w.pick(list) }
}

var synthetics = []synthetic{
	{
		name: "articles with six code columns", rows: 1500,
		columns: []column{
			{"article_id", sprint("0%d", func(w *world) any { return 108775015 + 3*w.row })},
			{"product_code", sprint("%d", func(w *world) any { return 108775 + w.row/3 })},
			{"prod_name", theName}, {"product_type_no", func(w *world) string { return code("type", w.kind, 253) }}, {"product_type_name", theKind},
			{"product_group_name", theGroup}, {"colour_group_code", func(w *world) string { return code("colour", w.colour, 9) }}, {"colour_group_name", func(w *world) string { return w.colour }},
			{"section_no", func(w *world) string { return code("section", w.group, 50) }}, {"section_name", theGroup}, {"detail_desc", (*world).sentence},
		},
		want:    map[string]string{"id": "article_id", "title": "prod_name", "category": "product_type_name", "description": "detail_desc"},
		dropped: []string{"product_type_no", "colour_group_code", "section_no"}, kept: []string{"colour_group_name"},
	},
	{
		name: "cars of a make and a model", rows: 800,
		columns: []column{
			{"Make", theBrand}, {"Model", func(w *world) string { return w.model }}, {"Year", sprint("%d", func(w *world) any { return w.year })},
			{"Engine Fuel Type", oneOf("regular unleaded", "diesel", "premium unleaded (required)", "electric")}, {"Engine HP", sprint("%d", func(w *world) any { return 90 + 5*w.IntN(60) })},
			{"Market Category", oneOf("N/A", "Crossover,Luxury", "Luxury,Performance", "Hatchback")}, {"Vehicle Size", oneOf("Compact", "Midsize", "Large")},
			{"Vehicle Style", oneOf("Coupe", "Sedan", "4dr SUV", "Convertible", "Wagon")}, {"Popularity", sprint("%d", func(w *world) any { return 100 + 37*w.IntN(50) })},
			{"MSRP", sprint("%d", func(w *world) any { return 15000 + 5*w.IntN(9000) })},
		},
		want:    map[string]string{"title": "Model", "brand": "Make", "category": "Vehicle Style", "price": "MSRP"},
		dropped: []string{"Popularity"}, kept: []string{"Engine Fuel Type", "Engine HP", "Year"},
	},
	{
		name: "wines of a Finnish shop", rows: 900,
		columns: []column{
			{"Numero", someID}, {"Nimi", theName}, {"Valmistaja", theBrand}, {"Pullokoko", oneOf("0,75 l", "0,375 l", "1,5 l")}, {"Hinta", thePrice}, {"Litrahinta", sprint("%.2f", func(w *world) any { return w.price / 0.75 })},
			{"Uutuus", oneOf("", "uutuus", "")}, {"Tyyppi", oneOf("punaviinit", "valkoviinit", "kuohuviinit", "oluet")}, {"Valmistusmaa", oneOf("Italia", "Ranska", "Suomi", "Saksa")},
			{"Luonnehdinta", (*world).sentence}, {"EAN", someEAN},
		},
		want:    map[string]string{"id": "Numero", "title": "Nimi", "brand": "Valmistaja", "category": "Tyyppi", "price": "Hinta", "description": "Luonnehdinta"},
		dropped: []string{"Litrahinta", "EAN"}, kept: []string{"Pullokoko", "Valmistusmaa"},
	},
	{
		name: "marketplace in rupees", rows: 600,
		columns: []column{
			{"product_id", sprint("B0%08d", func(w *world) any { return w.row * 7717 })}, {"product_name", theName}, {"category", func(w *world) string { return "Home|" + w.group + "|" + w.kind }},
			{"discounted_price", sprint("₹%.0f", func(w *world) any { return w.price * 20 })}, {"actual_price", sprint("₹%.0f", func(w *world) any { return w.list*20 + 100 })}, {"discount_percentage", sprint("%d%%", func(w *world) any { return w.IntN(70) })},
			{"rating", theStars}, {"rating_count", sprint("24,%03d", func(w *world) any { return w.IntN(999) })}, {"about_product", (*world).sentence}, {"user_id", sprint("AG%d,AH%[1]d", func(w *world) any { return w.row })},
			{"review_content", (*world).sentence}, {"img_link", theImage}, {"product_link", thePage},
		},
		want:    map[string]string{"id": "product_id", "title": "product_name", "category": "category", "price": "discounted_price", "rating": "rating", "ratings": "rating_count", "description": "about_product", "image": "img_link", "link": "product_link"},
		dropped: []string{"actual_price", "discount_percentage", "user_id"},
	},
	{
		name: "groceries with an index", rows: 700,
		columns: []column{
			{"index", sprint("%d", func(w *world) any { return w.row })}, {"product", theName}, {"category", theGroup}, {"sub_category", theKind}, {"brand", theBrand},
			{"sale_price", thePrice}, {"market_price", theList}, {"type", oneOf("Hair Oil", "Face Wash", "Organic Tea", "Dry Fruit")}, {"rating", theStars}, {"description", (*world).sentence},
		},
		want: map[string]string{"title": "product", "category": "category+sub_category", "brand": "brand", "price": "sale_price", "rating": "rating", "description": "description"},

		dropped: []string{"index", "market_price"},
	},
	{
		name: "furniture scraped with old prices", rows: 500,
		columns: []column{
			{"", sprint("%d", func(w *world) any { return w.row - 1 })}, {"item_id", sprint("%d", func(w *world) any { return 90420332 + 31*w.row })}, {"name", theName}, {"category", theGroup}, {"price", thePrice},
			{"old_price", oneOf("No old price", "SR 295")}, {"sellable_online", oneOf("TRUE", "FALSE")}, {"link", thePage}, {"other_colors", oneOf("Yes", "No")}, {"short_description", func(w *world) string { return w.kind + ", 90x190 cm" }},
			{"designer", oneOf("Ann Smith", "Bo Larsen", "Cy Young", "Di Lund")}, {"depth", sprint("%d", func(w *world) any { return 20 + w.IntN(60) })},
		},
		want:    map[string]string{"id": "item_id", "title": "name", "category": "category", "price": "price", "link": "link", "description": "short_description", "brand": "designer"},
		dropped: []string{"", "old_price"}, kept: []string{"depth", "other_colors"},
	},
	{
		name: "cosmetics with flags", rows: 600,
		columns: []column{
			{"product_id", sprint("P%06d", func(w *world) any { return 3 * w.row })}, {"product_name", theName}, {"brand_id", func(w *world) string { return code("brand", w.brand, 5000) }}, {"brand_name", theBrand},
			{"loves_count", theCount}, {"rating", theStars}, {"reviews", theCount}, {"size", oneOf("1 oz / 30 mL", "2 oz / 60 mL", "50 mL")}, {"ingredients", (*world).sentence}, {"price_usd", thePrice}, {"limited_edition", oneOf("0", "1")},
			{"out_of_stock", oneOf("0", "0", "1")}, {"primary_category", theGroup}, {"secondary_category", theKind},
		},
		want:    map[string]string{"id": "product_id", "title": "product_name", "brand": "brand_name", "price": "price_usd", "rating": "rating", "ratings": "reviews", "category": "primary_category+secondary_category", "stock": "out_of_stock"},
		dropped: []string{"brand_id", "loves_count"}, kept: []string{"size", "limited_edition"},
	},
	{
		name: "Turkish prices and star counts", rows: 500,
		columns: []column{
			{"urun_adi", theName}, {"fiyat", func(w *world) string { return lira(w.price * 12) }}, {"gorsel", theImage}, {"marka", theBrand}, {"kategori", theKind}, {"puan", theStars},
			{"5star", theCount}, {"4star", theCount}, {"3star", theCount}, {"2star", theCount}, {"1star", theCount}, {"urun_linki", thePage},
		},
		want:    map[string]string{"title": "urun_adi", "price": "fiyat", "image": "gorsel", "brand": "marka", "category": "kategori", "rating": "puan", "link": "urun_linki"},
		dropped: []string{"5star", "1star"},
	},
	{
		name: "camelCase in cents", rows: 500,
		columns: []column{
			{"itemId", someID}, {"displayName", theName}, {"productCategory", theKind}, {"listPrice", sprint("%.0f", func(w *world) any { return 100 * w.list })}, {"salePriceCents", sprint("%.0f", func(w *world) any { return 100 * w.price })},
			{"availableQuantity", sprint("%d", func(w *world) any { return w.IntN(40) })}, {"imageUrl", theImage}, {"updatedAt", constant("2024-05-06T07:08:09Z")},
		},
		want:    map[string]string{"id": "itemId", "title": "displayName", "category": "productCategory", "price": "salePriceCents", "stock": "availableQuantity", "image": "imageUrl"},
		dropped: []string{"listPrice", "updatedAt"},
	},
	{
		name: "Japanese names", rows: 400,
		columns: []column{
			{"商品番号", someID}, {"商品名", theName}, {"カテゴリー", theKind}, {"価格", sprint("%.0f", func(w *world) any { return 100 * float64(int(w.price)) })}, {"画像URL", theImage}, {"メーカー", theBrand}, {"在庫数", sprint("%d", func(w *world) any { return w.IntN(9) })},
		},
		want: map[string]string{"id": "商品番号", "title": "商品名", "category": "カテゴリー", "price": "価格", "image": "画像URL", "brand": "メーカー", "stock": "在庫数"},
	},
}

// table writes the feed as a table.
func (s *synthetic) table(seed uint64) []byte {
	clear(someCodes)
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	var header []string
	for _, c := range s.columns {
		header = append(header, c.name)
	}
	_ = w.Write(header) // a buffer takes everything
	for row := 1; row <= s.rows; row++ {
		at := newWorld(seed, row)
		var cells []string
		for _, c := range s.columns {
			cells = append(cells, c.value(at))
		}
		_ = w.Write(cells)
	}
	w.Flush()
	return b.Bytes()
}

// infer infers a mapping of text in a file.
func infer(t testing.TB, name string, text []byte) (Mapping, Inference) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	m, inf, err := Infer(context.Background(), []string{path})
	if err != nil {
		t.Fatal(err)
	}
	return m, inf
}

// filled returns the fields of each role.
func filled(m *Mapping) map[string]string {
	out := map[string]string{}
	for role, list := range m.fields() {
		for _, name := range (*list)[:min(1, len(*list))] {
			out[role] = name
			if parseJoin(name).fields != nil {
				out[role] = strings.Join(parseJoin(name).fields, "+")
			}
		}
	}
	return out
}

func TestSyntheticFeeds(t *testing.T) {
	for i := range synthetics {
		s := &synthetics[i]
		t.Run(s.name, func(t *testing.T) {
			m, inf := infer(t, "feed.csv", s.table(1))
			got := filled(&m)
			for role, field := range s.want {
				if got[role] != field {
					t.Errorf("%s is %q, want %q", role, got[role], field)
				}
			}
			for role, field := range got {
				if s.want[role] == "" {
					t.Errorf("%s is %q, want none", role, field)
				}
			}
			for _, name := range s.dropped {
				if name == "" {
					name = "column_1"
				}
				if !slices.Contains(m.Attributes.Exclude, name) {
					t.Errorf("%q is an attribute", name)
				}
			}
			for _, name := range s.kept {
				if slices.Contains(m.Attributes.Exclude, name) {
					t.Errorf("%q is no attribute", name)
				}
			}
			if t.Failed() {
				t.Log(strings.Join(inf.Lines(), "\n"))
			}
		})
	}
}

func init() { synthetics = append(synthetics, moreSynthetics...) }

// moreSynthetics are feeds as scrapers and sellers of samples publish them.
var moreSynthetics = []synthetic{
	{
		name: "records in cells", rows: 400,
		columns: []column{
			{"uniq_id", sprint("%032x", func(w *world) any { return 977777777 * uint64(w.row) })}, {"crawl_timestamp", constant("2016-03-25 22:59:23 +0000")}, {"product_url", thePage}, {"product_name", theName},
			{"product_category_tree", func(w *world) string { return fmt.Sprintf(`["%s >> %s >> %s"]`, w.group, w.kind, w.name) }}, {"pid", sprint("SRT%013d", func(w *world) any { return 7 * w.row })},
			{"retail_price", sprint("%.0f", func(w *world) any { return w.list*10 + 20 })}, {"discounted_price", sprint("%.0f", func(w *world) any { return w.price * 10 })},
			{"image", func(w *world) string {
				return fmt.Sprintf(`["http://img.example/%d.jpeg", "http://img.example/%d-2.jpeg"]`, w.row, w.row)
			}},
			{"is_Advantage_product", oneOf("True", "False")}, {"description", (*world).sentence}, {"product_rating", oneOf("No rating available", "No rating available", "4.1", "3.9", "4.5", "5", "2", "3.3")}, {"brand", theBrand},
			{"product_specifications", func(w *world) string {
				return fmt.Sprintf(`{"product_specification"=>[{"key"=>"Fabric", "value"=>"%s"}, {"key"=>"Fit", "value"=>"%s"}]}`, w.colour, w.pick(someWords))
			}},
		},
		want: map[string]string{"id": "uniq_id", "title": "product_name", "category": "product_category_tree", "price": "discounted_price", "image": "image", "description": "description", "brand": "brand", "rating": "product_rating", "link": "product_url"},

		dropped: []string{"crawl_timestamp", "pid", "retail_price"},
	},
	{
		name: "sports shop as scraped", rows: 400,
		columns: []column{
			{"name", theName}, {"sku", sprint("DM%04d-100", func(w *world) any { return w.row })}, {"selling_price", thePrice}, {"original_price", theList}, {"currency", constant("USD")}, {"availability", oneOf("InStock", "OutOfStock")},
			{"color", func(w *world) string { return w.colour + "/White" }}, {"category", theKind}, {"source", constant("brand")}, {"source_website", constant("https://www.brand.example")}, {"breadcrumbs", func(w *world) string { return w.group + "/" + w.kind }},
			{"description", (*world).sentence}, {"brand", constant("Nordlys")}, {"images", func(w *world) string { return theImage(w) + "~" + theImage(w) }}, {"country", constant("USA")}, {"language", constant("en")},
			{"average_rating", theStars}, {"reviews_count", theCount}, {"crawled_at", constant("2021-10-23 17:50:17.331255")},
		},
		want: map[string]string{"id": "sku", "title": "name", "price": "selling_price", "currency": "currency", "stock": "availability", "category": "category", "description": "description", "brand": "brand", "image": "images", "rating": "average_rating", "ratings": "reviews_count"},

		dropped: []string{"original_price", "crawled_at", "source_website"}, kept: []string{"color"},
	},
	{
		name: "laptops", rows: 500,
		columns: []column{
			{"laptop_ID", sprint("%d", func(w *world) any { return w.row })}, {"Company", theBrand}, {"Product", func(w *world) string { return w.model }}, {"TypeName", oneOf("Ultrabook", "Notebook", "Gaming", "2 in 1 Convertible")},
			{"Inches", oneOf("13.3", "15.6", "17.3")}, {"ScreenResolution", oneOf("Full HD 1920x1080", "IPS Panel Retina Display 2560x1600", "1366x768")}, {"Cpu", oneOf("Core i5 2.3GHz", "Core i7 2.7GHz", "Ryzen 5")},
			{"Ram", oneOf("8GB", "16GB", "4GB")}, {"Weight", oneOf("1.37kg", "2.2kg", "1.83kg")}, {"Price_euros", thePrice},
		},
		want: map[string]string{"id": "laptop_ID", "brand": "Company", "title": "Product", "category": "TypeName", "price": "Price_euros"},
		kept: []string{"Inches", "Cpu", "Ram", "Weight"},
	},
	{
		name: "clothes in three levels", rows: 600,
		columns: []column{
			{"id", someID}, {"gender", oneOf("Men", "Women", "Boys")}, {"masterCategory", func(w *world) string { return "Home" + w.group[:1] }}, {"subCategory", theGroup}, {"articleType", theKind}, {"baseColour", func(w *world) string { return w.colour }},
			{"season", oneOf("Summer", "Winter", "Fall")}, {"year", sprint("%d", func(w *world) any { return w.year })}, {"usage", oneOf("Casual", "Formal", "Sports")}, {"productDisplayName", theName},
		},
		want: map[string]string{"id": "id", "title": "productDisplayName", "category": "articleType"},
		kept: []string{"gender", "baseColour", "season"},
	},
	{
		name: "books", rows: 500,
		columns: []column{
			{"bookID", sprint("%d", func(w *world) any { return w.row * 3 })}, {"title", theName}, {"authors", func(w *world) string { return w.pick(someWords) + " " + w.pick(someBrands) }}, {"average_rating", theStars}, {"isbn", sprint("%010d", func(w *world) any { return 439785960 + 7*w.row })},
			{"language_code", oneOf("eng", "fre", "spa")}, {"num_pages", sprint("%d", func(w *world) any { return 80 + w.IntN(700) })}, {"ratings_count", theCount}, {"text_reviews_count", theCount}, {"publication_date", oneOf("9/16/2006", "11/1/2003", "5/1/2004")},
		},
		want:    map[string]string{"id": "bookID", "title": "title", "brand": "authors", "rating": "average_rating", "ratings": "ratings_count"},
		dropped: []string{"isbn", "text_reviews_count"}, kept: []string{"num_pages"},
	},
	{
		name: "paths with bars", rows: 400,
		columns: []column{
			{"Uniq Id", sprint("%032x", func(w *world) any { return 977777777 * uint64(w.row) })}, {"Crawl Timestamp", constant("2019-12-18 10:20:52 +0000")}, {"Product Url", thePage}, {"Product Name", theName}, {"Description", (*world).sentence},
			{"List Price", theList}, {"Sale Price", thePrice}, {"Brand", theBrand}, {"Item Number", sprint("%d", func(w *world) any { return 550000000 + 11*w.row })}, {"Gtin", sprint("%d", func(w *world) any { return 78742000000 + 13*w.row })},
			{"Category", func(w *world) string { return "Home | " + w.group + " | " + w.kind }}, {"Postal Code", constant("")}, {"Available", oneOf("True", "False")},
		},
		want:    map[string]string{"id": "Uniq Id", "title": "Product Name", "description": "Description", "price": "Sale Price", "brand": "Brand", "category": "Category", "stock": "Available", "link": "Product Url"},
		dropped: []string{"List Price", "Gtin", "Item Number"},
	},
}

// Nested JSON as shops' interfaces answer it.
func TestNestedJSON(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"products":[`)
	for row := range 120 {
		w := newWorld(3, row+1)
		if row > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":%d,"title":%q,"price":{"value":%.2f,"currency":"EUR"},"description":%q,"category":{"id":%d,"name":%q},"brand":{"name":%q,"logo":"https://x.test/l.png"},"image":%q,
"rating":{"rate":%.1f,"count":%d},"thumbnail":"https://x.test/t/%d.jpg","meta":{"createdAt":"2024-05-23T08:56:21.618Z","barcode":"91647%08d"},"reviews":[{"rating":4,"comment":"Fine.","reviewerName":"Ann"}],"stock":%d,"discountPercentage":%d}`,
			row+1, w.name, w.price, w.sentence(), w.IntN(5), w.kind, w.brand, theImage(w), 3+float64(w.IntN(20))/10, w.IntN(500), row, row, w.IntN(90), w.IntN(30))
	}
	b.WriteString("]}")
	m, inf := infer(t, "feed.json", []byte(b.String()))
	want := map[string]string{"id": "id", "title": "title", "description": "description", "category": "category.name", "brand": "brand.name", "price": "price.value", "currency": "price.currency",
		"image": "image", "rating": "rating.rate", "ratings": "rating.count", "stock": "stock"}
	got := filled(&m)
	for role, field := range want {
		if got[role] != field {
			t.Errorf("%s is %q, want %q", role, got[role], field)
		}
	}
	if t.Failed() {
		t.Log(strings.Join(inf.Lines(), "\n"))
	}
}
