package memory

// Policy is what chose an exchange's questions. Equal policies, weights and fields
// give equal questions.
type Policy struct {
	Name     string             `json:"name"`
	Version  int                `json:"version"`            // clarify.Version
	Settings map[string]float64 `json:"settings,omitempty"` // those that are not the policy's defaults
}

// Arm is one arm of an experiment.
type Arm struct {
	Experiment string `json:"experiment"`
	Arm        string `json:"arm"`
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

// Consulted is what came of asking a language model how a message is to be read. It has
// none of the shopper's words.
type Consulted struct {
	Model  string `json:"model,omitempty"`  // "": it was not asked that
	Failed string `json:"failed,omitempty"` // why it gave no reading: see llm.Failure; "": it gave one
	// How many demands it named: that the clerk reads too, that were taken, that became a
	// question of what was meant, and that were dropped, because the catalogue or the
	// message does not have them.
	Agreed  int `json:"agreed,omitempty"`
	Taken   int `json:"taken,omitempty"`
	Doubted int `json:"doubted,omitempty"`
	Dropped int `json:"dropped,omitempty"`

	Wording *Wording `json:"wording,omitempty"` // nil: it was not asked to word anything
}

// Wording is what came of asking a language model to put sentences in other words.
type Wording struct {
	Failed    string `json:"failed,omitempty"` // as of [Consulted]
	Sentences int    `json:"sentences"`        // that it was asked for
	Reworded  int    `json:"reworded"`         // of them, those whose other words were shown
}
