package main

import (
	"math"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"shopclerk/agent"
	"shopclerk/catalog"
	"shopclerk/catalog/caption"
	"shopclerk/cmd/web/internal/complaint"
	"shopclerk/cmd/web/internal/present"
	"shopclerk/search"
	"shopclerk/views"
	"shopclerk/words"
)

// facet takes the rail's form. What was ticked or bounded otherwise than it stands
// becomes a change of the need, all of it one step; what was left alone stays as
// it was said.
func (s *server) facet(c echo.Context) error {
	conversation, err := s.open(c)
	if err != nil {
		return err
	}
	form, err := c.FormParams()
	if err != nil {
		return complaint.Bad("error.no-form")
	}
	turn, err := s.clerk(c).Look(c.Request().Context(), conversation.Need(), search.Page{})
	if err != nil {
		return err
	}
	var in agent.Input
	w := words.From(c.Request().Context())
	offered := present.FacetKeys(turn)
	shown := slices.Clone(form[views.FieldFacet])
	slices.Sort(shown)
	for _, key := range slices.Compact(shown) {
		if !slices.Contains(offered, key) {
			return complaint.Bad("error.no-filter", "Filter", key)
		}
		condition, changed, err := restated(w, turn, turn.Scope.Shelf.Column(key), form)
		if err != nil {
			return err
		}
		if changed {
			text := ""
			if condition != nil {
				column := turn.Scope.Shelf.Column(key)
				text = caption.Condition(w, &column.Aspect, shownAs(column, condition))
			}
			in.Changes = append(in.Changes, search.Restate(conversation.Changes(), key, condition, text)...)
		}
	}
	if len(in.Changes) == 0 {
		return s.back(c, conversation)
	}
	return s.reply(c, conversation, in)
}

// restated reads what the form asks of a facet, nil for nothing, and whether that
// is other than what is asked now.
func restated(w *words.Language, t *agent.Turn, column *catalog.Column, form url.Values) (*catalog.Condition, bool, error) {
	key := column.Aspect.Key
	now := present.Wanted(t, key)
	if column.Aspect.Kind == catalog.Numeric {
		low, err := bound(w, form.Get(key+views.FacetLow))
		if err != nil {
			return nil, false, err
		}
		high, err := bound(w, form.Get(key+views.FacetHigh))
		if err != nil {
			return nil, false, err
		}
		if low != nil && high != nil && *low > *high {
			low, high = high, low
		}
		from, to := present.Bounds(words.English, now)
		changed := spellBound(low) != from || spellBound(high) != to
		if low == nil && high == nil {
			return nil, changed, nil
		}
		return &catalog.Condition{Key: key, Range: &catalog.Range{Low: low, High: high, Closed: high != nil}}, changed, nil
	}
	ticked := make([]bool, len(column.Values))
	condition := &catalog.Condition{Key: key}
	for _, v := range form[key] {
		codes := column.Find(&catalog.Condition{Key: key, Values: []string{v}})
		if len(codes) == 0 {
			return nil, false, complaint.Bad("error.no-value", "Aspect", column.Aspect.Label, "Value", v)
		}
		code := codes[0] // also of a form of before a merge
		if i := slices.IndexFunc(codes, func(code uint32) bool { return column.Values[code].Text == v }); i >= 0 {
			code = codes[i]
		}
		if !ticked[code] {
			ticked[code] = true
			condition.Values = append(condition.Values, column.Spellings(int(code))...)
		}
	}
	changed := !slices.Equal(ticked, present.Ticked(column, now))
	if len(condition.Values) == 0 {
		return nil, changed, nil
	}
	return condition, changed, nil
}

// shownAs is a condition as the column's values are called: those that were merged by
// their label.
func shownAs(column *catalog.Column, c *catalog.Condition) *catalog.Condition {
	if column.Stands == nil || c.Range != nil {
		return c
	}
	shown := &catalog.Condition{Key: c.Key}
	for _, code := range column.Find(c) {
		shown.Values = append(shown.Values, column.Values[code].Text)
	}
	return shown
}

// byThrees are numbers whose digits are grouped, by the sign that groups them.
var byThrees = map[string]*regexp.Regexp{
	",": regexp.MustCompile(`^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$`),
	".": regexp.MustCompile(`^[1-9]\d{0,2}(\.\d{3})+(,\d*)?$`),
}

// bound reads a number that a shopper typed; nil for none. Digits may be grouped as
// their language does: "1,000" is a thousand in English, and one in German. Else a
// comma is taken for a decimal point where there is no other: many countries write one.
func bound(w *words.Language, text string) (*float64, error) {
	text = cleanTyped(text)
	if text == "" {
		return nil, nil
	}
	plain := text
	sign := strings.Trim(w.Number(1000), "01")
	if grouped := byThrees[sign]; grouped != nil && grouped.MatchString(plain) {
		plain = strings.ReplaceAll(plain, sign, "")
	}
	if strings.Count(plain, ",") == 1 && !strings.Contains(plain, ".") {
		plain = strings.Replace(plain, ",", ".", 1)
	}
	f, err := strconv.ParseFloat(plain, 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, complaint.Bad("error.no-number", "Text", text)
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
