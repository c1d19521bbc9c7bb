package tools

// strengthFound is how surely a passage is what the tool's own Find takes it for: more than
// anything that general rules make of it.
const strengthFound = 20.0

// readFound claims what the tool itself finds in the text; see [Tool].Find. What the
// domain does not hold now is left to the general rules.
func (r *valueReader) readFound(allowed func(int) bool) {
	if r.tool.Find == nil {
		return
	}
	values := r.tool.Find(r.Raw)
	for i := range r.tool.Parameters {
		of := values[r.tool.Parameters[i].Name]
		if of == nil || allowed != nil && !allowed(i) {
			continue
		}
		if of, err := r.domains[i].Accept(of); err == nil {
			r.claims = append(r.claims, claim{i, r.Where(spell(of)), []any{of}, strengthFound, false, true})
		}
	}
}
