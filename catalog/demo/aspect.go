package demo

import "slices"

// An aspectID numbers the aspects in the order in which a product's values are
// drawn. A value can pull only aspects that come after its own (or its own,
// when a product can have several values of it).
type aspectID uint8

const (
	brand aspectID = iota
	series
	targetCustomer
	style
	applicableScenario
	specification
	material
	colour
	decorativeAttribute
	function
	aspectCount = iota
)

// keys names the ten aspects every schema has (those of ProductAgent, table 8, without
// the category) as schemas and records spell them.
var keys = [aspectCount]string{
	brand:               "brand",
	series:              "series",
	targetCustomer:      "target_customer",
	style:               "style",
	applicableScenario:  "applicable_scenario",
	specification:       "specification",
	material:            "material",
	colour:              "colour",
	decorativeAttribute: "decorative_attribute",
	function:            "function",
}

// labels are what a shopper calls the aspects whose keys are the paper's words. What the
// specification of a category is, its schema says.
var labels = map[aspectID]string{
	targetCustomer: "For", applicableScenario: "Good for", decorativeAttribute: "Design",
}

// attributeOrder is the order of a record's attributes. The brand is not among
// them: it has a field of its own.
var attributeOrder = [...]aspectID{
	series, targetCustomer, applicableScenario, decorativeAttribute,
	material, style, specification, colour, function,
}

// aspectOf returns the aspect of the given key.
func aspectOf(key string) (aspectID, bool) {
	i := slices.Index(keys[:], key)
	return aspectID(max(i, 0)), i >= 0
}
