package mcp

import "time"

// The shapes of the Universal Commerce Protocol's catalogue, as far as the shop has
// what they tell (https://ucp.dev, capabilities dev.ucp.shopping.catalog.search and
// dev.ucp.shopping.catalog.lookup), and of its orders (dev.ucp.shopping.order). Three
// things differ. A product without a price has none, where the protocol asks for one. An
// order comes of
// no checkout session, has no page of its own that everybody could follow, and tells its
// status in the shop's words. And clarification is the shop's own addition.

// protocol is the version of the protocol whose shapes these are.
const protocol = "2026-08-25"

// Meta names the agent on whose behalf a call is made. The shop reads none of it.
type Meta map[string]any

// Context is what is known of who buys.
type Context struct {
	Language string `json:"language,omitempty" jsonschema:"Language of questions and texts, as in Accept-Language: en, de-CH."`
	Intent   string `json:"intent,omitempty" jsonschema:"What the purchase is for. Searched for only where there is no query."`
}

// SearchInput are the arguments of search_catalog.
type SearchInput struct {
	Meta          Meta           `json:"meta,omitempty" jsonschema:"Metadata of the protocol, such as ucp-agent."`
	Catalog       Search         `json:"catalog" jsonschema:"What is searched for: a query, filters, or both."`
	Clarification *Clarification `json:"clarification,omitempty" jsonschema:"Answers to the questions of an earlier result of the same search, or a wish not to be asked."`
}

// Search is what is searched for.
type Search struct {
	Query      string      `json:"query,omitempty" jsonschema:"What the shopper is after, in their own words: red backpack under 80, not polyester."`
	Context    *Context    `json:"context,omitempty" jsonschema:"What is known of who buys."`
	Filters    *Filters    `json:"filters,omitempty" jsonschema:"Limits that every product meets. They go together by AND."`
	Pagination *Pagination `json:"pagination,omitempty" jsonschema:"Which page of the results."`
}

// Filters are limits. Beside the protocol's own there is one for every attribute that
// products tell: see attributes.go.
type Filters struct {
	Categories   []string     `json:"categories,omitempty" jsonschema:"Products of any of these categories: a path as products tell it (Home > Lamps), or its last level."`
	Price        *PriceFilter `json:"price,omitempty" jsonschema:"Prices in minor units (cents) of the shop's currency."`
	Brand        []string     `json:"brand,omitempty" jsonschema:"Products of any of these brands; letter case does not matter."`
	Availability []string     `json:"availability,omitempty" jsonschema:"Not used: the result says so."`
	// Attributes are by the keys of attributes, beside the others: a text, a number, yes
	// or no, a list of these, or an object with min, max or both.
	Attributes map[string]any `json:"-"`
}

// PriceFilter is a span of prices, both ends included.
type PriceFilter struct {
	Min *int64 `json:"min,omitempty" jsonschema:"Least price."`
	Max *int64 `json:"max,omitempty" jsonschema:"Greatest price."`
}

// Pagination asks for a page.
type Pagination struct {
	Cursor string `json:"cursor,omitempty" jsonschema:"The cursor of the page before, sent with the same query and filters."`
	Limit  int    `json:"limit,omitempty" jsonschema:"Products a page."`
}

// Clarification answers questions.
type Clarification struct {
	RequestState string              `json:"request_state,omitempty" jsonschema:"As the earlier result had it."`
	Answers      map[string][]string `json:"answers,omitempty" jsonschema:"By the question's id: the values of the options that suit. A question left out is not answered."`
	Skip         bool                `json:"skip,omitempty" jsonschema:"Ask nothing, whatever is unclear."`
}

// LookupInput are the arguments of lookup_catalog.
type LookupInput struct {
	Meta    Meta   `json:"meta,omitempty" jsonschema:"Metadata of the protocol, such as ucp-agent."`
	Catalog Lookup `json:"catalog" jsonschema:"What is looked up."`
}

// Lookup names products.
type Lookup struct {
	IDs     []string `json:"ids" jsonschema:"Ids of products."`
	Context *Context `json:"context,omitempty" jsonschema:"What is known of who buys."`
}

// ProductInput are the arguments of get_product.
type ProductInput struct {
	Meta    Meta `json:"meta,omitempty" jsonschema:"Metadata of the protocol, such as ucp-agent."`
	Catalog One  `json:"catalog" jsonschema:"Which product."`
}

// One names a product.
type One struct {
	ID      string   `json:"id" jsonschema:"Id of a product."`
	Context *Context `json:"context,omitempty" jsonschema:"What is known of who buys."`
}

// OrderInput are the arguments of get_order.
type OrderInput struct {
	Meta    Meta     `json:"meta,omitempty" jsonschema:"Metadata of the protocol, such as ucp-agent."`
	ID      string   `json:"id" jsonschema:"Number of an order."`
	Context *Context `json:"context,omitempty" jsonschema:"What is known of the shopper."`
}

// OrderOutput is the result of get_order.
type OrderOutput struct {
	UCP   Envelope `json:"ucp"`
	Order *Order   `json:"order"`
}

// SearchOutput is the result of search_catalog.
type SearchOutput struct {
	UCP           Envelope   `json:"ucp"`
	Products      []Product  `json:"products" jsonschema:"A page of products, best first."`
	Pagination    *Page      `json:"pagination,omitempty"`
	Messages      []Message  `json:"messages,omitempty" jsonschema:"What to know about the result."`
	Clarification *Questions `json:"clarification,omitempty" jsonschema:"Questions whose answers would sharpen the list; none where nothing is unclear."`
}

// LookupOutput is the result of lookup_catalog.
type LookupOutput struct {
	UCP      Envelope  `json:"ucp"`
	Products []Product `json:"products" jsonschema:"The products found, in the order of the ids."`
	Messages []Message `json:"messages,omitempty" jsonschema:"Ids that were not found."`
}

// ProductOutput is the result of get_product.
type ProductOutput struct {
	UCP     Envelope `json:"ucp"`
	Product Product  `json:"product"`
}

// Envelope says whose shapes the result has.
type Envelope struct {
	Version      string                `json:"version"`
	Capabilities map[string][]Revision `json:"capabilities"`
}

// Revision is a capability's version.
type Revision struct {
	Version string `json:"version"`
}

// Page tells where a page stands.
type Page struct {
	Cursor  string `json:"cursor,omitempty" jsonschema:"Send it with the same query and filters to get the next page."`
	HasNext bool   `json:"has_next_page"`
	Total   int    `json:"total_count" jsonschema:"Products that no filter or limit rules out."`
}

// Message tells something about the result.
type Message struct {
	Type    string `json:"type" jsonschema:"info or warning."`
	Code    string `json:"code"`
	Content string `json:"content"`
}

// Product is one product.
type Product struct {
	ID          string          `json:"id"`
	Title       string          `json:"title"`
	Brand       string          `json:"brand,omitempty"`
	Description Description     `json:"description"`
	URL         string          `json:"url,omitempty"`
	Categories  []Category      `json:"categories"`
	PriceRange  *PriceRange     `json:"price_range,omitempty" jsonschema:"None where the shop does not know the price."`
	Media       []Media         `json:"media,omitempty"`
	Options     []ProductOption `json:"options,omitempty" jsonschema:"What there is to choose, of a product in several forms."`
	Variants    []Variant       `json:"variants"`
	Rating      *Rating         `json:"rating,omitempty"`
	Metadata    *Metadata       `json:"metadata,omitempty"`
}

// Description is a text.
type Description struct {
	Plain string `json:"plain"`
}

// Category is where a product stands.
type Category struct {
	Value    string `json:"value" jsonschema:"The path, levels joined by >."`
	Taxonomy string `json:"taxonomy"`
}

// Price is an amount in minor units of an ISO 4217 currency.
type Price struct {
	Amount   int64  `json:"amount" jsonschema:"In minor units: 1250 is 12.50."`
	Currency string `json:"currency"`
}

// PriceRange spans the prices of a product's variants.
type PriceRange struct {
	Min Price `json:"min"`
	Max Price `json:"max"`
}

// Media is a picture.
type Media struct {
	Type    string `json:"type"`
	URL     string `json:"url"`
	AltText string `json:"alt_text"`
}

// ProductOption is one thing to choose about a product, and what there is.
type ProductOption struct {
	Name   string        `json:"name"`
	Values []OptionValue `json:"values"`
}

// OptionValue is one value of an option.
type OptionValue struct {
	Label     string `json:"label"`
	Available bool   `json:"available" jsonschema:"Whether some variant with it can be bought, as far as the shop knows."`
}

// SelectedOption is what a variant stands for.
type SelectedOption struct {
	Name  string `json:"name"`
	Label string `json:"label"`
}

// Variant is what can be bought: one form of the product, or the product itself.
type Variant struct {
	ID           string           `json:"id"`
	Title        string           `json:"title"`
	Description  Description      `json:"description" jsonschema:"What the product is like, aspect by aspect."`
	Price        *Price           `json:"price,omitempty"`
	Availability *Availability    `json:"availability,omitempty" jsonschema:"None where the shop does not know."`
	Options      []SelectedOption `json:"options,omitempty"`
	Media        []Media          `json:"media,omitempty"`
	Inputs       []Correlation    `json:"inputs,omitempty" jsonschema:"The ids of the lookup that led here."`
}

// Availability says whether there is any.
type Availability struct {
	Available bool   `json:"available"`
	Status    string `json:"status"`
}

// Correlation says which id of a lookup led to a variant, and how.
type Correlation struct {
	ID    string `json:"id"`
	Match string `json:"match"`
}

// Rating is what buyers think.
type Rating struct {
	Value float64 `json:"value"`
	Max   float64 `json:"scale_max"`
	Count int     `json:"count"`
}

// Metadata is what the shop adds to a product.
type Metadata struct {
	Attributes []Attribute `json:"attributes,omitempty" jsonschema:"What the product is like; get_product tells it."`
	Match      string      `json:"match,omitempty" jsonschema:"full: it meets all that was asked for. near: see lacks."`
	Lacks      []string    `json:"lacks,omitempty" jsonschema:"What of the wishes it does not meet."`
}

// Attribute is what a product says of one aspect.
type Attribute struct {
	Key    string   `json:"key"`
	Label  string   `json:"label"`
	Values []string `json:"values"`
	Unit   string   `json:"unit,omitempty"`
}

// Questions are what the clerk asks, with the state to answer by.
type Questions struct {
	RequestState string     `json:"request_state" jsonschema:"Send it back unchanged, with the answers."`
	Expires      time.Time  `json:"expires_at"`
	Questions    []Question `json:"questions"`
}

// Question is one question.
type Question struct {
	ID       string   `json:"id"`
	Text     string   `json:"text"`
	Multiple bool     `json:"multiple" jsonschema:"Several options can suit."`
	Open     bool     `json:"open,omitempty" jsonschema:"An answer in the shopper's own words will do too."`
	Options  []Option `json:"options"`
}

// Option is a possible answer.
type Option struct {
	Value string `json:"value" jsonschema:"What to answer with."`
	Title string `json:"title" jsonschema:"What to show."`
	Count int    `json:"count,omitempty" jsonschema:"Products that fit so far and would answer so."`
}
