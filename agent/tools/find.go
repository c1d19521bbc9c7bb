package tools

import (
	"slices"
	"strings"
)

// found returns what the tool's own Find recognises in words, by parameter; what its
// domain does not hold now is left to the general reading.
func (r *reading) found(words string) map[int]any {
	if r.tool.Find == nil {
		return nil
	}
	args := r.tool.Find(words)
	out := map[int]any{}
	domains := r.domains()
	for i := range r.tool.Parameters {
		of := args[r.tool.Parameters[i].Name]
		if of == nil {
			continue
		}
		if of, err := domains[i].Accept(of); err == nil {
			out[i] = of
		}
	}
	return out
}

// withoutFound leaves out the claims of parameters that were found, and those that take a
// part of what was found for a value that there is not: the zip code of an address is
// no number of an order.
func withoutFound(claims []claim, found map[int]any) []claim {
	return slices.DeleteFunc(claims, func(c claim) bool {
		if _, ok := found[c.parameter]; ok {
			return true
		}
		return c.wrong && within(c.value, found)
	})
}

// within reports whether a passage is a part of a text that was found.
func within(passage string, found map[int]any) bool {
	for _, of := range found {
		if text, ok := of.(string); ok && strings.Contains(text, passage) {
			return true
		}
	}
	return false
}
