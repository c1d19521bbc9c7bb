package words

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"
)

//go:embed *.toml
var files embed.FS

var (
	languages = mustLoad(files)
	// English is the language that the shop is written in: it has every string.
	English = languages[0]
	matcher = newMatcher(languages)
)

// Languages lists the languages there are: English, and the others by their codes.
func Languages() []*Language { return slices.Clone(languages) }

// Lookup returns the language of a code, nil when there is none.
func Lookup(code string) *Language {
	for _, l := range languages {
		if l.code == code {
			return l
		}
	}
	return nil
}

// Match returns the language that suits an Accept-Language header best, the
// fallback where none does.
func Match(accept string, fallback *Language) *Language {
	wanted, _, err := language.ParseAcceptLanguage(accept)
	if err != nil || len(wanted) == 0 {
		return fallback
	}
	if _, i, confidence := matcher.Match(wanted...); confidence != language.No {
		return languages[i]
	}
	return fallback
}

func newMatcher(list []*Language) language.Matcher {
	tags := make([]language.Tag, len(list))
	for i, l := range list {
		tags[i] = l.tag
	}
	return language.NewMatcher(tags)
}

// mustLoad reads the files, which are part of the program: a broken one is a broken
// program.
func mustLoad(fsys fs.FS) []*Language {
	out, err := load(fsys)
	if err != nil {
		panic(err)
	}
	return out
}

// load reads the files of a folder, one for each language, named by its code.
func load(fsys fs.FS) ([]*Language, error) {
	names, err := fs.Glob(fsys, "*.toml")
	if err != nil {
		return nil, err
	}
	var out []*Language
	for _, name := range names {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		l, err := parse(strings.TrimSuffix(name, path.Ext(name)), text)
		if err != nil {
			return nil, fmt.Errorf("reading words/%s: %w", name, err)
		}
		out = append(out, l)
	}
	en := slices.IndexFunc(out, func(l *Language) bool { return l.code == "en" })
	if en < 0 {
		return nil, errors.New("there is no words/en.toml")
	}
	english := out[en]
	return slices.Insert(slices.Delete(out, en, en+1), 0, english), nil // the names were sorted
}

// parse reads one language's file.
func parse(code string, text []byte) (*Language, error) {
	tag, err := language.Parse(code)
	if err != nil {
		return nil, err
	}
	messages, err := i18n.ParseMessageBytes(text, toml.Unmarshal)
	if err != nil {
		return nil, err
	}
	latin, err := tag.SetTypeForKey("nu", "latn") // the digits of the catalogue, beside which they stand
	if err != nil {
		return nil, err
	}
	l := &Language{tag: tag, code: code, messages: make(map[string]*translation, len(messages)), printer: message.NewPrinter(latin)}
	l.mark = strings.Trim(l.printer.Sprint(number.Decimal(0.5)), "05")
	for _, m := range messages {
		t := &translation{tag: tag}
		for form, text := range map[plural.Form]string{
			plural.Zero: m.Zero, plural.One: m.One, plural.Two: m.Two, plural.Few: m.Few, plural.Many: m.Many, plural.Other: m.Other,
		} {
			if text == "" {
				continue
			}
			if t.forms[form], err = cut(text); err != nil {
				return nil, fmt.Errorf("%s: %w", m.ID, err)
			}
		}
		l.messages[m.ID] = t
	}
	return l, nil
}

// value is a value's place in a text.
var value = regexp.MustCompile(`{{\.([A-Za-z]+)}}`)

// cut finds the values of a text.
func cut(text string) (phrase, error) {
	var out phrase
	at := 0
	add := func(text string) error {
		if strings.Contains(text, "{{") || strings.Contains(text, "}}") {
			return fmt.Errorf("%q: a value is written {{.Name}}", text)
		}
		if text != "" {
			out = append(out, phrasePart{text: text})
		}
		return nil
	}
	for _, m := range value.FindAllStringSubmatchIndex(text, -1) {
		if err := add(text[at:m[0]]); err != nil {
			return nil, err
		}
		out = append(out, phrasePart{value: text[m[2]:m[3]]})
		at = m[1]
	}
	return out, add(text[at:])
}
