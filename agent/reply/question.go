package reply

import (
	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/words"
)

// sentences are the questions about what aspects are about, by [language.Topic]. An aspect
// that is about none of it is asked about by its name.
var sentences = map[string]string{
	"colour": "ask.colour", "material": "ask.material", "style": "ask.style", "function": "ask.function",
	"features": "ask.features", "place": "ask.place", "use": "ask.use", "recipient": "ask.recipient",
	"age": "ask.age", "season": "ask.season", "occasion": "ask.occasion", "series": "ask.series",
	"decoration": "ask.decoration", "pattern": "ask.pattern", "shape": "ask.shape", "size": "ask.size",
	"length": "ask.length", "width": "ask.width", "height": "ask.height", "depth": "ask.depth",
	"diameter": "ask.diameter", "weight": "ask.weight", "capacity": "ask.capacity", "memory": "ask.memory",
	"storage": "ask.storage", "power": "ask.power", "noise": "ask.noise", "people": "ask.people",
	"pieces": "ask.pieces", "duration": "ask.duration", "kind": "ask.kind", "fits": "ask.fits",
	"connection": "ask.connection", "flavour": "ask.flavour", "scent": "ask.scent", "dull": "ask.version",
}

// measured are the topics that only numbers answer as their sentences ask: "How much should
// it hold?" is not answered by "1/2 Cup".
var measured = map[string]bool{
	"length": true, "width": true, "height": true, "depth": true, "diameter": true, "weight": true, "memory": true,
	"capacity": true, "storage": true, "power": true, "noise": true, "people": true, "pieces": true, "duration": true,
}

// QuestionText asks about an aspect.
func QuestionText(w *words.Language, a *catalog.Aspect) string {
	switch a.Key {
	case catalog.KeyPrice:
		return w.T("questions.spend")
	case catalog.KeyBrand:
		return w.T("questions.brand")
	case catalog.KeyCategory:
		return w.T("questions.kind")
	}
	if a.Kind == catalog.Flag {
		return w.T("questions.flag", "Aspect", a.Label)
	}
	topic := language.Topic(a.Label, a.Unit)
	if id := sentences[topic]; id != "" && (a.Kind == catalog.Numeric || !measured[topic]) {
		return w.T(id)
	}
	switch {
	case a.Kind != catalog.Numeric:
		return w.T("questions.which", "Aspect", a.Label)
	case a.Unit == "" && plural(a.Label):
		return w.T("questions.how-many", "Aspect", language.Things(a.Label))
	}
	return w.T("questions.number", "Aspect", a.Label)
}
