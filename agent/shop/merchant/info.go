package merchant

import (
	"maps"
	"slices"
	"strings"

	"shopclerk/words"
)

// Info is what the shop has told about itself. It is not changed once it is in force:
// [Info.With] and [Info.WithReach] make another. A nil Info has told nothing.
type Info struct {
	// Texts are the shop's own answers, by topic and by the code of their language:
	// plain text, one paragraph each.
	Texts map[string]map[string]string
	Reach Reach
	// Countries are where the shop delivers, ISO 3166-1 alpha-2, in the shop's order;
	// none: it has not told.
	Countries []string
}

// Reach is how to reach the shop. Each may be empty.
type Reach struct {
	Email   string `toml:"email,omitempty"`
	Phone   string `toml:"phone,omitempty"`
	Hours   string `toml:"hours,omitempty"`   // when somebody answers: "Mon–Fri 9–17"
	URL     string `toml:"url,omitempty"`     // of a page or form, http or https
	Address string `toml:"address,omitempty"` // in one line
}

// ReachField declares one of the ways to reach the shop.
type ReachField struct {
	Name   string // in the file, and in forms
	Of     func(*Reach) *string
	fits   func(string) bool // nil: any text does
	reason Reason            // why another does not
}

// ReachFields declares them all, in the order of the file.
var ReachFields = []ReachField{
	{"email", func(r *Reach) *string { return &r.Email }, isEmail, NoEmail},
	{"phone", func(r *Reach) *string { return &r.Phone }, isPhone, NoPhone},
	{"hours", func(r *Reach) *string { return &r.Hours }, nil, NoText},
	{"url", func(r *Reach) *string { return &r.URL }, isURL, NoURL},
	{"address", func(r *Reach) *string { return &r.Address }, nil, NoText},
}

// None reports whether the shop has told nothing at all.
func (i *Info) None() bool {
	return i == nil || len(i.Texts) == 0 && i.Reach == Reach{} && len(i.Countries) == 0
}

// Text is the shop's own answer in exactly one language, "" where it has none.
func (i *Info) Text(topic, language string) string {
	if i == nil {
		return ""
	}
	return i.Texts[topic][language]
}

// With returns a copy that answers a topic with these texts, by language.
func (i *Info) With(topic string, texts map[string]string) *Info {
	out := i.copied()
	out.Texts[topic] = maps.Clone(texts)
	return out
}

// WithReach returns a copy with another way to reach the shop, and other countries that
// it delivers to.
func (i *Info) WithReach(r Reach, countries []string) *Info {
	out := i.copied()
	out.Reach, out.Countries = r, slices.Clone(countries)
	return out
}

func (i *Info) copied() *Info {
	if i == nil {
		i = &Info{}
	}
	out := &Info{Texts: make(map[string]map[string]string, len(i.Texts)), Reach: i.Reach, Countries: slices.Clone(i.Countries)}
	for topic, texts := range i.Texts {
		out.Texts[topic] = maps.Clone(texts)
	}
	return out
}

// Answer is what the clerk says of a topic, in whole sentences, and whether the shop has
// told it. The shop's own text comes in the shopper's language where there is one, else
// in another that the shop has it in. What the shop has told as facts (countries, hours,
// how to reach it) is added, or answers alone. Of what it has not told, and of an id
// that is no topic's, the clerk says so, with the way to ask the shop where there is one.
func (i *Info) Answer(w *words.Language, topic string) (text string, known bool) {
	if i == nil {
		i = &Info{}
	}
	said := i.own(w, topic)
	if fact := i.fact(w, topic, said); fact != "" {
		return strings.TrimSpace(said + " " + fact), true
	}
	if said != "" {
		return said, true
	}
	return i.unknown(w, topic), false
}

// own is the shop's text, in the language or else in the first that it is in.
func (i *Info) own(w *words.Language, topic string) string {
	if text := i.Texts[topic][w.Code()]; text != "" {
		return text
	}
	for _, l := range words.Languages() {
		if text := i.Texts[topic][l.Code()]; text != "" {
			return text
		}
	}
	return ""
}

// fact says what the shop has told of a topic otherwise than by a text, "" for nothing.
// It repeats nothing that the text says.
func (i *Info) fact(w *words.Language, topic, said string) string {
	switch topic {
	case Delivery:
		if len(i.Countries) > 0 {
			return w.T("shop.delivers-to", "Countries", i.countries(w))
		}
	case Hours:
		if said == "" && i.Reach.Hours != "" {
			return w.T("shop.answers-at", "Hours", trimFullStop(i.Reach.Hours))
		}
	case Contact:
		ways := i.ways(w, said)
		if a := i.Reach.Address; a != "" && !slices.Contains(ways, a) && !strings.Contains(said, a) {
			ways = append(ways, a)
		}
		if len(ways) > 0 {
			return w.T("shop.reach", "Ways", trimFullStop(strings.Join(ways, w.T("language.comma"))))
		}
	}
	return ""
}

// unknown says that the shop has not told, and how to ask it.
func (i *Info) unknown(w *words.Language, topic string) string {
	id := "shop.unknown"
	if t, ok := Lookup(topic); ok {
		id = t.unknown
	}
	out := []string{w.T(id)}
	if topic == Store && i.Reach.Address != "" {
		out = append(out, w.T("shop.address-is", "Address", trimFullStop(i.Reach.Address)))
	}
	if ways := i.ways(w, ""); len(ways) > 0 && topic != Contact {
		out = append(out, w.T("shop.ask", "Ways", trimFullStop(strings.Join(ways, w.T("language.comma")))))
	}
	return strings.Join(out, " ")
}

// ways lists how to reach the shop, in words, without what a text says already. The
// address is among them only where the shop has told nothing quicker.
func (i *Info) ways(w *words.Language, said string) []string {
	r := i.Reach
	var out []string
	add := func(way, text string) {
		if way != "" && !strings.Contains(said, way) {
			out = append(out, text)
		}
	}
	phone := r.Phone
	if r.Hours != "" {
		phone = w.T("shop.phone-at", "Phone", r.Phone, "Hours", r.Hours)
	}
	add(r.URL, r.URL)
	add(r.Email, r.Email)
	add(r.Phone, phone)
	if r.URL == "" && r.Email == "" && r.Phone == "" {
		add(r.Address, r.Address)
	}
	return out
}

// countries names those that the shop delivers to.
func (i *Info) countries(w *words.Language) string {
	names := make([]string, len(i.Countries))
	for n, code := range i.Countries {
		names[n] = CountryName(w, code)
	}
	return strings.Join(names, w.T("language.comma"))
}

// trimFullStop takes the full stop from the end of what will stand at the end of a sentence.
func trimFullStop(text string) string { return strings.TrimRight(text, ".") }
