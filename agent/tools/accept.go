package tools

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Because is what this room finds wrong about a value.
type Because string

// The reasons.
const (
	Unlisted  Because = "unlisted"   // none of the values that are possible now
	TooLow    Because = "too-low"    // below the range, or before the first day
	TooHigh   Because = "too-high"   // above the range, or after the last day
	OffStep   Because = "off-step"   // between two numbers that are possible
	WrongKind Because = "wrong-kind" // a text where a number is needed, and such
	WrongForm Because = "wrong-form" // not of the form that texts must have
	TooLong   Because = "too-long"   // a text or list that is too long
	TooShort  Because = "too-short"  // a list that is too short
	Lacks     Because = "lacks"      // an object that lacks something inside
	Nothing   Because = "nothing"    // no value at all is possible now
	Failed    Because = "failed"     // it was tried and failed, without a reason
)

// Misfit is the error of a value that a domain does not hold.
type Misfit struct {
	Value   any
	Because Because
	Domain  Domain   // as it is now
	Lacking []string // what lacks inside, by its place: "passengers 2: name"
}

// Error says what is wrong and what would be right.
func (m *Misfit) Error() string {
	shown := short(spell(m.Value))
	d := m.Domain
	switch m.Because {
	case Unlisted:
		var of []string
		for _, v := range d.list() {
			if len(of) == 10 {
				of = append(of, fmt.Sprintf("%d more", len(d.list())-10))
				break
			}
			of = append(of, spell(v.Of))
		}
		return fmt.Sprintf("%s is not possible: choose one of %s", shown, strings.Join(of, ", "))
	case TooLow, TooHigh, OffStep:
		return fmt.Sprintf("%s is not possible: give %s", shown, d.describe())
	case WrongForm:
		return fmt.Sprintf("%s does not match %s: write it so", shown, d.Pattern)
	case TooLong:
		return fmt.Sprintf("%s is too long: shorten it", shown)
	case TooShort:
		return fmt.Sprintf("%d items are at least needed: add some", d.Fewest)
	case Lacks:
		return fmt.Sprintf("%s lacks %s: add it", shown, strings.Join(m.Lacking, ", "))
	case Nothing:
		return "no value is possible now: leave it, or change what it depends on"
	}
	return fmt.Sprintf("%s is no %s: give %s", shown, d.Kind, d.describe())
}

// describe says in a few words what a domain holds.
func (d Domain) describe() string {
	var s string
	to := " up to "
	switch d.Kind {
	case Boolean:
		return "true or false"
	case Number:
		s = map[bool]string{true: "a whole number", false: "a number"}[d.Step == 1]
	case Date:
		s, to = "a date written 2006-01-02", " to "
	case Text:
		return "a text"
	case List:
		return "a list"
	default:
		return "one of the values listed"
	}
	low, high := d.bounds()
	if low != nil {
		s += " from " + spell(low)
	}
	if high != nil {
		s += to + spell(high)
	}
	if d.Kind == Number && d.Step > 0 && d.Step != 1 {
		s += " in steps of " + spell(d.Step)
	}
	return s
}

// bounds are the least and the greatest of numbers and dates, nil where there is none.
func (d Domain) bounds() (low, high any) {
	if d.Kind == Number && !math.IsInf(d.Low, -1) {
		low = d.Low
	}
	if d.Kind == Number && !math.IsInf(d.High, 1) {
		high = d.High
	}
	if d.Kind == Date && d.Earliest != "" {
		low = d.Earliest
	}
	if d.Kind == Date && d.Latest != "" {
		high = d.Latest
	}
	return low, high
}

// short cuts a text for a message.
func short(s string) string {
	const most = 60
	if utf8.RuneCountInString(s) <= most {
		return strconv.Quote(s)
	}
	return strconv.Quote(string([]rune(s)[:most])) + "…"
}

// Accept returns a value as the domain writes it, or a [Misfit]. It takes what JSON
// and callers write otherwise: whole numbers of any Go type, numbers and booleans as
// texts, the listed spelling in other case, a single item for a list. It guesses
// nothing: a value is the same or it is not.
func (d Domain) Accept(of any) (any, error) {
	switch d.Kind {
	case Finite:
		return d.acceptListed(of)
	case Boolean:
		switch of := of.(type) {
		case bool:
			return of, nil
		case string:
			if b, err := strconv.ParseBool(strings.ToLower(strings.TrimSpace(of))); err == nil && len(of) > 1 {
				return b, nil
			}
			for _, v := range d.Values {
				if strings.EqualFold(v.Text(), of) {
					return v.Of, nil
				}
			}
		}
		return d.misfit(of, WrongKind)
	case Number:
		f, ok := toNumber(of)
		switch {
		case !ok:
			return d.misfit(of, WrongKind)
		case f < d.Low:
			return d.misfit(of, TooLow)
		case f > d.High:
			return d.misfit(of, TooHigh)
		case d.Step > 0 && !onStep(f, d.Low, d.Step):
			return d.misfit(of, OffStep)
		}
		return f, nil
	case Date:
		s, ok := of.(string)
		if !ok {
			return d.misfit(of, WrongKind)
		}
		t, err := time.Parse(dateLayout, strings.TrimSpace(s))
		if err != nil {
			return d.misfit(of, WrongKind)
		}
		s = t.Format(dateLayout)
		switch {
		case d.Earliest != "" && s < d.Earliest:
			return d.misfit(of, TooLow)
		case d.Latest != "" && s > d.Latest:
			return d.misfit(of, TooHigh)
		}
		return s, nil
	case Text:
		return d.acceptText(of)
	case List:
		return d.acceptList(of)
	}
	if d.Fits == nil {
		return of, nil
	}
	of = decoded(of)
	switch lacking, fits := d.Fits(of); {
	case len(lacking) > 0:
		return nil, &Misfit{of, Lacks, d, lacking}
	case !fits:
		return d.misfit(of, WrongForm)
	}
	return of, nil
}

func (d Domain) misfit(of any, b Because) (any, error) {
	return nil, &Misfit{Value: of, Because: b, Domain: d}
}

// decoded is the list or object that a text holds, as models write them; else the text.
func decoded(of any) any {
	text, ok := of.(string)
	if !ok || !strings.HasPrefix(text, "[") && !strings.HasPrefix(text, "{") {
		return of
	}
	var inner any
	if json.Unmarshal([]byte(text), &inner) != nil {
		return of
	}
	return inner
}

func (d Domain) acceptListed(of any) (any, error) {
	if _, isText := of.(string); !isText {
		if f, ok := toNumber(of); ok {
			of = f
		}
	}
	if v, ok := find(d.Values, of); ok {
		return v.Of, nil
	}
	s := spell(of)
	for _, v := range d.Values {
		if strings.EqualFold(spell(v.Of), s) {
			return v.Of, nil
		}
	}
	if len(d.Values) == 0 {
		return d.misfit(of, Nothing)
	}
	return d.misfit(of, Unlisted)
}

func (d Domain) acceptText(of any) (any, error) {
	s, ok := of.(string)
	if !ok {
		if f, isNumber := of.(float64); isNumber { // an article number that was written without quotes
			s = spell(f)
		} else {
			return d.misfit(of, WrongKind)
		}
	}
	if utf8.RuneCountInString(s) > cmp.Or(d.Longest, LongestText) {
		return d.misfit(of, TooLong)
	}
	if d.Pattern != "" {
		if re, err := regexp.Compile(`\A(?:` + d.Pattern + `)\z`); err != nil || !re.MatchString(s) {
			return d.misfit(of, WrongForm)
		}
	}
	return s, nil
}

func (d Domain) acceptList(of any) (any, error) {
	items, ok := decoded(of).([]any)
	if !ok {
		if texts, isTexts := of.([]string); isTexts {
			for _, t := range texts {
				items = append(items, t)
			}
		} else {
			items = []any{of}
		}
	}
	switch {
	case len(items) > cmp.Or(d.Most, MostItems):
		return d.misfit(of, TooLong)
	case len(items) < d.Fewest:
		return d.misfit(of, TooShort)
	}
	out := make([]any, len(items))
	for i, item := range items {
		v, err := d.Items.Accept(item)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

// toNumber returns a number of any Go type, or written as text.
func toNumber(of any) (float64, bool) {
	switch of := of.(type) {
	case float64:
		return of, !math.IsNaN(of) && !math.IsInf(of, 0)
	case int:
		return float64(of), true
	case int64:
		return float64(of), true
	case string:
		f, err := strconv.ParseFloat(strings.TrimSpace(of), 64)
		return f, err == nil && !math.IsNaN(f) && !math.IsInf(f, 0)
	}
	return 0, false
}

// onStep reports whether a number is a whole number of steps from the beginning of
// the range, within the dust of binary fractions.
func onStep(f, low, step float64) bool {
	if !math.IsInf(low, 0) {
		f -= low
	}
	n := f / step
	return math.Abs(n-math.Round(n)) < 1e-9*max(1, math.Abs(n))
}

// objection says what is wrong about a value, nil when the domain holds it.
func (d Domain) objection(parameter string, of any) *Objection {
	_, err := d.Accept(of)
	if err == nil {
		return nil
	}
	m := err.(*Misfit)
	return &Objection{Parameter: parameter, Value: m.Value, Because: m.Because, Lacking: m.Lacking, Possible: slices.Clone(m.Domain.list())}
}
