package api

import (
	"shopclerk/agent/memory"
	"shopclerk/search"
)

// Act is one thing that the message did, with what the clerk says to it. Which of the
// fields after Offers there are depends on the kind.
type Act struct {
	Kind   string  `json:"kind"`
	Text   string  `json:"text"` // "" where the list and what is understood answer
	Offers []Offer `json:"offers"`

	Products []string `json:"products,omitzero"` // ids
	Aspect   string   `json:"aspect,omitempty"`
	Known    *bool    `json:"known,omitempty"`
	Topic    string   `json:"topic,omitempty"`
	By       string   `json:"by,omitempty"`
	Words    string   `json:"words,omitempty"`
	Nearest  []string `json:"nearest,omitzero"` // paths
	ID       string   `json:"id,omitempty"`
}

// Offer is something that the clerk offers to do about an act.
type Offer struct {
	Index int    `json:"index"`
	Text  string `json:"text"`
}

// TakenOffer takes an offer of the reply before, by the index of its act and its own.
type TakenOffer struct {
	Act   int `json:"act"`
	Offer int `json:"offer"`
}

// acts presents what a message did.
func acts(all []memory.Act) []Act {
	out := make([]Act, len(all))
	for i := range all {
		a := &all[i]
		told := Act{Kind: string(a.Kind), Text: a.Text, Offers: []Offer{}}
		for k, o := range a.Offers {
			told.Offers = append(told.Offers, Offer{k, o.Text})
		}
		switch a.Kind {
		case memory.Compare:
			told.Products = append([]string{}, a.Products...)
		case memory.AskProduct:
			told.Products, told.Aspect, told.Known = append([]string{}, a.Products...), a.Aspect, &a.Known
		case memory.AskShop:
			told.Topic, told.Known = a.Topic, &a.Known
		case memory.Social:
			told.Topic = a.Topic
		case memory.Sort:
			told.By = a.By
		case memory.NotSold:
			told.Words, told.Nearest = a.Words, append([]string{}, a.Nearest...)
		case memory.DoErrand:
			told.ID = a.Errand
		case memory.Unclear:
			told.Words = a.Words
		}
		out[i] = told
	}
	return out
}

// take reads the offer that is taken.
func (o *TakenOffer) take(c *memory.Conversation) ([]search.Change, error) {
	changes, err := c.Offered(o.Act, o.Offer)
	if err != nil {
		return nil, problem(UnknownOffer, "The reply before made no offer %d with its act %d: acts list the offers of each.", o.Offer, o.Act).at("body", jsonPointer("offer"))
	}
	return changes, nil
}
