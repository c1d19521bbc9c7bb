package tour

import (
	"net/http"

	"shopclerk/cmd/internal/visitor"
)

// newcomer has never been here.
var newcomer = []step{
	{name: "start", want: ".tile", do: get("/")},
	{name: "basket-empty", want: "h1", do: get("/basket")},
	{name: "compare-none", want: "h1", do: get("/compare")},
}

// talk is a conversation, from its first message to its end.
var talk = []step{
	{name: "conversation", want: ".question", do: begin},
	{name: "skipped", want: ".card", do: send(".questions form", "skip", "1")},
	{name: "answered", alike: true, want: ".fitted", do: tick(".questions form", "q0", 2)},
	{name: "filtered", alike: true, want: ".facets", do: tick(".facets form", "brand", 1)},
	{name: "near-matches", want: "#matches-near", do: narrow},
	{name: "sorted", alike: true, want: ".orders [aria-current]", do: follow(".orders a", 1)},
	{name: "nothing-found", want: ".remedies", do: say("under 1")},
	{name: "started-over", want: composer, do: send("form[action$='/reset']", "", "")},
	{name: "earlier-state", alike: true, want: ".card", do: below("?v=2")},
	{name: "delete-conversation", want: "form[action$='/delete']", do: below("/delete")},
	{name: "delete-everything", want: "form[action$='/mine/delete']", do: get("/mine/delete")},
	{name: "start-again", want: ".recent a", do: get("/")},
	{name: "category", alike: true, want: ".card", do: send("form:has(.tile)", "", "")},
	{name: "more", alike: true, want: ".card", do: follow(".more a", 0)},
}

// narrow answers questions until so few products fit that near matches are shown.
func narrow(w *walk, p *visitor.Page) (*visitor.Page, error) {
	for range mostAnswers {
		near, err := p.Texts("#matches-near")
		if err != nil || len(near) > 0 {
			return p, err
		}
		if p, err = tick(".questions form", "q0", 1)(w, p); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// mostAnswers bounds how long a shopper answers: the demonstration shop has near
// matches after two.
const mostAnswers = 6

// begin begins a conversation.
func begin(w *walk, _ *visitor.Page) (*visitor.Page, error) {
	p, err := w.shopper.Get(w.ctx, "/")
	if err != nil {
		return nil, err
	}
	return say(w.opening)(w, p)
}

// goods are compared and bought.
var goods = []step{
	{do: begin},
	{name: "product-asked-for", want: ".fit", do: follow(".card h4 a", 0)},
	{do: send(".put", "quantity", "2")},
	{name: "product-in-basket", alike: true, want: ".product", do: follow(".item h2 a", 0)},
	{name: "product", want: ".product", do: below("")},
	{name: "compare-one", want: ".compared", do: follow(".product a[href^='/compare']", 0)},
	{name: "compare-two", alike: true, want: ".compared", do: follow(".similar a[href^='/compare']", 0)},
	{do: begin},
	{name: "compare", want: ".compared", do: tick("form[action^='/compare']", "p", 4)},
	{do: send(".put", "", "")},
	{name: "basket", want: ".item", do: get("/basket")},
}

// lost are pages for trouble.
var lost = []step{
	{name: "error-not-found", want: ".error", status: http.StatusNotFound, do: get("/nowhere")},
	{name: "error-product", alike: true, want: ".error", status: http.StatusNotFound, do: get("/p/none")},
	{name: "error-method", alike: true, want: ".error", status: http.StatusMethodNotAllowed, do: get("/c")},
	{do: begin},
	{name: "error-not-understood", want: ".error", status: http.StatusBadRequest, do: below("?v=two")},
}
