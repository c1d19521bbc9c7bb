package mcp_test

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"shopclerk/agent"
	"shopclerk/agent/desk/control"
	"shopclerk/agent/language"
	"shopclerk/agent/shop/orders/counter"
	"shopclerk/agent/tools"
	"shopclerk/agent/understand"
	"shopclerk/cmd/internal/live"
	"shopclerk/cmd/web/internal/api"
	"shopclerk/cmd/web/internal/mcp"
	"shopclerk/words"
)

// The tools have the names of the protocol, and schemas that describe their results.
func TestTools(t *testing.T) {
	server, till, person := served(t)
	delivered(t, till, person, "A1", "B2")
	session := (&client{version: stateless}).inMemory(t, server)
	listed, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	found, _ := call[mcp.SearchOutput](t, session, "search_catalog", search("lamp"))
	arguments := map[string]any{
		"search_catalog": search("lamp"),
		"lookup_catalog": mcp.LookupInput{Catalog: mcp.Lookup{IDs: []string{found.Products[0].ID, "none"}}},
		"get_product":    mcp.ProductInput{Catalog: mcp.One{ID: found.Products[0].ID}},
		"clarify":        cancelling(nil),
		"get_order":      mcp.OrderInput{ID: "WA1B2"},
	}
	reads := []string{"search_catalog", "lookup_catalog", "get_product", "clarify", "get_order"}
	for _, tool := range counter.Declared(words.English) {
		arguments[tool.Name] = map[string]any{}
		if tool.Effect == tools.Reads {
			reads = append(reads, tool.Name)
		}
	}
	for _, tool := range listed.Tools {
		given, ok := arguments[tool.Name]
		if !ok {
			t.Errorf("there is a tool %s", tool.Name)
			continue
		}
		delete(arguments, tool.Name)
		if tool.Annotations.ReadOnlyHint != slices.Contains(reads, tool.Name) || tool.Title == "" || tool.Description == "" {
			t.Errorf("%s is described as %+v", tool.Name, tool)
		}
		holds(t, tool.Name+"'s arguments", tool.InputSchema, given)
		res, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: tool.Name, Arguments: given})
		if err != nil {
			t.Fatal(err)
		}
		holds(t, tool.Name+"'s result", tool.OutputSchema, res.StructuredContent)
	}
	if len(arguments) > 0 {
		t.Errorf("tools that are not there: %v", arguments)
	}
}

// holds checks a value against a schema as a client has got it.
func holds(t *testing.T, what string, schema, value any) {
	t.Helper()
	var s *jsonschema.Schema
	remake(t, schema, &s)
	resolved, err := s.Resolve(&jsonschema.ResolveOptions{ValidateDefaults: true})
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	var v any
	remake(t, value, &v)
	if err := resolved.Validate(v); err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

func remake(t *testing.T, from, to any) {
	t.Helper()
	blob, err := json.Marshal(from)
	if err == nil {
		err = json.Unmarshal(blob, to)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestLookup(t *testing.T) {
	session := (&client{version: stateless}).inMemory(t, newServer(t, theShop(t).config("a")))
	found, _ := call[mcp.SearchOutput](t, session, "search_catalog", search("lamp"))
	a, b := found.Products[0].ID, found.Products[1].ID
	out, text := call[mcp.LookupOutput](t, session, "lookup_catalog", mcp.LookupInput{Catalog: mcp.Lookup{IDs: []string{b, a, "none", b}}})
	if !slices.Equal(ids(out.Products), []string{b, a}) {
		t.Errorf("found %v, not %v", ids(out.Products), []string{b, a})
	}
	if in := out.Products[0].Variants[0].Inputs; len(in) != 1 || in[0] != (mcp.Correlation{ID: b, Match: "exact"}) {
		t.Errorf("the variant came of %v", in)
	}
	if m := out.Messages; len(m) != 1 || m[0].Code != "not_found" || m[0].Content != "none" {
		t.Errorf("the messages are %+v", m)
	}
	if !strings.Contains(text, a) || !strings.Contains(text, out.Products[0].Title) {
		t.Errorf("the text is %q", text)
	}

	p, err := theShop(t).shop.Catalogue.Product(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	one, _ := call[mcp.ProductOutput](t, session, "get_product", mcp.ProductInput{Catalog: mcp.One{ID: a}})
	if got := one.Product; got.Title != p.Title || got.Description.Plain != p.Description ||
		got.PriceRange.Min != (mcp.Price{Amount: p.Price.Minor, Currency: p.Price.Currency}) || len(got.Metadata.Attributes) != len(p.Attributes) {
		t.Errorf("%+v is shown as %+v", p, got)
	}
}

// Pages follow each other without gap or repetition, in the order of one long page.
func TestPages(t *testing.T) {
	session := (&client{version: stateless}).inMemory(t, newServer(t, theShop(t).config("a")))
	in := search("")
	in.Catalog.Filters = &mcp.Filters{Categories: []string{theShop(t).shop.Catalogue.Categories()[0].Name}}
	in.Catalog.Pagination = &mcp.Pagination{Limit: 25}
	long, _ := call[mcp.SearchOutput](t, session, "search_catalog", in)
	if len(long.Products) != 25 || long.Pagination.Total != perCategory || !long.Pagination.HasNext {
		t.Fatalf("%d products, %+v", len(long.Products), long.Pagination)
	}
	var paged []string
	in.Catalog.Pagination = &mcp.Pagination{Limit: 8}
	for {
		out, _ := call[mcp.SearchOutput](t, session, "search_catalog", in)
		paged = append(paged, ids(out.Products)...)
		if !out.Pagination.HasNext {
			break
		}
		in.Catalog.Pagination = &mcp.Pagination{Limit: 8, Cursor: out.Pagination.Cursor}
	}
	if len(paged) != perCategory || !slices.Equal(paged[:25], ids(long.Products)) {
		t.Errorf("%d products in pages: %v, not %v", len(paged), paged, ids(long.Products))
	}
}

// What a search finds keeps its filters.
func TestFilters(t *testing.T) {
	shop := theShop(t)
	session := (&client{version: stateless}).inMemory(t, newServer(t, shop.config("a")))
	category := shop.shop.Catalogue.Categories()[0]
	in := search("")
	in.Catalog.Filters = &mcp.Filters{Categories: []string{category.Path}, Availability: []string{"in_stock"}}
	all, _ := call[mcp.SearchOutput](t, session, "search_catalog", in)
	if len(all.Messages) == 0 || all.Messages[0].Code != "filter_ignored" {
		t.Errorf("nothing is said of the filter that is not used: %+v", all.Messages)
	}
	brand, most := strings.ToUpper(all.Products[0].Brand), all.Products[0].PriceRange.Max.Amount
	in.Catalog.Filters = &mcp.Filters{Categories: []string{category.Path}, Brand: []string{brand}, Price: &mcp.PriceFilter{Max: &most}}
	out, _ := call[mcp.SearchOutput](t, session, "search_catalog", in)
	if !slices.Contains(ids(out.Products), all.Products[0].ID) {
		t.Errorf("%s is not among %v", all.Products[0].ID, ids(out.Products))
	}
	for _, p := range out.Products {
		if !strings.EqualFold(p.Brand, brand) || p.PriceRange.Max.Amount > most || p.Categories[0].Value != category.Path {
			t.Errorf("%+v is no product of %s up to %d", p, brand, most)
		}
	}
}

// Filters by attributes keep to what get_product tells, any of several values, and spans
// of numbers.
func TestAttributes(t *testing.T) {
	shop := theShop(t)
	session := (&client{version: stateless}).inMemory(t, newServer(t, shop.config("a")))
	in := search("")
	in.Catalog.Filters = &mcp.Filters{Categories: []string{"Backpacks"}}
	all, _ := call[mcp.SearchOutput](t, session, "search_catalog", in)
	of := func(id, key string) []string {
		one, _ := call[mcp.ProductOutput](t, session, "get_product", mcp.ProductInput{Catalog: mcp.One{ID: id}})
		for _, a := range one.Product.Metadata.Attributes {
			if a.Key == key {
				return a.Values
			}
		}
		return nil
	}
	colours := []string{of(all.Products[0].ID, "colour")[0], of(all.Products[1].ID, "colour")[0]}
	for name, tc := range map[string]struct {
		key    string
		wanted any
		is     func(values []string) bool
	}{
		"a text":  {"colour", colours[0], func(v []string) bool { return slices.Contains(v, colours[0]) }},
		"several": {"colour", colours, func(v []string) bool { return slices.Contains(v, colours[0]) || slices.Contains(v, colours[1]) }},
		"a span": {"rating", map[string]any{"min": 4, "max": 4.5}, func(v []string) bool {
			n, err := strconv.ParseFloat(v[0], 64)
			return err == nil && n >= 4 && n <= 4.5
		}},
	} {
		in.Catalog.Filters.Attributes = map[string]any{tc.key: tc.wanted}
		out, _ := call[mcp.SearchOutput](t, session, "search_catalog", in)
		if n := len(out.Products); n == 0 || out.Pagination.Total >= perCategory {
			t.Errorf("%s: %d products of %d", name, n, out.Pagination.Total)
		}
		for _, p := range out.Products {
			if values := of(p.ID, tc.key); p.Metadata.Match == "full" && !tc.is(values) {
				t.Errorf("%s: %s has the %s %q", name, p.ID, tc.key, values)
			}
		}
	}
}

// What is wrong with arguments is told with its place and the remedy.
func TestFaults(t *testing.T) {
	session := (&client{version: stateless}).inMemory(t, newServer(t, theShop(t).config("a")))
	low, high := int64(2), int64(1)
	filtered := func(f mcp.Filters) mcp.SearchInput { return mcp.SearchInput{Catalog: mcp.Search{Filters: &f}} }
	for _, tc := range []struct {
		name, tool string
		arguments  any
		want       []string
	}{
		{"nothing asked for", "search_catalog", search("  "), []string{"catalog", "give a query"}},
		{"unknown category", "search_catalog", filtered(mcp.Filters{Categories: []string{"Nonsense"}}), []string{"catalog.filters.categories[0]", "Nonsense", theShop(t).shop.Catalogue.Categories()[0].Path}},
		{"prices swapped", "search_catalog", filtered(mcp.Filters{Price: &mcp.PriceFilter{Min: &low, Max: &high}}), []string{"catalog.filters.price", "swap"}},
		{"unknown filter", "search_catalog", filtered(mcp.Filters{Attributes: map[string]any{"colr": "red"}}), []string{"catalog.filters.colr", `["colour"]`, "brand", "availability"}},
		{"unknown value", "search_catalog", filtered(mcp.Filters{Attributes: map[string]any{"colour": "blakc"}}), []string{"catalog.filters.colour", "blakc", `"black"`}},
		{"an empty span", "search_catalog", filtered(mcp.Filters{Attributes: map[string]any{"rating": map[string]any{}}}), []string{"catalog.filters.rating", "no span", "min"}},
		{"a span of texts", "search_catalog", filtered(mcp.Filters{Attributes: map[string]any{"rating": map[string]any{"min": "4"}}}), []string{"catalog.filters.rating", "no span"}},
		{"a span turned round", "search_catalog", filtered(mcp.Filters{Attributes: map[string]any{"rating": map[string]any{"min": 4, "max": 3}}}), []string{"catalog.filters.rating", "4..3"}},
		{"no values", "search_catalog", filtered(mcp.Filters{Attributes: map[string]any{"colour": []any{}}}), []string{"catalog.filters.colour", "list of 0"}},
		{"no filter at all", "search_catalog", filtered(mcp.Filters{Attributes: map[string]any{"colour": nil}}), []string{"additionalProperties", "null"}},
		{"long query", "search_catalog", search(strings.Repeat("a", 1001)), []string{"query", "maxLength"}},
		{"limit", "search_catalog", mcp.SearchInput{Catalog: mcp.Search{Query: "lamp", Pagination: &mcp.Pagination{Limit: 51}}}, []string{"limit", "maximum"}},
		{"no catalog", "search_catalog", map[string]any{}, []string{"catalog"}},
		{"answers without state", "search_catalog", mcp.SearchInput{Catalog: mcp.Search{Query: "lamp"}, Clarification: &mcp.Clarification{Answers: map[string][]string{"price": {"(any)"}}}}, []string{"clarification.request_state", "send it"}},
		{"no ids", "lookup_catalog", mcp.LookupInput{Catalog: mcp.Lookup{IDs: []string{}}}, []string{"ids", "minItems"}},
		{"many ids", "lookup_catalog", mcp.LookupInput{Catalog: mcp.Lookup{IDs: make([]string, 51)}}, []string{"ids", "maxItems"}},
		{"unknown product", "get_product", mcp.ProductInput{Catalog: mcp.One{ID: "none"}}, []string{"catalog.id", `"none"`, "search_catalog"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := refused(t, session, tc.tool, tc.arguments)
			for _, part := range tc.want {
				if !strings.Contains(got, part) {
					t.Errorf("%q does not tell %q", got, part)
				}
			}
		})
	}
}

// Arguments that agents send to every shop, and that this one does not know, do no harm.
func TestForeignArguments(t *testing.T) {
	session := (&client{version: stateless}).inMemory(t, newServer(t, theShop(t).config("a")))
	out, _ := call[mcp.SearchOutput](t, session, "search_catalog", map[string]any{
		"meta": map[string]any{"ucp-agent": map[string]any{"profile": "https://agent.example/profile.json"}},
		"catalog": map[string]any{
			"query": "lamp", "signals": map[string]any{"dev.ucp.buyer_ip": "192.0.2.1"},
			"context": map[string]any{"address_country": "DE", "language": "de"},
			"filters": map[string]any{"colour": []string{"black", "white"}},
		},
	})
	if len(out.Products) == 0 {
		t.Error("nothing is found")
	}
	english, _ := call[mcp.SearchOutput](t, session, "search_catalog", search("lamp"))
	if reply(&out) == reply(&english) {
		t.Errorf("the clerk says %q in German too", reply(&out))
	}
}

// What the shop hides is found by nobody.
func TestHidden(t *testing.T) {
	config := theShop(t).config("a")
	clerk := theShop(t).clerk.Clone()
	config.Live = live.Fixed(clerk, theShop(t).shop.Catalogue)
	session := (&client{version: stateless}).inMemory(t, newServer(t, config))
	before, _ := call[mcp.SearchOutput](t, session, "search_catalog", search("lamp"))
	id := before.Products[0].ID
	hide := control.Setting{Kind: control.KindProduct, Name: id, Place: control.Never}
	if err := clerk.Apply(control.Log{{Sequence: 1, Who: "anna", Act: control.Act{Set: &hide}}}.Controls()); err != nil {
		t.Fatal(err)
	}
	if after, _ := call[mcp.SearchOutput](t, session, "search_catalog", search("lamp")); slices.Contains(ids(after.Products), id) {
		t.Errorf("a search finds %v", ids(after.Products))
	}
	if out, _ := call[mcp.LookupOutput](t, session, "lookup_catalog", mcp.LookupInput{Catalog: mcp.Lookup{IDs: []string{id}}}); len(out.Products) > 0 || len(out.Messages) != 1 {
		t.Errorf("a lookup finds %+v", out)
	}
	refused(t, session, "get_product", mcp.ProductInput{Catalog: mcp.One{ID: id}})
}

// cancelling is a task of an agent that can cancel two orders, with candidate arguments.
func cancelling(arguments map[string]any) map[string]any {
	if arguments == nil {
		arguments = map[string]any{}
	}
	return map[string]any{
		"tools": []any{map[string]any{
			"name": "cancel_order", "description": "Cancels an order.", "annotations": map[string]any{"destructiveHint": true},
			"inputSchema": map[string]any{"type": "object", "required": []string{"order"}, "properties": map[string]any{
				"order": map[string]any{"enum": []string{"W1", "W2"}},
			}},
		}},
		"candidates": []any{map[string]any{"tool": "cancel_order", "arguments": arguments}},
	}
}

// The tool clarify asks for what a call lacks, takes the answer, has what can not be
// undone confirmed, and says what is wrong with a task.
func TestClarify(t *testing.T) {
	session := (&client{version: stateless}).inMemory(t, newServer(t, theShop(t).config("a")))
	asked, text := call[api.Decision](t, session, "clarify", cancelling(nil))
	if asked.Do != tools.Ask || len(asked.Questions) != 1 || asked.Questions[0].Parameter != "order" || len(asked.Questions[0].Options) != 2 {
		t.Fatalf("it decides %+v", asked)
	}
	if !strings.Contains(text, asked.Say) {
		t.Errorf("the text is %q, without %q", text, asked.Say)
	}
	answered := cancelling(nil)
	answered["history"] = []any{map[string]any{"answer": map[string]any{"aspect": "order", "value": "W2"}}}
	confirm, _ := call[api.Decision](t, session, "clarify", answered)
	if confirm.Do != tools.Confirm || confirm.Call.Arguments["order"] != "W2" {
		t.Fatalf("once answered it decides %+v", confirm)
	}
	answered["confirmed"] = confirm.Call
	if done, _ := call[api.Decision](t, session, "clarify", answered); done.Do != tools.Execute || done.Call.Arguments["order"] != "W2" {
		t.Errorf("once confirmed it decides %+v", done)
	}
	for name, tc := range map[string]struct{ field, want string }{
		"another tool":  {`{"confirmed": {"tool": "cancel_ordre", "arguments": {}}}`, `confirmed.tool: The tool "cancel_ordre" is not among tools. Perhaps one of ["cancel_order"] is meant.`},
		"an empty past": {`{"history": [{}]}`, "minProperties"},
	} {
		task := cancelling(nil)
		if err := json.Unmarshal([]byte(tc.field), &task); err != nil {
			t.Fatal(err)
		}
		if got := refused(t, session, "clarify", task); !strings.Contains(got, tc.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// broken is a reader that fails.
type broken struct{ *understand.Vocabulary }

func (broken) Understand(string, understand.Context) understand.Reading { panic("out of order") }
func (broken) Asked(string, understand.Context) understand.Asked        { panic("out of order") }
func (broken) Clauses(string, *language.Language, language.Setting) []understand.Clause {
	panic("out of order")
}

// A failure of the shop's is told without what is inside, and the server goes on.
func TestFailure(t *testing.T) {
	config := theShop(t).config("a")
	clerk := theShop(t).clerk.With(func(c *agent.Config) { c.Reader = broken{} })
	config.Live = live.Fixed(clerk, theShop(t).shop.Catalogue)
	session := (&client{version: stateless}).inMemory(t, newServer(t, config))
	for range 2 {
		if got := refused(t, session, "search_catalog", search("lamp")); strings.Contains(got, "out of order") || !strings.Contains(got, "the fault is the shop's") {
			t.Errorf("it tells %q", got)
		}
	}
}

func reply(out *mcp.SearchOutput) string {
	for _, m := range out.Messages {
		if m.Code == "reply" {
			return m.Content
		}
	}
	return ""
}
