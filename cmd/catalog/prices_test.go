package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"shopclerk/cmd/internal/progress"
	"shopclerk/search/index"
)

// Prices of a file are set, all of them or none; what cannot be read or set is told with its
// place and its remedy.
func TestImportPrices(t *testing.T) {
	dir := t.TempDir()
	data, file := filepath.Join(dir, "shop"), filepath.Join(dir, "prices")
	call := func(args ...string) (int, string) {
		var out bytes.Buffer
		code := run(t.Context(), args, streams{out: &out, notes: &out, bar: progress.New(&out)})
		return code, out.String()
	}
	if code, out := call("demo", "--data", data, "--per-category", "100"); code != exitOK {
		t.Fatal(out)
	}
	shop, err := index.Open(t.Context(), data, nil)
	if err != nil {
		t.Fatal(err)
	}
	var id string
	for p, err := range shop.Catalogue.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Variants) == 0 {
			id = p.ID
		}
	}
	if err := shop.Close(); err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		text, says string
		code       int
	}{
		"CSV":            {"id,price,list_price,stock\nID,1.25,2,\n", "Set 1 price or stock.", exitOK},
		"semicolons":     {"\ufeffID;Price;Stock\nID;1.25;4\n", "Set 1 price or stock.", exitOK},
		"JSON Lines":     {`{"id": "ID", "price": 1.25}` + "\n", "Set 1 price or stock.", exitOK},
		"nothing":        {" \n", "it is empty: give a line", exitFailure},
		"another column": {"id,colour\nID,red\n", `line 1: column "colour" is none of id, price, list_price, stock`, exitFailure},
		"a currency":     {"id,price\nID,1.25 EUR\n", `line 2: price "1.25 EUR": give a number`, exitFailure},
		"half a piece":   {"id,stock\nID,1.5\n", `line 2: stock "1.5": give a whole number`, exitFailure},
		"another field":  {`{"id": "ID", "prize": 1}`, `item 1: json: unknown field "prize": give objects such as`, exitFailure},
		"unknown":        {"id,price\nID,9\nnobody,9\n", `item 2, id "nobody": the catalogue has no such product: leave it out`, exitFailure},
	} {
		if err := os.WriteFile(file, []byte(strings.ReplaceAll(tc.text, "ID", id)), 0o600); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(tc.text, "\ufeffID") {
			if err := os.WriteFile(file, []byte("\ufeffID;Price;Stock\n"+id+";1.25;4\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if code, out := call("import", "--data", data, "--prices", file); code != tc.code || !strings.Contains(out, tc.says) {
			t.Errorf("%s: exit code %d: %s", name, code, out)
		}
	}
	if shop, err = index.Open(t.Context(), data, nil); err != nil {
		t.Fatal(err)
	}
	defer shop.Close()
	if p, err := shop.Catalogue.Product(t.Context(), id); err != nil || p.Price.Minor != 125 || p.ListPrice.Minor != 200 || p.Stock != 4 {
		t.Errorf("sold at %v of %v, %d pieces, %v", p.Price, p.ListPrice, p.Stock, err)
	}
	if code, out := call("import", "--data", data, "--prices", file, "feed.csv"); code != exitUsage || !strings.Contains(out, "--prices: import the feed by itself") {
		t.Errorf("exit code %d: %s", code, out)
	}
	if code, out := call("import", "--data", data); code != exitUsage || !strings.Contains(out, "give the files of the feed") {
		t.Errorf("exit code %d: %s", code, out)
	}
}
