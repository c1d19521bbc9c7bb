package tools

import "strings"

// byTool is how surely a passage is what the tool's own Find takes it for: more than
// anything that general rules make of it.
const byTool = 20.0

// readFound claims what the tool itself finds in the text; see [Tool].Find. What the
// domain does not hold now is left to the general rules.
func (r *reader) readFound(only func(int) bool) {
	if r.tool.Find == nil {
		return
	}
	values := r.tool.Find(r.raw)
	for i := range r.tool.Parameters {
		of := values[r.tool.Parameters[i].Name]
		if of == nil || only != nil && !only(i) {
			continue
		}
		if of, err := r.domains[i].Accept(of); err == nil {
			r.claims = append(r.claims, claim{i, r.where(spell(of)), []any{of}, byTool, false, true})
		}
	}
}

// where returns the passage that is written so; an empty one when none is.
func (t *text) where(passage string) span {
	begin := strings.Index(t.raw, passage)
	if begin < 0 {
		return span{}
	}
	out := span{value: passage}
	for k, tok := range t.toks {
		if tok.End > begin && tok.Start < begin+len(passage) {
			if out.to == 0 {
				out.from = k
			}
			out.to = k + 1
		}
	}
	return out
}
