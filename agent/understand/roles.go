package understand

import "shopclerk/agent/language"

// The reader's short names for roles that it asks for again and again.
const (
	none     = language.None
	filler   = language.Filler
	link     = language.Link
	and      = language.And
	or       = language.Or
	negate   = language.Negate
	exclude  = language.Exclude
	whatever = language.Whatever
	money    = language.Money
	budget   = language.Budget
	cheap    = language.Cheap
	cheaper  = language.Cheaper
	dearer   = language.Dearer
	others   = language.Others
	reset    = language.Reset
	hush     = language.Hush
	needless = language.Needless
	justShow = language.JustShow
)
