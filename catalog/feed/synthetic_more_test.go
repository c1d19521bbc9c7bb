package feed

import (
	"fmt"
	"strings"
	"testing"
)

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
