package demo

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// checked reads the schema files at the root of fsys as [load] does, and checks them.
//
// The error lists every problem found, one per line, each with the file and the
// place in it; a shop is returned only when there is none.
func checked(fsys fs.FS) (*Shop, error) {
	names, err := fs.Glob(fsys, "*.json")
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, errors.New("no schema files (*.json)")
	}
	var problems []error
	owner := map[string]string{} // what a file claimed: its id, its category
	for _, name := range names {
		s, err := read(fsys, name)
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", name, err))
			continue
		}
		errs := s.check()
		for _, claim := range []string{"id " + s.ID, "category " + s.Category} {
			if other, taken := owner[claim]; taken {
				errs = append(errs, fmt.Errorf("%s is taken by %s", claim, other))
			}
			owner[claim] = name
		}
		for _, err := range errs {
			problems = append(problems, fmt.Errorf("%s: %w", name, err))
		}
	}
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	return load(fsys)
}

// idPattern keeps ids short and safe in file names and URLs.
var idPattern = regexp.MustCompile(`^[a-z]{2,4}$`)

// currencyPattern is the form of an ISO 4217 code.
var currencyPattern = regexp.MustCompile(`^[A-Z]{3}$`)

// maxMissing bounds the share of products without an aspect: a schema that
// leaves out more than half says nothing about it.
const maxMissing = 0.5

// maxValues bounds the values of an aspect, so that a draw needs one byte.
const maxValues = 250

// checker collects the problems of one schema.
type checker struct {
	schema   *schema
	values   map[aspectID]map[string]bool // the values each aspect has
	problems []error
}

func (c *checker) fail(format string, args ...any) {
	c.problems = append(c.problems, fmt.Errorf(format, args...))
}

// check returns everything wrong with the schema, in the order of the file's sections.
func (s *schema) check() []error {
	c := &checker{schema: s, values: map[aspectID]map[string]bool{}}
	c.head()
	c.collect()
	c.missing()
	c.brands()
	c.aspects()
	c.texts()
	return c.problems
}

func (c *checker) head() {
	s := c.schema
	if s.Category == "" {
		c.fail("category is empty")
	}
	for level := range strings.SplitSeq(s.Category, ">") {
		if s.Category != "" && strings.TrimSpace(level) == "" {
			c.fail("category %q has an empty level", s.Category)
		}
	}
	if !idPattern.MatchString(s.ID) {
		c.fail("id %q is not two to four small letters", s.ID)
	}
	if s.Measures == "" {
		c.fail("measures, which says what the specification is, is empty")
	}
	p := s.Price
	if !currencyPattern.MatchString(p.Currency) {
		c.fail("price.currency %q is not an ISO 4217 code", p.Currency)
	}
	if !(0 < p.Lowest && p.Lowest < p.Typical && p.Typical < p.Highest) {
		c.fail("price: want 0 < lowest < typical < highest, got %g, %g, %g", p.Lowest, p.Typical, p.Highest)
	}
	if p.Spread < 0 || p.Spread > 1 {
		c.fail("price.spread %g is outside 0..1", p.Spread)
	}
}

// collect gathers the values of every aspect, for the rules that name them.
func (c *checker) collect() {
	c.values[brand], c.values[series] = map[string]bool{}, map[string]bool{}
	for _, b := range c.schema.Brands {
		c.values[brand][b.Value] = true
	}
	for key, rule := range c.schema.Aspects {
		a, ok := aspectOf(key)
		if !ok {
			continue // aspects reports it
		}
		set := map[string]bool{}
		for _, v := range rule.Values {
			set[v.Value] = true
		}
		c.values[a] = set
	}
}

func (c *checker) missing() {
	for _, key := range slices.Sorted(maps.Keys(c.schema.Missing)) {
		if _, ok := aspectOf(key); !ok {
			c.fail("missing: there is no aspect %q", key)
		}
		if share := c.schema.Missing[key]; share < 0 || share > maxMissing {
			c.fail("missing.%s: %g is outside 0..%g", key, share, maxMissing)
		}
	}
	for _, key := range keys {
		if _, ok := c.schema.Missing[key]; !ok {
			c.fail("missing.%s is not set", key)
		}
	}
}

func (c *checker) brands() {
	if n := len(c.schema.Brands); n == 0 || n > maxValues {
		c.fail("brands: %d brands, want 1..%d", n, maxValues)
	}
	names := map[string]bool{}
	for i, b := range c.schema.Brands {
		place := fmt.Sprintf("brands[%d] (%s)", i, b.Value)
		c.value(place, brand, false, b)
		if names[b.Value] {
			c.fail("%s: the brand is listed twice", place)
		}
		names[b.Value] = true
		if b.Rating < 1 || b.Rating > 5 {
			c.fail("%s: rating %g is outside 1..5", place, b.Rating)
		}
		if n := len(b.Series); n == 0 || n > maxValues {
			c.fail("%s: %d series, want 1..%d", place, n, maxValues)
		}
		seen := map[string]bool{}
		for j, v := range b.Series {
			at := fmt.Sprintf("%s.series[%d] (%s)", place, j, v.Value)
			c.value(at, series, false, v)
			if seen[v.Value] {
				c.fail("%s: the series is listed twice", at)
			}
			seen[v.Value] = true
		}
	}
}

func (c *checker) aspects() {
	for _, key := range slices.Sorted(maps.Keys(c.schema.Aspects)) {
		a, ok := aspectOf(key)
		if !ok || a == brand || a == series {
			c.fail("aspects: %q is not one of %s", key, strings.Join(keys[series+1:], ", "))
			continue
		}
		c.aspect(key, a, c.schema.Aspects[key])
	}
	for _, key := range keys[series+1:] {
		if _, ok := c.schema.Aspects[key]; !ok {
			c.fail("aspects.%s is not described", key)
		}
	}
}

func (c *checker) aspect(key string, a aspectID, rule aspectRule) {
	place := "aspects." + key
	if n := len(rule.Values); n < 2 || n > maxValues {
		c.fail("%s: %d values, want 2..%d", place, n, maxValues)
	}
	if rule.Skew != nil && (*rule.Skew < 0 || *rule.Skew > 3) {
		c.fail("%s.skew: %g is outside 0..3", place, *rule.Skew)
	}
	if len(rule.Count) > maxCount {
		c.fail("%s.count: at most %d values per product", place, maxCount)
	}
	if len(rule.Count) > 0 && sum(rule.Count) <= 0 {
		c.fail("%s.count: the shares add up to nothing", place)
	}
	for _, share := range rule.Count {
		if share < 0 {
			c.fail("%s.count: share %g is negative", place, share)
		}
	}
	seen := map[string]bool{}
	for i, v := range rule.Values {
		at := fmt.Sprintf("%s.values[%d] (%s)", place, i, v.Value)
		c.value(at, a, len(rule.Count) > 1, v)
		if seen[v.Value] {
			c.fail("%s: the value is listed twice", at)
		}
		seen[v.Value] = true
		if n, ok := leadingNumber(v.Value); rule.PriceExponent != 0 && (!ok || n <= 0) {
			c.fail("%s: price_exponent needs values that begin with a positive number", at)
		}
	}
}

// value checks one value; several says whether a product can have more than
// one value of its aspect.
func (c *checker) value(place string, a aspectID, several bool, v valueRule) {
	if strings.TrimSpace(v.Value) == "" || strings.TrimSpace(v.Value) != v.Value {
		c.fail("%s: the value is empty or has spaces around it", place)
	}
	if strings.ContainsAny(v.Value+v.Phrase, "{}[]|<>") {
		c.fail("%s: the value contains a character that templates use", place)
	}
	if v.Price < 0 || v.Price > 20 {
		c.fail("%s: price factor %g is outside 0..20", place, v.Price)
	}
	for _, pull := range []struct {
		name  string
		rules map[string][]string
	}{{"prefers", v.Prefers}, {"avoids", v.Avoids}} {
		for _, key := range slices.Sorted(maps.Keys(pull.rules)) {
			c.pull(place+"."+pull.name+"."+key, a, several, key, pull.rules[key])
		}
	}
}

// pull checks the values that one value prefers or avoids in another aspect.
func (c *checker) pull(place string, from aspectID, several bool, key string, values []string) {
	to, ok := aspectOf(key)
	switch {
	case !ok:
		c.fail("%s: there is no aspect %q", place, key)
		return
	case to == series:
		c.fail("%s: series follow from the brand and cannot be pulled", place)
		return
	case to < from, to == from && !several:
		c.fail("%s: %s is drawn before %s could pull it (order: %s)", place, key, keys[from], strings.Join(keys[:], ", "))
		return
	}
	if len(values) == 0 {
		c.fail("%s: no values", place)
	}
	for _, v := range values {
		if !c.values[to][v] {
			c.fail("%s: %s has no value %q", place, key, v)
		}
	}
}

func (c *checker) texts() {
	d := c.schema.Descriptions
	for _, pool := range []struct {
		name  string
		texts []string
		least int
	}{
		{"titles", c.schema.Titles, 1},
		{"descriptions.opening", d.Opening, 1},
		{"descriptions.body", d.Body, bodySentences},
		{"descriptions.closing", d.Closing, 1},
	} {
		if len(pool.texts) < pool.least {
			c.fail("%s: %d sentences, want at least %d", pool.name, len(pool.texts), pool.least)
		}
		for i, text := range pool.texts {
			if problem := broken(text); problem != nil {
				c.fail("%s[%d]: %v", pool.name, i, problem)
			}
		}
	}
	if len(c.problems) > 0 {
		return
	}
	for i, text := range d.Opening {
		if !slices.ContainsFunc(d.Body, func(b string) bool { return newSentence(b).mentions&newSentence(text).mentions == 0 }) {
			c.fail("descriptions.opening[%d]: every body sentence repeats an aspect it names", i)
		}
	}
}

// broken says what a sentence panics with, nil for nothing.
func broken(text string) (problem any) {
	defer func() { problem = recover() }()
	s, r := newSentence(text), rand.New(rand.NewPCG(1, 2))
	for range 100 {
		s.expand(nil, words{}.appendSlot, r)
	}
	return nil
}
