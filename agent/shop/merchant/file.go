package merchant

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
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
		fault(key.String(), "nothing is read here; it reads countries, [reach] with email, phone, hours, url and address, [topic.…]")
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
	if errs != nil {
		return nil, errors.Join(errs...)
	}
	return out, nil
}
