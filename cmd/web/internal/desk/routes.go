package desk

import "shopclerk/words"

// section is an entry of the navigation.
type section int

// The sections, in the order of the navigation.
const (
	overviewSection section = iota
	questionsSection
	conversationsSection
	errandsSection
	ordersSection
	readinessSection
	controlsSection
	shopSection
	experimentsSection
)

// pages lists every page of the desk. A page whose section is not built yet is not
// listed, and its section not in the navigation.
var pages = []page{
	{Root, overviewSection, (*Desk).overview},
	{Root + "/questions", questionsSection, (*Desk).asked},
	{Root + "/questions/:aspect", questionsSection, (*Desk).aspect},
	{Root + "/conversations", conversationsSection, (*Desk).conversations},
	{Root + "/conversations/:id", conversationsSection, (*Desk).replay},
	{Root + "/errands", errandsSection, (*Desk).errands},
	{Root + "/orders", ordersSection, (*Desk).orders},
	{Root + "/orders/:id", ordersSection, (*Desk).order},
	{Root + "/readiness", readinessSection, (*Desk).readiness},
	{Root + "/controls", controlsSection, (*Desk).controls},
	{Root + "/controls/:kind", controlsSection, (*Desk).setting},
	{Root + "/shop", shopSection, (*Desk).shopPage},
	{Root + "/shop/:part", shopSection, (*Desk).shopPart},
	{Root + "/experiments", experimentsSection, (*Desk).experiments},
}

// actions lists everything that can be done at the desk.
var actions = []action{
	{Root + "/orders/:id/ship", (*Desk).ship},
	{Root + "/orders/:id/deliver", (*Desk).deliver},
	{Root + "/catalogue", (*Desk).lookForCatalogue},
	{Root + "/controls/undo", (*Desk).undo},
	{Root + "/controls/:kind", (*Desk).set},
	{Root + "/shop/:part", (*Desk).tell},
}

// path is the address of the section's first page.
func (s section) path() string {
	switch s {
	case questionsSection:
		return Root + "/questions"
	case conversationsSection:
		return Root + "/conversations"
	case errandsSection:
		return Root + "/errands"
	case ordersSection:
		return Root + "/orders"
	case readinessSection:
		return Root + "/readiness"
	case controlsSection:
		return Root + "/controls"
	case shopSection:
		return Root + "/shop"
	case experimentsSection:
		return Root + "/experiments"
	}
	return Root
}

// name is what the navigation calls the section.
func (s section) name(w *words.Language) string {
	switch s {
	case questionsSection:
		return w.T("desk.nav-questions")
	case conversationsSection:
		return w.T("desk.nav-conversations")
	case errandsSection:
		return w.T("desk.nav-errands")
	case ordersSection:
		return w.T("desk.nav-orders")
	case readinessSection:
		return w.T("desk.nav-readiness")
	case controlsSection:
		return w.T("desk.nav-controls")
	case shopSection:
		return w.T("desk.nav-shop")
	case experimentsSection:
		return w.T("desk.nav-experiments")
	}
	return w.T("desk.nav-overview")
}

// navigation lists the sections that have a page.
var navigation = func() []section {
	var out []section
	for s := overviewSection; s <= experimentsSection; s++ {
		for _, p := range pages {
			if p.path == s.path() {
				out = append(out, s)
			}
		}
	}
	return out
}()
