package picture

import "strings"

// foreign are common colour words of other languages that shops write in.
var foreign = map[string]string{
	"schwarz": "black", "weiß": "white", "weiss": "white", "grau": "grey", "hellgrau": "light grey", "anthrazit": "anthracite", "silber": "silver",
	"blau": "blue", "hellblau": "sky blue", "dunkelblau": "navy", "türkis": "turquoise", "grün": "green", "oliv": "olive", "gelb": "yellow", "senf": "mustard",
	"rot": "red", "weinrot": "burgundy", "rosa": "pink", "lila": "lilac", "violett": "violet", "braun": "brown", "natur": "natural", "creme": "cream",
	"noir": "black", "blanc": "white", "gris": "grey", "bleu": "blue", "vert": "green", "jaune": "yellow", "rouge": "red", "marron": "brown", "écru": "cream",
	"negro": "black", "blanco": "white", "azul": "blue", "verde": "green", "amarillo": "yellow", "rojo": "red", "marrón": "brown", "gris claro": "light grey",
	"nero": "black", "bianco": "white", "grigio": "grey", "blu": "navy", "giallo": "yellow", "rosso": "red", "marrone": "brown", "azzurro": "sky blue",
	"zwart": "black", "wit": "white", "grijs": "grey", "blauw": "blue", "groen": "green", "geel": "yellow", "rood": "red", "roze": "pink", "bruin": "brown",
}

// Named returns the colour of a name, as SVG and CSS write it, such as "#38679d". It
// reports false for a name that is not known to be one.
func Named(name string) (string, bool) {
	parts := splitColours(name)
	if len(parts) == 0 {
		return "", false
	}
	first := parts[0]
	if english, ok := foreign[first]; ok {
		first = english
	}
	known := false
	for w := range strings.FieldsSeq(first) {
		_, ok := names[w]
		known = known || ok
	}
	_, whole := names[first]
	_, number := hexadecimal(first)
	if !known && !whole && !number {
		return "", false
	}
	return parse(first).String(), true
}
