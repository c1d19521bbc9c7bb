package discover

// wordStats are what all titles together say of one word, whatever its number and case.
type wordStats struct {
	titles   int            // that have it
	surfaces map[string]int // its spellings in lower case
	plurals  int            // occurrences in descriptions in another form than in most titles
	measures int            // occurrences right behind a number
	caps     int            // occurrences in capitals throughout
	lower    int            // occurrences in lower case
	valued   int            // titles whose product has an attribute of exactly this value
	first    int            // occurrences that begin a title, the brand apart
	last     int            // occurrences that end one
	coded    int            // occurrences right before a word with digits
	brand    int            // products whose brand has it
	brands   []string       // of products whose title has it, as many as say that it is no brand's own

	barred bool    // cannot be a head
	silent bool    // could be one, but names no type
	prior  float64 // probability that it is one, before the titles are read as a whole
	heads  float64 // occurrences in which it is one, expected
	seen   float64 // occurrences in which it could be
	odds   float64 // of an occurrence to be the head
}

// property reports whether a word is mostly the value of an attribute, as "Black" is.
func (w *wordStats) property() bool {
	const least, mostly = 8, 0.6
	return w.titles >= least && share(w.valued, w.titles) >= mostly && !w.countable()
}

// unit reports whether a word mostly follows numbers.
func (w *wordStats) unit(key string) bool {
	const mostly = 0.6
	if _, ok := lookupUnit(key); ok && w.measures > 0 {
		return true
	}
	return share(w.measures, w.titles) >= mostly
}

// marksCode reports whether a word stands before codes and hardly elsewhere, as "model"
// and "No." do.
func (w *wordStats) marksCode() bool {
	const least, mostly = 8, 0.85
	return w.titles >= least && share(w.coded, w.titles) >= mostly && !w.countable()
}

// countable reports whether the word is seen in the singular and in the plural, which
// names and adjectives are not.
func (w *wordStats) countable() bool {
	const least, leastShare = 2, 0.002
	return w.forms() >= least && w.forms() >= int(leastShare*float64(w.titles))
}

// forms is the number of titles and descriptions that have the word in another form
// than most titles have.
func (w *wordStats) forms() int {
	sum, most := 0, 0
	for _, n := range w.surfaces {
		sum += n
		most = max(most, n)
	}
	return sum - most + w.plurals
}

// acronym reports whether a word is a few letters that titles nearly always write in
// capitals: "TV", "HDMI".
func (w *wordStats) acronym(key string) bool {
	const longest, mostly = 4, 0.8
	return len(key) <= longest && float64(w.caps) >= mostly*float64(w.titles+1)
}

// Indicator is 1 for what is so, else 0.
func Indicator(b bool) int {
	if b {
		return 1
	}
	return 0
}
