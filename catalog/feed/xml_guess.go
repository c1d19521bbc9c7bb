package feed

import (
	"regexp"
	"slices"
)

var xmlTag = regexp.MustCompile(`<(/?)([\w.:-]+)((?:[^<>"']|"[^"]*"|'[^']*')*?)(/?)>`)

// guessItem returns the local name of the elements that hold one product each, from the
// beginning of a file: one of [itemElements] where there is any, else the outermost element
// that comes twice or more and has elements or attributes of its own, as <SHOPITEM> or <o>
// of national price comparisons. It is "" when nothing repeats.
func guessItem(head []byte) string {
	type kind struct {
		name  string
		depth int
	}
	seen := map[kind]int{}
	holds := map[kind]bool{} // has elements or attributes
	var order []kind
	var open []kind
	for _, m := range xmlTag.FindAllSubmatch(head, -1) {
		name := localName(m[2])
		if len(m[1]) > 0 {
			for i := len(open) - 1; i >= 0; i-- {
				if open[i].name == name {
					open = open[:i]
					break
				}
			}
			continue
		}
		if slices.Contains(itemElements, name) {
			return ""
		}
		k := kind{name, len(open)}
		if seen[k] == 0 {
			order = append(order, k)
		}
		seen[k]++
		if n := len(open); n > 0 {
			holds[open[n-1]] = true
		}
		if regexpAttribute.Match(m[3]) {
			holds[k] = true
		}
		if len(m[4]) == 0 {
			open = append(open, k)
		}
	}
	best := kind{depth: maxDepth}
	for _, k := range order {
		if k.depth > 0 && k.depth < best.depth && seen[k] > 1 && holds[k] {
			best = k
		}
	}
	return best.name
}

var regexpAttribute = regexp.MustCompile(`[\w.:-]+\s*=`)
