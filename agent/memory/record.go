package memory

// Policy is what chose an exchange's questions. Equal policies, weights and fields
// give equal questions.
type Policy struct {
	Name    string `json:"name"`
	Version int    `json:"version"` // clarify.Version
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
