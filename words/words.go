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

import "context"

type key struct{}

// With returns a context in which strings are looked up in a language; nil is
// English.
func With(ctx context.Context, l *Language) context.Context { return context.WithValue(ctx, key{}, l) }

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
