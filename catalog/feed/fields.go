package feed

import (
	"regexp"
	"slices"
	"strings"
)

// Fields names the feed's fields that can fill a role, best first: the first one
// that a product has is taken. One may be a join of several, "{Make} {Model}". In JSON
// it is a text, a join as [join] tells, or a list of such.
type Fields []string

// fold brings a field's name into the form in which names are compared: lower
// case, "_" for space and hyphen, without the "g:" that Google's names carry in
// XML. "Image Link" and "image_link" are the same field.
func fold(key string) string {
	key = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(key)), "g:")
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' {
			return '_'
		}
		return r
	}, key)
}

// matchesPattern reports whether name matches a pattern in which "*" stands for any run
// of characters and everything else for itself.
func matchesPattern(pattern, name string) bool {
	if !strings.Contains(pattern, "*") {
		return pattern == name
	}
	parts := strings.Split(regexp.QuoteMeta(pattern), `\*`)
	matched, err := regexp.MatchString("^(?s:"+strings.Join(parts, ".*")+")$", name)
	return err == nil && matched
}

// matchesAny reports whether a name matches one of the patterns, in whatever letter case.
func matchesAny(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matchesPattern(strings.ToLower(p), strings.ToLower(name)) })
}

func foldAll(names []string) []string {
	folded := make([]string, len(names))
	for i, n := range names {
		folded[i] = fold(n)
	}
	return folded
}
