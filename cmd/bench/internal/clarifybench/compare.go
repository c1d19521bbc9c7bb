package clarifybench

import (
	"maps"
	"slices"

	"shopclerk/agent/tools"
)

// sameCall reports whether two calls of a kit do the same: what a call leaves out is the
// default.
func sameCall(kit *tools.Kit, a, b *tools.Call) bool {
	return a.Tool == b.Tool && equalArguments(completed(kit, a), completed(kit, b))
}

// completed returns the arguments of a call with the defaults of those it leaves out.
func completed(kit *tools.Kit, c *tools.Call) tools.Arguments {
	out := tools.Arguments{}
	maps.Copy(out, c.Arguments)
	if tool := kit.Tool(c.Tool); tool != nil {
		for _, p := range tool.Parameters {
			if out[p.Name] == nil && p.Default != nil {
				out[p.Name] = p.Default
			}
		}
	}
	return out
}

// equalArguments reports whether two sets of arguments are equal.
func equalArguments(a, b tools.Arguments) bool {
	for _, name := range slices.Concat(argumentNames(a), argumentNames(b)) {
		if (a[name] == nil) != (b[name] == nil) || a[name] != nil && !sameValue(a[name], b[name]) {
			return false
		}
	}
	return true
}

func argumentNames(a tools.Arguments) []string { return slices.Sorted(maps.Keys(a)) }

// matched counts how many of some calls have an equal among others, each of which is
// matched once at most.
func matched(kit *tools.Kit, some, others []tools.Call) int {
	taken := make([]bool, len(others))
	count := 0
	for i := range some {
		for k := range others {
			if !taken[k] && sameCall(kit, &some[i], &others[k]) {
				taken[k] = true
				count++
				break
			}
		}
	}
	return count
}
