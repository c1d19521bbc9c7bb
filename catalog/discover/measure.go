package discover

// Measure reads a text that is one amount of a known unit, such as "1,000 g" or
// "1 kg": the dimension measured, and the amount in that dimension's base unit,
// which the two texts share. Any other text, ranges included, is none.
func Measure(text string) (dimension string, amount float64, ok bool) {
	q, ok := parseQuantity(text, commaAny)
	if !ok || q.ranged || q.unit == "" {
		return "", 0, false
	}
	u, ok := lookupUnit(q.unit)
	if !ok {
		return "", 0, false
	}
	base := u
	base.factor, base.offset = 1, 0
	return u.dim, convert(q.low, u, base), true
}
