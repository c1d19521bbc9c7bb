package merchant

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
	"golang.org/x/text/language"

	"shopclerk/words"
)

// longestText bounds each text, in characters: a thousand are a whole screen of a phone.
const longestText = 1000

// Parse reads a shop.toml; an empty one tells nothing. An error names every field that is
// wrong and what would be right; then nothing of the file holds.
func Parse(text []byte) (*Info, error) {
	out := &Info{}
	read, err := toml.Decode(string(text), &struct {
		*Info
		Server toml.Primitive `toml:"server"` // is not the clerk's
	}{Info: out})
	if err != nil {
		return nil, fmt.Errorf("%w. Mend the line, or take it out", err)
	}
	var errs []error
	fault := func(field, format string, args ...any) {
		errs = append(errs, fmt.Errorf("%s: %s", field, fmt.Sprintf(format, args...)))
	}
	for _, key := range read.Undecoded() {
		if key[0] == "server" {
			continue
		}
		fault(key.String(), "nothing is read here; it reads checkout, countries, payment, most_pieces, most_sum, [[delivery]] with id, name, cost, free_from and collect, [reach] with email, phone, hours, url and address, [topic.…]")
	}
	for n, code := range out.Countries {
		region, err := language.ParseRegion(code)
		if err != nil || !region.IsCountry() {
			fault("countries", "%q is no country; write its code, such as AT", code)
			continue
		}
		out.Countries[n] = region.Canonicalize().String()
	}
	for _, topic := range slices.Sorted(maps.Keys(out.Texts)) {
		if unknown[topic] == "" {
			fault("topic."+topic, "there is no such topic; take one of %s", strings.Join(slices.Sorted(maps.Keys(unknown)), ", "))
		}
		for _, code := range slices.Sorted(maps.Keys(out.Texts[topic])) {
			field, paragraph := "topic."+topic+"."+code, strings.Join(strings.Fields(out.Texts[topic][code]), " ")
			out.Texts[topic][code] = paragraph
			if words.Lookup(code) == nil {
				fault(field, "%q is no language of the clerk's", code)
			}
			if utf8.RuneCountInString(paragraph) > longestText {
				fault(field, "it has more than %d characters; shorten it", longestText)
			}
		}
	}
	if r := out.Reach; r.Email != "" && !strings.Contains(r.Email, "@") {
		fault("reach.email", "%q is no e-mail address", r.Email)
	}
	if u, err := url.Parse(out.Reach.URL); out.Reach.URL != "" && (err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "") {
		fault("reach.url", "%q is no address of a page; write it in full, such as https://example.com/contact", out.Reach.URL)
	}
	out.checkCheckout(fault)
	if errs != nil {
		return nil, errors.Join(errs...)
	}
	return out, nil
}

// mostWays bounds the ways of delivery: so many sums the style sheet tells apart.
const mostWays = 4

// placeholder is what is replaced in the template of a cart's address.
var placeholder = regexp.MustCompile(`\{[^}]*\}?`)

// checkCheckout reports what is wrong with where orders are placed, delivered and paid.
func (i *Info) checkCheckout(fault func(field, format string, args ...any)) {
	if !i.OrdersHere() && i.Checkout != link {
		u, err := url.Parse(placeholder.ReplaceAllString(i.Checkout, "1"))
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || !strings.Contains(i.Checkout, "{id}") {
			fault("checkout", "%q is neither %q, %q nor an address of a cart; write it in full, such as https://shop.example/cart/{id}:{quantity}", i.Checkout, here, link)
		}
		for _, p := range placeholder.FindAllString(i.Checkout, -1) {
			if p != "{id}" && p != "{quantity}" {
				fault("checkout", "nothing is known for %s; write {id} for the product's id and {quantity} for the pieces", p)
			}
		}
	}
	for _, p := range i.Payments {
		if p != Invoice && p != OnCollection {
			fault("payment", "%q is no way to pay here; take %q or %q", p, Invoice, OnCollection)
		}
	}
	if i.MostPieces < 0 || i.MostSum < 0 {
		fault("most_pieces, most_sum", "an order has at least a piece and a sum; write most_pieces = %d, or leave it out", usualPieces)
	}
	if len(i.Deliveries) > mostWays {
		fault("delivery", "there are more than %d; leave some out", mostWays)
	}
	seen, collected := map[string]bool{}, false
	for n, d := range i.Ways() {
		field := fmt.Sprintf("delivery %d", n+1)
		switch {
		case d.ID == "" || seen[d.ID]:
			fault(field, "it needs an id of its own, such as \"%s%d\"", cmp.Or(d.ID, "parcel"), n+1)
		case d.Cost != nil && *d.Cost < 0 || d.FreeFrom < 0:
			fault(field, "a cost is 0 or more; write cost = 4.90, or leave it out")
		case !d.Collect && !slices.Contains(i.PaidBy(), Invoice):
			fault(field, "nothing of payment goes with it; add %q, or collect = true where it is collected", Invoice)
		}
		seen[d.ID], collected = true, collected || d.Collect
		for code := range d.Name {
			if words.Lookup(code) == nil {
				fault(field, "%q is no language of the clerk's", code)
			}
		}
	}
	if slices.Contains(i.Payments, OnCollection) && !collected {
		fault("payment", "%q needs a [[delivery]] with collect = true; add one, or take it out", OnCollection)
	}
}
