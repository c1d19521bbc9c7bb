package words

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
	"golang.org/x/text/message"
	"golang.org/x/text/number"
)

// Language is one language's strings. It is not changed once loaded, and safe for
// concurrent use.
type Language struct {
	tag      language.Tag
	code     string
	messages map[string]string // by their ids; a plural form's ends in its name: "page.products.one"
	printer  *message.Printer
	mark     string // before decimals
	names    Names
}

// Names are what a shop calls the aspects of its catalogue and their values.
type Names interface {
	// Called returns what an aspect of categories is called in a language, or with a value what
	// that is called; "" where the catalogue's word stands.
	Called(language string, categories []string, aspect, value string) string
}

// Called returns what the shop calls an aspect of categories, or with a value what it calls that;
// plain where it leaves the catalogue's word.
func (l *Language) Called(categories []string, aspect, value, plain string) string {
	if l.names != nil {
		if name := l.names.Called(l.code, categories, aspect, value); name != "" {
			return name
		}
	}
	return plain
}

// Code is the language's tag (BCP 47), such as "de", as HTML and HTTP name it.
func (l *Language) Code() string { return l.code }

// Name is what the language calls itself: "Deutsch".
func (l *Language) Name() string { return l.T("language.name") }

// NameOf is what the language of a code is called in this one: "Englisch".
func (l *Language) NameOf(code string) string {
	return display.Languages(l.tag).Name(language.Make(code))
}

// Direction is how it is written: "ltr" or "rtl".
func (l *Language) Direction() string { return l.T("language.direction") }

// T returns a string. Values are its named values, a name before each: "Product",
// title. Whole numbers among them are spelled as [Language.Number] does. What a
// file lacks is given in English, and an id that no file has is given as it is: a
// page with a word amiss is better than none. Tests see to it that neither happens.
func (l *Language) T(id string, values ...any) string { return l.fill(l.text(id), "", values) }

// N returns a string that counts n things, in the form that the language has for
// that many. The string's value Count is n, its digits grouped.
func (l *Language) N(id string, n int, values ...any) string {
	form := pluralForms[plural.Cardinal.MatchPlural(l.tag, max(n, -n), 0, 0, 0, 0)]
	return l.fill(l.text(id+"."+form, id+".other", id), l.Number(n), values)
}

// text returns the text of the first of the ids that the language has, or else English; the last id
// where neither has any.
func (l *Language) text(ids ...string) string {
	for _, messages := range []map[string]string{l.messages, English.messages} {
		for _, id := range ids {
			if text, ok := messages[id]; ok {
				return text
			}
		}
	}
	return ids[len(ids)-1]
}

// Number spells a whole number, its digits grouped: "66,778".
func (l *Language) Number(n int) string {
	if -1000 < n && n < 1000 {
		return strconv.Itoa(n) // what most numbers are needs no printer
	}
	return l.printer.Sprint(number.Decimal(n))
}

// Fixed spells a number with exactly so many decimals, its digits grouped:
// "1,299.90".
func (l *Language) Fixed(f float64, decimals int) string {
	if -999 < f && f < 999 {
		return strings.Replace(strconv.FormatFloat(f, 'f', decimals, 64), ".", l.mark, 1) // as in Number
	}
	return l.printer.Sprint(number.Decimal(f, number.Scale(decimals)))
}

// Measure spells a number as it stands before a unit: with the decimals it has, at
// most three, digits not grouped: "0.75", "2400".
func (l *Language) Measure(f float64) string {
	return strings.Replace(strconv.FormatFloat(math.Round(f*1000)/1000, 'f', -1, 64), ".", l.mark, 1)
}

// Money puts a spelled number beside its currency (ISO 4217): beside its sign where
// that is well known, else beside its code; alone where the currency is not known.
func (l *Language) Money(number, currency string) string {
	switch sign := signs[currency]; {
	case currency == "":
		return number
	case sign != "":
		return l.T("amount.sign", "Number", number, "Sign", sign)
	}
	return l.T("amount.code", "Number", number, "Code", currency)
}

// signs are those of currencies. A shop sells in one dollar, so that its sign is
// clear enough.
var signs = map[string]string{"EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥", "INR": "₹", "CAD": "$", "AUD": "$", "NZD": "$"}

// pluralForms names the plural forms as the files do.
var pluralForms = map[plural.Form]string{
	plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many", plural.Other: "other",
}

// add takes a text, or a table of what stands below an id: a plural form's name is the last part of
// the form's id.
func (l *Language) add(id string, data any) error {
	switch data := data.(type) {
	case string:
		l.messages[id] = data
	case map[string]any:
		for name, below := range data {
			if err := l.add(strings.TrimPrefix(id+"."+name, "."), below); err != nil {
				return err
			}
		}
	default:
		return fmt.Errorf("%s: %v is not a text", id, data)
	}
	return nil
}

// fill puts the values into a text, and the count where there is one.
func (l *Language) fill(text, count string, values []any) string {
	text, rest, found := strings.Cut(text, "{{.")
	if !found {
		return text
	}
	var b strings.Builder
	for found {
		b.WriteString(text)
		name, after, _ := strings.Cut(rest, "}}")
		if name == "Count" && count != "" {
			b.WriteString(count)
		} else {
			b.WriteString(l.spell(name, values))
		}
		text, rest, found = strings.Cut(after, "{{.")
	}
	return b.String() + text
}

// spell returns the named one of the values; one that is not given stands for
// itself. A name with a small letter is that of a label inside a sentence.
func (l *Language) spell(name string, values []any) string {
	inside := unicode.IsLower(rune(name[0]))
	for i := 0; i+1 < len(values); i += 2 {
		given, _ := values[i].(string)
		if given != name && !(inside && strings.EqualFold(given, name)) {
			continue
		}
		switch v := values[i+1].(type) {
		case string:
			if inside {
				return lower(v)
			}
			return v
		case int:
			return l.Number(v)
		default:
			return fmt.Sprint(v)
		}
	}
	return name
}

// lower puts a label inside a sentence, keeping acronyms: "Cable length" → "cable
// length", "USB ports" stays.
func lower(label string) string {
	word, _, _ := strings.Cut(label, " ")
	first, size := utf8.DecodeRuneInString(label)
	if size == 0 || len(word) > size && word[size:] != strings.ToLower(word[size:]) {
		return label
	}
	return string(unicode.ToLower(first)) + label[size:]
}
