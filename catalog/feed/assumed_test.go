package feed

import (
	"context"
	"strings"
	"testing"

	"shopclerk/catalog"
)

// Where nothing names a currency one is assumed, in every format by the same evidence,
// and the prices in it are counted.
func TestAssumedCurrency(t *testing.T) {
	for _, test := range []struct {
		name, file, text string
		want             string
		assumed          int
	}{
		{"nothing says it", "a.json", `{"products":[{"id":1,"title":"Lamp","variants":[{"id":11,"title":"S","price":"5.00"},{"id":12,"title":"M","price":"6.00"}]}]}`, "USD", 2},
		{"its addresses do", "a.json", `{"products":[{"id":1,"title":"Lamp","url":"https://shop.example.ch/lamp","variants":[{"id":11,"title":"S","price":"5.00"}]}]}`, "CHF", 1},
		{"a table of a shop", "a.csv", "Handle,Title,Vendor,Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src\noslo,Lampe Oslo,N,Lampen,Farbe,Weiß,O,39.90,https://shop.example.at/1.jpg\n", "EUR", 1},
		{"a price does", "a.csv", "Handle,Title,Vendor,Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src\noslo,Oslo,N,Lamps,Colour,White,O,£39.90,https://x.test/1.jpg\n", "GBP", 0},
		{"any table", "a.csv", "sku,name,price\na,Red lamp,5.99\nb,Blue lamp,6.99\nc,White lamp,7.99\n", "USD", 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			paths := []string{folder(t, map[string]string{test.file: test.text})}
			m, inf, known, err := Recognise(context.Background(), paths)
			if err == nil && !known {
				m, inf, err = Infer(context.Background(), paths)
			}
			if err != nil {
				t.Fatal(err)
			}
			sum, err := Read(context.Background(), paths, m, Options{}, func(r catalog.Record, _ Place) error {
				if r.Price.Currency != test.want {
					t.Errorf("%s costs %+v, want %s", r.ID, r.Price, test.want)
				}
				return nil
			})
			if err != nil || sum.Assumed != test.assumed {
				t.Errorf("of %d prices the currency is assumed, want %d, %v:\n%s", sum.Assumed, test.assumed, err, strings.Join(inf.Lines(), "\n"))
			}
		})
	}
}
