// Package words holds every string that the shop shows, by language: one file for
// each, such as en.toml. To add a language, add its file: nothing else names it.
//
// The language travels in the context. [T] and [N] look a string up in it; rooms
// that are not given a context take a [*Language]. The rules of the clerk's voice
// stand at the top of en.toml.
//
// An id is area.thing: "compare.remove". It is written out where it is used, never
// put together, so that tests can tell that every id used is in the files and that
// every id of the files is used. A string's values are named in it in double
// braces, {{.Product}}, and a string that counts something has the plural forms of
// its language, as CLDR names them. The files are those of go-i18n, so its tools
// and those of translators read them.
package words

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"
)

type key struct{}

// With returns a context in which strings are looked up in a language; nil is
// English. The names of [Naming] stay.
func With(ctx context.Context, l *Language) context.Context {
	if names := From(ctx).names; names != nil {
		return context.WithValue(ctx, key{}, cmp.Or(l, English).Naming(names))
	}
	return context.WithValue(ctx, key{}, l)
}

// Naming returns a context in which aspects and values are called by names.
func Naming(ctx context.Context, names Names) context.Context {
	return context.WithValue(ctx, key{}, From(ctx).Naming(names))
}

// Naming returns the language with names of aspects and values.
func (l *Language) Naming(names Names) *Language {
	out := *l
	out.names = names
	return &out
}

// From returns the language of a context, English when it has none.
func From(ctx context.Context) *Language {
	if l, _ := ctx.Value(key{}).(*Language); l != nil {
		return l
	}
	return English
}

// T returns a string in the context's language: see [Language.T].
func T(ctx context.Context, id string, values ...any) string { return From(ctx).T(id, values...) }

// N returns a string that counts n things in the context's language: see
// [Language.N].
func N(ctx context.Context, id string, n int, values ...any) string {
	return From(ctx).N(id, n, values...)
}

// Number spells a whole number in the context's language, digits grouped.
func Number(ctx context.Context, n int) string { return From(ctx).Number(n) }

//go:embed *.toml
var files embed.FS

var (
	languages = mustLoad()
	// English is the language that the shop is written in: it has every string.
	English = languages[0]
	matcher = newMatcher()
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

func newMatcher() language.Matcher {
	var tags []language.Tag
	for _, l := range languages {
		tags = append(tags, l.tag)
	}
	return language.NewMatcher(tags)
}

// mustLoad reads the files, one for each language, named by its code; English comes first. They are
// part of the program: a broken one is a broken program.
func mustLoad() []*Language {
	var out []*Language
	entries, err := files.ReadDir(".")
	for _, e := range entries {
		content, readErr := files.ReadFile(e.Name())
		l, parseErr := parse(strings.TrimSuffix(e.Name(), path.Ext(e.Name())), content)
		err = errors.Join(err, readErr, parseErr)
		out = append(out, l)
	}
	if err != nil {
		panic(fmt.Errorf("reading words: %w", err))
	}
	en := slices.IndexFunc(out, func(l *Language) bool { return l.code == "en" })
	english := out[en]
	return slices.Insert(slices.Delete(out, en, en+1), 0, english)
}

// parse reads one language's file.
func parse(code string, content []byte) (*Language, error) {
	tag, err := language.Parse(code)
	if err != nil {
		return nil, err
	}
	latin, err := tag.SetTypeForKey("nu", "latn") // the digits of the catalogue, beside which they stand
	if err != nil {
		return nil, err
	}
	l := &Language{tag: tag, code: code, messages: map[string]string{}, printer: message.NewPrinter(latin)}
	l.mark = strings.Trim(l.printer.Sprint(number.Decimal(0.5)), "05")
	var areas map[string]any
	if _, err := toml.Decode(string(content), &areas); err != nil {
		return nil, err
	}
	return l, l.add("", areas)
}
