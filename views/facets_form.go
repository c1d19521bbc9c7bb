package views

import (
	"math"
	"net/url"
	"regexp"
	"shopclerk/agent"
	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
	"slices"
	"strconv"
	"strings"
)

// Restated reads the rail's form against the turn and the changes that it was made of.
// What was ticked or bounded otherwise than it stands becomes a change of the need; what
// was left alone stays as it was said.
func Restated(w *words.Language, t *agent.Turn, changes []search.Change, form url.Values) ([]search.Change, error) {
	var out []search.Change
	offered := facetKeys(t)
	shown := slices.Clone(form[FieldFacet])
	slices.Sort(shown)
	for _, key := range slices.Compact(shown) {
		if !slices.Contains(offered, key) {
			return nil, BadRequest("error.no-filter", "Filter", key)
		}
		column := t.Scope.Shelf.Column(key)
		read := readTicks
		if column.Aspect.Kind == catalog.Numeric {
			read = readSpan
		}
		condition, changed, err := read(w, column, aspectWanted(t, key), form)
		if err != nil {
			return nil, err
		}
		if changed {
			text := ""
			if condition != nil {
				text = reply.Condition(w, &column.Aspect, condition)
			}
			out = append(out, search.Restate(changes, key, condition, text)...)
		}
	}
	return out, nil
}

// readSpan reads what the form asks of a number, nil for nothing, and whether that is
// other than what is asked now.
func readSpan(w *words.Language, column *catalog.Column, now []search.Wanted, form url.Values) (*catalog.Condition, bool, error) {
	key := column.Aspect.Key
	low, err := parseBound(w, form.Get(key+FacetLow))
	if err != nil {
		return nil, false, err
	}
	high, err := parseBound(w, form.Get(key+FacetHigh))
	if err != nil {
		return nil, false, err
	}
	if low != nil && high != nil && *low > *high {
		low, high = high, low
	}
	from, to := askedBounds(words.English, now)
	changed := spellBound(low) != from || spellBound(high) != to
	if low == nil && high == nil {
		return nil, changed, nil
	}
	return &catalog.Condition{Key: key, Range: &catalog.Range{Low: low, High: high, Closed: high != nil}}, changed, nil
}

// readTicks reads which values the form asks for, as readSpan does.
func readTicks(_ *words.Language, column *catalog.Column, now []search.Wanted, form url.Values) (*catalog.Condition, bool, error) {
	ticked := make([]bool, len(column.Values))
	condition := &catalog.Condition{Key: column.Aspect.Key}
	for _, v := range form[condition.Key] {
		codes := column.Find(&catalog.Condition{Key: condition.Key, Values: []string{v}})
		if len(codes) == 0 {
			return nil, false, BadRequest("error.no-value", "Aspect", column.Aspect.Label, "Value", v)
		}
		code := codes[0]
		if i := slices.IndexFunc(codes, func(code uint32) bool { return column.Values[code].Text == v }); i >= 0 {
			code = codes[i]
		}
		if !ticked[code] {
			ticked[code] = true
			condition.Values = append(condition.Values, column.Values[code].Text)
		}
	}
	changed := !slices.Equal(ticked, tickedCodes(column, now))
	if len(condition.Values) == 0 {
		return nil, changed, nil
	}
	return condition, changed, nil
}

// groupedDigits are numbers whose digits are grouped, by the sign that groups them.
var groupedDigits = map[string]*regexp.Regexp{
	",": regexp.MustCompile(`^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$`),
	".": regexp.MustCompile(`^[1-9]\d{0,2}(\.\d{3})+(,\d*)?$`),
}

// parseBound reads a number that a shopper typed; nil for none. Digits may be grouped as
// their language does: "1,000" is a thousand in English, and one in German. Else a
// comma is taken for a decimal point where there is no other: many countries write one.
func parseBound(w *words.Language, text string) (*float64, error) {
	text = Typed(text)
	if text == "" {
		return nil, nil
	}
	plain := text
	sign := strings.Trim(w.Number(1000), "01")
	if grouped := groupedDigits[sign]; grouped != nil && grouped.MatchString(plain) {
		plain = strings.ReplaceAll(plain, sign, "")
	}
	if strings.Count(plain, ",") == 1 && !strings.Contains(plain, ".") {
		plain = strings.Replace(plain, ",", ".", 1)
	}
	f, err := strconv.ParseFloat(plain, 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, BadRequest("error.no-number", "Text", text)
	}
	return &f, nil
}

// spellBound writes a bound as the form shows it; empty for none.
func spellBound(f *float64) string {
	if f == nil {
		return ""
	}
	return catalog.FormatNumber(*f)
}
