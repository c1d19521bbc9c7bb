package desk

// section is an entry of the navigation.
type section int

// The sections, in the order of the navigation.
const (
	todaySection section = iota
	questionsSection
	wordsSection
	actionsSection
	numbersSection
	conversationsSection
	errandsSection
	ordersSection
	readinessSection
	controlsSection
	shopSection
	experimentsSection
)

// pages lists every page of the desk.
var pages = []pageRoute{
	{Root, todaySection, (*Desk).today},
	{Root + "/words", wordsSection, (*Desk).heard},
	{Root + "/actions", actionsSection, (*Desk).actionsPage},
	{Root + "/numbers", numbersSection, (*Desk).numbers},
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

// actions lists everything that can be done at the desk, and by whom.
var actions = []actionRoute{
	{Root + "/orders/:id/ship", Sets, (*Desk).ship},
	{Root + "/orders/:id/deliver", Sets, (*Desk).deliver},
	{Root + "/catalogue", Admin, (*Desk).lookForCatalogue},
	{Root + "/controls/undo", Sets, (*Desk).undo},
	{Root + "/controls/:kind", Sets, (*Desk).set},
	{Root + "/shop/:part", Admin, (*Desk).tell},
}

// sections are the sections' first pages and names, in their order.
var sections = [...]struct{ path, name string }{
	todaySection:         {Root, "desk.nav-today"},
	questionsSection:     {Root + "/questions", "desk.nav-questions"},
	wordsSection:         {Root + "/words", "desk.nav-words"},
	actionsSection:       {Root + "/actions", "desk.nav-actions"},
	numbersSection:       {Root + "/numbers", "desk.nav-numbers"},
	conversationsSection: {Root + "/conversations", "desk.nav-conversations"},
	errandsSection:       {Root + "/errands", "desk.nav-errands"},
	ordersSection:        {Root + "/orders", "desk.nav-orders"},
	readinessSection:     {Root + "/readiness", "desk.nav-readiness"},
	controlsSection:      {Root + "/controls", "desk.nav-controls"},
	shopSection:          {Root + "/shop", "desk.nav-shop"},
	experimentsSection:   {Root + "/experiments", "desk.nav-experiments"},
}

// path is the address of the section's first page.
func (s section) path() string { return sections[s].path }
