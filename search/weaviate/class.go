package weaviate

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"shopclerk/catalog"
	"shopclerk/search/lexical"
)

// Class is one imported catalogue in a cluster. It is safe for concurrent use.
type Class struct {
	client *Client
	name   string
	has    map[string]bool // properties
	rows   *rowCache

	numbers map[[2]string]bool // category and key of numeric aspects; of a class that is filled
}

// prefix is what the names of our classes begin with.
const prefix = "Shopclerk_"

// Open returns a class by its name.
func (c *Client) Open(ctx context.Context, name string) (*Class, error) {
	class := &Class{client: c, name: prefix + name, has: map[string]bool{}, rows: new(rowCache)}
	var schema struct {
		Properties []schemaProperty `json:"properties"`
	}
	if err := c.ask(ctx, http.MethodGet, "/v1/schema/"+class.name, nil, &schema); err != nil {
		return nil, fmt.Errorf("catalogue %s is not in the cluster: %w", name, err)
	}
	for _, p := range schema.Properties {
		class.has[p.Name] = true
	}
	return class, nil
}

// schemaProperty is one of a class's schema.
type schemaProperty struct {
	Name         string   `json:"name"`
	Type         []string `json:"dataType"`
	Tokenization string   `json:"tokenization,omitempty"`
	Filterable   bool     `json:"indexFilterable"`
	Searchable   *bool    `json:"indexSearchable,omitempty"`
	Ranges       bool     `json:"indexRangeFilters,omitempty"`
}

// Create makes a class of a new name for the products of some categories. Each is kept by two nodes, where there are two.
func (c *Client) Create(ctx context.Context, name string, categories []catalog.Category) (*Class, error) {
	var cluster struct {
		Nodes []struct{ Name string } `json:"nodes"`
	}
	if err := c.ask(ctx, http.MethodGet, "/v1/nodes", nil, &cluster); err != nil {
		return nil, err
	}
	if err := c.ask(ctx, http.MethodPost, "/v1/schema", map[string]any{
		"class": prefix + name, "vectorizer": "none", "vectorIndexType": "hnsw",
		"vectorIndexConfig":   map[string]any{"distance": "cosine", "efConstruction": construction, "maxConnections": connections},
		"replicationConfig":   map[string]any{"factor": min(2, len(cluster.Nodes))},
		"invertedIndexConfig": map[string]any{"stopwords": map[string]any{"preset": "none"}},
		"properties":          properties(categories),
	}, nil); err != nil {
		return nil, err
	}
	class, err := c.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	class.numbers = map[[2]string]bool{}
	for _, c := range categories {
		for _, a := range c.Aspects {
			class.numbers[[2]string{c.Path, a.Key}] = a.Kind == catalog.Numeric
		}
	}
	return class, nil
}

// Of the graph of vectors: half of Weaviate's defaults, which makes an import a third
// shorter; what words find is compared with exactly in any case.
const construction, connections = 64, 16

// Drop deletes the class.
func (c *Class) Drop(ctx context.Context) error {
	return c.client.ask(ctx, http.MethodDelete, "/v1/schema/"+c.name, nil, nil)
}

func properties(categories []catalog.Category) []schemaProperty {
	yes, no := true, false
	out := []schemaProperty{
		{Name: "category", Type: []string{"text"}, Tokenization: "field", Filterable: true, Searchable: &no},
		{Name: "ids", Type: []string{"text[]"}, Tokenization: "field", Filterable: true, Searchable: &no},
		{Name: "ref", Type: []string{"number"}, Ranges: true}, // for filters of which all or nothing is true
		{Name: "row", Type: []string{"text"}, Tokenization: "field", Searchable: &no},
	}
	for name := range lexical.Analysed(catalog.Product{}) {
		out = append(out, schemaProperty{Name: worded + name, Type: []string{"text"}, Tokenization: "whitespace", Searchable: &yes})
	}
	for _, c := range categories {
		for _, a := range c.Aspects {
			if key := hexed(a.Key); a.Kind == catalog.Numeric {
				out = append(out, schemaProperty{Name: lows + key, Type: []string{"number"}, Ranges: true}, schemaProperty{Name: highs + key, Type: []string{"number"}, Ranges: true})
			} else {
				out = append(out, schemaProperty{Name: texts + key, Type: []string{"text[]"}, Tokenization: "field", Filterable: true, Searchable: &no})
			}
		}
	}
	slices.SortFunc(out, func(a, b schemaProperty) int { return strings.Compare(a.Name, b.Name) })
	return slices.CompactFunc(out, func(a, b schemaProperty) bool { return a.Name == b.Name })
}

// What the names of properties begin with: the analysed words of a field, the folded texts
// of an attribute, and the ends of its numbers. Keys are in any script, names are not.
const worded, texts, lows, highs = "w_", "t_", "l_", "h_"

func hexed(key string) string { return hex.EncodeToString([]byte(key)) }

// object is a product as the cluster keeps it.
type object struct {
	Class      string         `json:"class"`
	ID         string         `json:"id"`
	Vector     []float32      `json:"vector,omitempty"`
	Properties map[string]any `json:"properties"`
}

func uuidOf(ref catalog.Ref) string { return fmt.Sprintf("00000000-0000-4000-8000-%012x", uint32(ref)) }

func refOf(id string) (catalog.Ref, error) {
	ref, err := strconv.ParseUint(id[strings.LastIndexByte(id, '-')+1:], 16, 32)
	if err != nil {
		return 0, fmt.Errorf("%q is the id of no product", id)
	}
	return catalog.Ref(ref), nil
}

func (c *Class) object(p *catalog.Product, vector []float32) (object, error) {
	row, err := json.Marshal(newRow(p, vector))
	if err != nil {
		return object{}, fmt.Errorf("product %q: %w", p.ID, err)
	}
	ids := []string{p.ID}
	for _, v := range p.Variants {
		ids = append(ids, v.ID)
	}
	out := object{c.name, uuidOf(p.Ref), vector, map[string]any{"category": p.Category, "ids": ids, "ref": p.Ref, "row": string(row)}}
	for name, words := range lexical.Analysed(*p) {
		out.Properties[worded+name] = words
	}
	for _, a := range p.Attributes {
		key := hexed(a.Key)
		if c.numbers[[2]string{p.Category, a.Key}] {
			out.Properties[lows+key], out.Properties[highs+key] = a.Values[0].Number, a.Values[len(a.Values)-1].Number
			continue
		}
		var folded []string
		for _, v := range a.Values {
			folded = append(folded, catalog.FoldCase(v.Text))
		}
		out.Properties[texts+key] = folded
	}
	return out, nil
}

// How products are sent: so many at once, by so many senders.
const batch, senders = 250, 3

// Add stores products, each with its vector, nil for none. What is there of the same ref is
// replaced.
func (c *Class) Add(ctx context.Context, products []*catalog.Product, vectors [][]float32) error {
	sends, ctx := errgroup.WithContext(ctx)
	sends.SetLimit(senders)
	for from := 0; from < len(products); from += batch {
		to := min(from+batch, len(products))
		sends.Go(func() error { return c.add(ctx, products[from:to], vectors[from:to]) })
	}
	return sends.Wait()
}

func (c *Class) add(ctx context.Context, products []*catalog.Product, vectors [][]float32) error {
	objects := make([]object, len(products))
	var err error
	for i, p := range products {
		if objects[i], err = c.object(p, vectors[i]); err != nil {
			return err
		}
	}
	var results []struct {
		Result struct {
			Errors *struct {
				Error []struct{ Message string } `json:"error"`
			} `json:"errors"`
		} `json:"result"`
	}
	if err := c.client.ask(ctx, http.MethodPost, "/v1/batch/objects?consistency_level=ALL", map[string]any{"objects": objects}, &results); err != nil {
		return fmt.Errorf("sending products: %w", err)
	}
	for i, r := range results {
		if r.Result.Errors != nil {
			return fmt.Errorf("storing product %q: %v", products[i].ID, r.Result.Errors.Error)
		}
	}
	if len(results) != len(objects) {
		return errors.New("storing products: the cluster tells of others")
	}
	return nil
}
