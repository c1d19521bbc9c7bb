package discover

// Measure reads a text that is one amount of a known unit, such as "1,000 g" or
// "1 kg": the dimension measured, and the amount in that dimension's base unit,
// which the two texts share. Any other text, ranges included, is none.
func Measure(text string) (dimension string, amount float64, ok bool) {
	q, _ := parseQuantity(text, commaAny)
	u, ok := lookupUnit(q.unit)
	if !ok || q.ranged {
		return "", 0, false
	}
	return u.dim, q.low*u.factor + u.offset, true
}
