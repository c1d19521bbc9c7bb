package feed

import (
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
)

func TestEveryFormatYieldsTheSame(t *testing.T) {
	m := Mapping{
		ID: Fields{"id"}, Title: Fields{"title"}, Description: Fields{"description"}, Brand: Fields{"brand"},
		Price: &PriceRule{Field: Fields{"price"}, Currency: "EUR"}, Image: Fields{"image link"},
	}
	want := []string{
		`7|Desk lamp|` + `|brand Lumo|"Bright;\nvery \"bright\""|1250 EUR|https://x.test/7.jpg||colour="Black"`,
		`8|Oak desk||brand Holz|99900 USD|colour="Oak"`,
	}
	const lines = `{"id":"7","title":"Desk lamp","description":"Bright;\nvery \"bright\"","brand":"Lumo","price":12.5,"image_link":"https://x.test/7.jpg","colour":"Black"}
{"id":"8","title":"Oak desk","description":null,"brand":"Holz","price":"999 USD","colour":"Oak"}
`
	array := "[" + strings.Replace(strings.TrimSpace(lines), "}\n{", "},\n{", 1) + "]"
	const csv = `id,title,description,brand,price,image_link,colour
7,Desk lamp,"Bright;
very ""bright""",Lumo,12.50,https://x.test/7.jpg,Black
8,Oak desk,,Holz,USD 999,,Oak
`
	const rss = `<?xml version="1.0"?>
<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel><title>Shop</title>
<item><g:id>7</g:id><title>Desk lamp</title><description><![CDATA[Bright;<br>very "bright"]]></description>
<g:brand>Lumo</g:brand><g:price>12.50 EUR</g:price><g:image_link>https://x.test/7.jpg</g:image_link><g:colour>Black</g:colour></item>
<!-- <item> in a comment is none -->
<item><g:id>8</g:id><title>Oak desk</title><g:brand>Holz</g:brand><g:price>999.00 USD</g:price><g:colour>Oak</g:colour></item>
</channel></rss>`
	utf16le := "\xff\xfe"
	for _, u := range utf16.Encode([]rune(csv)) {
		utf16le += string([]byte{byte(u), byte(u >> 8)})
	}
	tests := []struct{ name, file, text string }{
		{"JSON Lines", "a.jsonl", lines},
		{"JSON Lines, CR LF and blank lines", "a.ndjson", strings.ReplaceAll(lines, "\n", "\r\n\r\n")},
		{"JSON Lines without a last break", "a.jsonl", strings.TrimSpace(lines)},
		{"JSON Lines named .json", "a.json", lines},
		{"JSON Lines with a byte order mark", "a.jsonl", "\xef\xbb\xbf" + lines},
		{"JSON array", "a.json", array},
		{"JSON array named .jsonl", "a.jsonl", array},
		{"JSON array in an object", "a.json", "{\n\"meta\": {\"tags\": [1, \"]\"]}, \"n\": 2,\n\"data\": {\"products\": " + array + "}, \"more\": [{}]}"},
		{"JSON array in an object, on one line", "a.json", `{"total": 2, "products": ` + strings.ReplaceAll(array, "\n", "") + "}\n"},
		{"CSV", "a.csv", csv},
		{"CSV with a byte order mark and CR LF", "a.csv", "\xef\xbb\xbf" + strings.ReplaceAll(csv, "\n", "\r\n")},
		{"CSV in UTF-16", "a.csv", utf16le},
		{"CSV with semicolons", "a.csv", strings.ReplaceAll(csv, ",", ";")},
		{"CSV with pipes", "a.csv", strings.ReplaceAll(csv, ",", "|")},
		{"TSV", "a.tsv", strings.ReplaceAll(csv, ",", "\t")},
		{"TSV named .txt", "a.txt", strings.ReplaceAll(csv, ",", "\t")},
		{"CSV with trailing delimiters", "a.csv", strings.ReplaceAll(csv, "Oak\n", "Oak,,\n")},
		{"RSS", "a.xml", rss},
		{"Atom", "a.xml", strings.NewReplacer("<item>", `<entry a="x>y">`, "</item>", "</entry>", "<rss", "<feed", "</rss>", "</feed>").Replace(rss)},
		{"zip", "a.zip", zipped(t, "readme.md", "no", "f/", "", "f/a.jsonl", lines, "__MACOSX/._a.jsonl", "junk")},
		{"zip of two", "a.zip", zipped(t, "b.json", "["+strings.Split(lines, "\n")[1]+"]", "a.json", "["+strings.Split(lines, "\n")[0]+"]")},
		{"gzip", "a.csv.gz", gzipped(t, csv)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := readAll(filepath.Join(folder(t, map[string]string{test.file: test.text}), test.file), m, Options{})
			if got.err != nil || len(got.problems) > 0 {
				t.Fatalf("error %v, problems %q", got.err, got.problems)
			}
			if diff := cmp.Diff(want, spellAll(got.records)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPlaces(t *testing.T) {
	dir := folder(t, map[string]string{
		"b.jsonl": "\n{\"title\":\"one\"}\n\n{\"title\":\"two\"}\n",
		"a.json":  "[\n {\"title\":\"three\",\n  \"x\": \"a\\nb\"},\n {\"title\":\"four\"}]",
		"c.csv":   "title,x\nfive,\"1\n2\"\nsix,3\n",
		"d.zip":   zipped(t, "in/e.xml", "<a>\n<item>\n<title>seven</title></item>\n\n<item><title>eight</title></item></a>"),
		"LICENSE": "not a feed", ".hidden.json": "[]",
	})
	got := readAll(dir, Mapping{Title: Fields{"title"}}, Options{})
	if got.err != nil {
		t.Fatal(got.err)
	}
	var titles []string
	for _, r := range got.records {
		titles = append(titles, r.Title)
	}
	if diff := cmp.Diff(strings.Fields("three four one two five six seven eight"), titles); diff != "" {
		t.Error(diff)
	}
	want := []string{
		"a.json:2 (item 1)", "a.json:4 (item 2)", "b.jsonl:2", "b.jsonl:4", "c.csv:2", "c.csv:4",
		"d.zip/in/e.xml:2 (item 1)", "d.zip/in/e.xml:5 (item 2)",
	}
	if diff := cmp.Diff(want, got.places); diff != "" {
		t.Error(diff)
	}
	if want := []string{filepath.Join(dir, "LICENSE")}; !cmp.Equal(want, got.sum.Left) {
		t.Errorf("left out %q, want %q", got.sum.Left, want)
	}
}

func TestNestedFields(t *testing.T) {
	tests := []struct{ name, json, want string }{
		{"objects become dotted keys", `{"title":"t","size":{"w":1,"box":{"h":true}}}`, `size.w=1|size.box.h=true`},
		{"named values", `{"title":"t","attributes":[{"name":"Colour","value":"Red"},{"key":"Colour","values":["Blue","Red"]}]}`, `attributes.Colour=["Red" "Blue"]`},
		{"lists of objects", `{"title":"t","variants":[{"sku":"a","size":4},{"sku":"b","size":5}]}`, `variants.sku=["a" "b"]|variants.size=[4 5]`},
		{"lists in lists", `{"title":"t","l":[[1,2],["x"],[]]}`, `l=[1 2 "x"]`},
		{"nothing is absent", `{"title":"t","a":null,"b":"","c":[],"d":[null,""],"e":{},"f":"  "}`, ``},
		{"long numbers are names", `{"title":"t","ean":12345678901234567890,"n":123456789012345}`, `ean="12345678901234567890"|n=123456789012345`},
		{"a number out of range is a name", `{"title":"t","n":1e999}`, `n="1e999"`},
		{"repeated keys", `{"title":"t","a":1,"a":2,"a":1}`, `a=[1 2]`},
		{"escapes", `{"title":"t","\u0061\"b":"\u00e9\ud83d\ude00\/"}`, `a"b="é😀/"`},
		{"depth has an end", `{"title":"t","a":` + strings.Repeat(`{"a":`, 40) + `1` + strings.Repeat(`}`, 40) + `,"b":2}`, `b=2`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := readAll(folder(t, map[string]string{"a.jsonl": test.json}), Mapping{Title: Fields{"title"}}, Options{})
			if got.err != nil {
				t.Fatal(got.err, got.problems)
			}
			_, attributes, _ := strings.Cut(spell(got.records[0]), "|t|")
			if want := strings.TrimSuffix("|"+test.want, "|"); attributes != want {
				t.Errorf("got %s, want %s", attributes, want)
			}
		})
	}
}

func TestXMLElements(t *testing.T) {
	const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><!DOCTYPE x [<!ENTITY boom "boom">]>
<entry><title>t &amp; u</title><link rel="alternate" href="https://x.test/1"/><price currency="USD">5</price>
<g:product_detail><g:section_name>S</g:section_name><g:attribute_name>Wood</g:attribute_name><g:attribute_value>Oak</g:attribute_value></g:product_detail>
<param name="Colour">Red</param><size><w>1</w><w>2</w></size><e/></entry></feed>`
	m := Mapping{Title: Fields{"title"}, Link: Fields{"link"}, Price: &PriceRule{Field: Fields{"price"}, CurrencyField: Fields{"price.currency"}}}
	got := readAll(folder(t, map[string]string{"a.xml": feed}), m, Options{})
	if got.err != nil {
		t.Fatal(got.err, got.problems)
	}
	r := got.records[0]
	r.ID = ""
	want := `|t & u||500 USD||https://x.test/1|link.rel="alternate"|product_detail.Wood="Oak"|param.Colour="Red"|size.w=["1" "2"]`
	if spell(r) != want {
		t.Errorf("got  %s\nwant %s", spell(r), want)
	}
}

func TestTables(t *testing.T) {
	tests := []struct {
		name, csv string
		want      []string // titles and the second column
		problems  int
	}{
		{"quote inside a field", "title,x\nMonitor 27\" wide,1\n", []string{`Monitor 27" wide|1`}, 0},
		{"quote in quotes, not doubled", "title,x\n\"a 27\" monitor\",1\n", []string{`a 27" monitor|1`}, 0},
		{"quote never closed", "title,x\n\"lost,1\nb,2\nc,3\n", []string{`"lost|1`, "b|2", "c|3"}, 0},
		{"quote never closed, fields lost too", "title,x\n\"lost\nb,2\n", []string{"b|2"}, 1},
		{"two stray quotes", "title,x\n\"a,1\n\"b,2\nc,3\n", []string{`"a|1`, `"b|2`, "c|3"}, 0},
		{"too few fields", "title,x\na\nb,2\n", []string{"b|2"}, 1},
		{"too many fields", "title,x\na,1,2\nb,2\n", []string{"b|2"}, 1},
		{"blank lines", "\n\ntitle,x\n\na,1\n  \n", []string{"a|1"}, 0},
		{"header only", "title,x\n", nil, 0},
		{"unnamed column", "title,\na,1\n", []string{"a|1"}, 0},
		{"delimiter in the header's quotes", "title;\"x, y\"\na;1\n", []string{"a|1"}, 0},
		{"commas in a semicolon table", "title;x\na, b;1\nc, d;2\n", []string{"a, b|1", "c, d|2"}, 0},
		{"a field of several lines with quotes", "title,x\n\"one \"\"q\"\",\n\"\"two\"\"\n\",1\nb,2\n", []string{`one "q", "two"|1`, "b|2"}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := readAll(folder(t, map[string]string{"a.csv": test.csv}), Mapping{Title: Fields{"title"}}, tolerant)
			var rows []string
			for _, r := range got.records {
				rows = append(rows, r.Title+"|"+r.Attributes[0].Value.Text)
			}
			if diff := cmp.Diff(test.want, rows); diff != "" {
				t.Error(diff)
			}
			if len(got.problems) != test.problems {
				t.Errorf("problems %q", got.problems)
			}
		})
	}
}
