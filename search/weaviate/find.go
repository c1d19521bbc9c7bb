package weaviate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/search/lexical"
)

// Find returns what [search.CandidateSet] says; vector is the text's where the query is by meaning.
func (c *Class) Find(ctx context.Context, q search.Query, vector []float32, k int) ([]search.Hit, error) {
	if k <= 0 {
		return nil, nil
	}
	arguments := []string{"limit: " + strconv.Itoa(k)}
	if where := c.where(&q); where != "" {
		arguments = append(arguments, "where: "+where)
	}
	extra := ""
	switch terms := lexical.Terms(q.Text); {
	case q.Meaning:
		list, err := json.Marshal(vector)
		if err != nil {
			return nil, fmt.Errorf("finding by meaning: %w", err)
		}
		arguments, extra = append(arguments, "nearVector: {vector: "+string(list)+"}"), "distance"
	case q.Text != "" && len(terms) == 0:
		return nil, nil // stop words
	case q.Text != "":
		arguments, extra = append(arguments, "bm25: {query: "+quoted(strings.Join(terms, " "))+", properties: "+boosted()+"}"), "score"
	}
	found, err := c.get(ctx, arguments, "_additional {id "+extra+"}")
	if err != nil {
		return nil, err
	}
	hits := make([]search.Hit, len(found))
	for i, f := range found {
		if hits[i].Ref, err = refOf(f.Additional.ID); err != nil {
			return nil, err
		}
		if q.Meaning {
			hits[i].Score = 1 - f.Additional.Distance
		} else if extra != "" {
			if hits[i].Score, err = strconv.ParseFloat(f.Additional.Score, 64); err != nil {
				return nil, fmt.Errorf("a score: %w", err)
			}
		}
	}
	search.SortHits(hits)
	return hits, nil
}

// boosted are the fields that words are looked for in, as much as search/lexical has them
// weigh.
func boosted() string {
	var fields []string
	for name, boost := range lexical.Boosts() {
		fields = append(fields, worded+name+"^"+strconv.FormatFloat(boost, 'g', -1, 64))
	}
	slices.Sort(fields)
	list, _ := json.Marshal(fields) // strings
	return string(list)
}

// resultObject is an object of an answer.
type resultObject struct {
	Row        string `json:"row"`
	Additional struct {
		ID       string  `json:"id"`
		Score    string  `json:"score"`
		Distance float64 `json:"distance"`
	} `json:"_additional"`
}

// get asks for objects of the class.
func (c *Class) get(ctx context.Context, arguments []string, fields string) ([]resultObject, error) {
	var answer struct {
		Data struct {
			Get map[string][]resultObject
		} `json:"data"`
		Errors []struct{ Message string } `json:"errors"`
	}
	query := "{Get {" + c.name + "(" + strings.Join(arguments, ", ") + ") {" + fields + "}}}"
	if err := c.client.ask(ctx, http.MethodPost, graphql, map[string]string{"query": query}, &answer); err != nil {
		return nil, err
	}
	if len(answer.Errors) > 0 {
		return nil, errors.New("asking Weaviate: " + answer.Errors[0].Message)
	}
	return answer.Data.Get[c.name], nil
}

func quoted(text string) string {
	b, _ := json.Marshal(text) // a text
	return string(b)
}

// where is the filter of a query; "" for none.
func (c *Class) where(q *search.Query) string {
	var all []string
	if len(q.Categories) > 0 {
		all = append(all, anyOf("category", q.Categories))
	}
	for i := range q.Demands {
		all = append(all, c.demand(&q.Demands[i]))
	}
	if len(all) == 0 {
		return ""
	}
	return joined("And", all)
}

// joined joins filters, one at least.
func joined(operator string, filters []string) string {
	if len(filters) == 1 {
		return filters[0]
	}
	return "{operator: " + operator + ", operands: [" + strings.Join(filters, ", ") + "]}"
}

func anyOf(property string, values []string) string {
	list, _ := json.Marshal(values) // strings
	return "{path: " + quoted(property) + ", operator: ContainsAny, valueText: " + string(list) + "}"
}

func bound(property, operator string, x float64) string {
	return "{path: " + quoted(property) + ", operator: " + operator + ", valueNumber: " + strconv.FormatFloat(x, 'g', -1, 64) + "}"
}

// demand is the filter for one demand.
func (c *Class) demand(d *catalog.Demand) string {
	key := hexed(d.Condition.Key)
	var ways []string
	if r := d.Condition.Range; r != nil && c.has[lows+key] {
		ways = append(ways, within(key, r))
	} else if r == nil && c.has[texts+key] {
		folded := make([]string, len(d.Condition.Values))
		for i, v := range d.Condition.Values {
			folded[i] = catalog.FoldCase(v)
		}
		ways = append(ways, anyOf(texts+key, folded))
	}
	for _, v := range d.Condition.Values { // a number by its text
		if x, err := strconv.ParseFloat(v, 64); err == nil && c.has[lows+key] {
			ways = append(ways, within(key, &catalog.Range{Low: &x, High: &x, Closed: true}))
		}
	}
	switch {
	case len(ways) == 0 && d.Not: // of what nothing is known: all meet it, or none
		return bound("ref", "GreaterThan", 0)
	case len(ways) == 0:
		return bound("ref", "LessThan", 0)
	case d.Not:
		return "{operator: Not, operands: [" + joined("Or", ways) + "]}"
	}
	return joined("Or", ways)
}

// within is the filter for what overlaps a range.
func within(key string, r *catalog.Range) string {
	low, high := r.Bounds()
	ends := []string{bound(highs+key, "GreaterThanEqual", max(low, -math.MaxFloat64))}
	if r.Closed {
		ends = append(ends, bound(lows+key, "LessThanEqual", min(high, math.MaxFloat64)))
	} else if r.High != nil {
		ends = append(ends, bound(lows+key, "LessThan", high))
	}
	return joined("And", ends)
}
