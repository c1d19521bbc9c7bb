package picture

import "strings"

// Named returns the colour of a name, as SVG and CSS write it, such as "#38679d". It
// reports false for a name that is not known to be one.
func Named(name string) (string, bool) {
	parts := splitColours(name)
	if len(parts) == 0 {
		return "", false
	}
	first := parts[0]
	if english, ok := foreign[first]; ok {
		first = english
	}
	known := false
	for w := range strings.FieldsSeq(first) {
		_, ok := names[w]
		known = known || ok
	}
	_, whole := names[first]
	_, number := hexadecimal(first)
	if !known && !whole && !number {
		return "", false
	}
	return parse(first).String(), true
}
