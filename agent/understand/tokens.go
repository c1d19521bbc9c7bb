package understand

import "shopclerk/agent/language"

// The reader's short names for what the room of language knows.
type (
	token  = language.Token
	chunk  = language.Chunk
	amount = language.Amount
	unit   = language.Unit
	role   = language.Role
)

const (
	mark   = language.Mark
	word   = language.Word
	number = language.Number

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
	justShow = language.JustShow

	exactly = language.Exactly
	most    = language.Most
	fewest  = language.Fewest
	nearly  = language.Nearly
)

// english is the language of catalogues, and of what is being typed.
var english = language.English
