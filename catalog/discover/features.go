package discover

// A block is a source of features. Blocks are normalised each for itself, so
// that two hundred attributes do not drown ten words of title.
type block uint8

const (
	titleBlock block = iota
	proseBlock       // words of the description
	keyBlock         // attribute keys
	valueBlock       // short attribute values
	blocks
)

type feature struct {
	block block
	text  string
}

// maxValueFeature is the length in bytes up to which an attribute's text counts
// as a word of its own.
const maxValueFeature = 24
