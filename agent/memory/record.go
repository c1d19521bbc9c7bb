package memory

// Policy is what chose an exchange's questions. Equal policies, weights and fields
// give equal questions.
type Policy struct {
	Name     string             `json:"name"`
	Version  int                `json:"version"`            // clarify.Version
	Settings map[string]float64 `json:"settings,omitempty"` // those that are not the policy's defaults
}

// Ticks is a set of answers as clarify.Pattern has it: bit o for option o, the
// highest for "something else", 0 for none.
type Ticks uint8

// Realised is what an answer told: the information that it gave about which product
// is wanted, D(posterior ‖ prior) = Σ_i p(i | answer) log2 (p(i | answer) / p(i)) in
// bits, where p is the belief when the question was put and the likelihood of the
// answer is the clerk's. The other questions of the page are as if they had not been
// put.
//
// Over shoppers who answer truthfully and as the belief expects, its mean is Tells
// of the question. [Posed].Bits is no such expectation: it is what answers without
// error would tell on top of those to the questions above.
//
// A question that was skipped told nothing and has none, nor has one that was
// answered in words.
type Realised struct {
	Question int     `json:"question"` // index into the questions of the exchange before
	Bits     float64 `json:"bits"`
}

// Consulted records what a language model proposed for the words that the reader could not
// link. It holds none of the shopper's words.
type Consulted struct {
	Model  string `json:"model,omitempty"`  // "": no model was asked
	Failed bool   `json:"failed,omitempty"` // it gave no answer that fits
	Taken  int    `json:"taken,omitempty"`  // proposals that became changes
}

// Topic is what a question is about: an aspect in a category, by its path; "" is the whole
// shop, and several categories.
type Topic struct{ Category, Aspect string }
