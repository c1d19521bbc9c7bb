package discover

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"shopclerk/catalog"
)

// titled makes a catalogue of n titles a pattern: %d is a number, and a word in
// braces one of its alternatives in turn.
func titled(n int, patterns ...string) []catalog.Record {
	var out []catalog.Record
	for i := range n {
		for _, p := range patterns {
			for {
				from, to := strings.IndexByte(p, '{'), strings.IndexByte(p, '}')
				if from < 0 {
					break
				}
				choices := strings.Split(p[from+1:to], "|")
				p = p[:from] + choices[i%len(choices)] + p[to+1:]
			}
			out = append(out, catalog.Record{ID: fmt.Sprint(len(out)), Title: strings.ReplaceAll(p, "#", fmt.Sprint(i+1)), Stock: -1})
		}
	}
	return out
}

// What a thing is stands in another place in every language, and words that name
// nothing stand there too.
func TestTypesOfTitles(t *testing.T) {
	tests := []struct {
		name     string
		patterns []string
		want     map[string]string // title → type
	}{
		{"English, the noun before prepositions and colours", []string{
			"{Acme|Bolt|Crane|Dune} {Red|Soft} Travel Pillow - {Blue|Black}, Size #",
			"{Acme|Bolt|Crane|Dune} Leather Case for iPhone # - Black",
			"{Elm|Fir|Gum} #-Piece Comforter Set",
			"{Elm|Fir|Gum} Shoe Rack with {Wheels|Baskets}, Mocha",
		}, map[string]string{
			"Elm 7-Piece Comforter Set":            "Comforter",
			"Crane Leather Case for iPhone 6":      "Case",
			"Bolt Velvet Travel Pillow Black":      "Travel pillow",
			"Gum Shoe Rack with Baskets, Espresso": "Shoe rack",
		}},
		{"Spanish, the noun first", []string{
			"Crema hidratante {facial|corporal} con aloe # ml",
			"Queso {curado|tierno} de {oveja|cabra} bolsa # gr",
			"Aceite de oliva {virgen|suave} botella # l",
			"Pan de molde integral {sin corteza|con semillas} paquete # gr",
		}, map[string]string{
			"Crema de manos con queso bolsa 3 ud": "Crema",
			"Queso fresco lata 4":                 "Queso",
		}},
		{"German, compounds and prepositions", []string{
			"{Alba|Brix|Cora} Taschenlampe {schwarz|rot} mit Batterie #",
			"{Alba|Brix|Cora} Stirnlampe für Damen und Herren #",
			"{Delo|Elbe|Fjord} Regenjacke Herren {blau|grün} Gr. #",
			"{Delo|Elbe|Fjord} Wanderschuhe mit Sohle für Kinder #",
		}, map[string]string{
			"Brix Regenjacke Kinder gelb": "Regenjacke",
			"Cora Taschenlampe für Hunde": "Taschenlampe",
		}},
		{"no language that is known", []string{
			"glonk {velu|sart|ebla|umla|kiro} {miro|pano|tesk|umla} X#",
			"brint {miro|lusk|orfa|kiro|velu} {velu|dorn|sart} Y#",
			"trelk {sart|lusk|pano|ebla|orfa} {tesk|dorn|miro} Z#",
		}, map[string]string{
			"glonk lusk X9": "Glonk",
			"trelk miro Y9": "Trelk",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			types := InduceTypes(slices.Values(titled(24, tt.patterns...)))
			for title, want := range tt.want {
				if got, _ := types.Of(&catalog.Record{Title: title}); got != want {
					t.Errorf("Of(%q) = %q, want %q", title, got, want)
				}
			}
			if r := types.Report(); 10*r.Typed < 9*r.Products {
				t.Errorf("%d of %d products have a type", r.Typed, r.Products)
			}
		})
	}
}

// Containers, colours, people and function words are no types, however often and
// wherever they stand, in any language.
func TestNoTypeIsAContainer(t *testing.T) {
	patterns := map[string][]string{
		"en": {"{Acme|Bolt|Crane} {Alpha|Beta} # Kit", "{Acme|Bolt|Crane} Designer # Set Blue", "{Acme|Bolt|Crane} Zyx Unit, Pack of # Units, Black Edition"},
		"de": {"{Acme|Bolt|Crane} {Alpha|Beta} Set # Stück für Damen", "{Acme|Bolt|Crane} Zyx mit # Farben und Zubehör", "{Acme|Bolt|Crane} Satz # FÜR Herren Mit Inhalt"},
		"es": {"{Acme|Bolt|Crane} {Alpha|Beta} bolsa # gr", "{Acme|Bolt|Crane} Zyx Del Mar # unidades paquete", "caja con # piezas de colores para niños"},
		"it": {"{Acme|Bolt|Crane} confezione da # pezzi Della Casa", "{Acme|Bolt|Crane} set # colori per donna"},
		"fr": {"{Acme|Bolt|Crane} lot de # pièces pour femme Et homme", "{Acme|Bolt|Crane} coffret # couleurs"},
		"nl": {"{Acme|Bolt|Crane} set van # stuks voor dames", "{Acme|Bolt|Crane} doos met # kleuren"},
		"tr": {"{Acme|Bolt|Crane} # parça set için siyah", "{Acme|Bolt|Crane} paket # adet ve beyaz"},
		"pl": {"zestaw # sztuk dla kobiet {Acme|Bolt|Crane}", "{Acme|Bolt|Crane} komplet # kolor czarny"},
		"sv": {"{Acme|Bolt|Crane} set med # delar för barn", "{Acme|Bolt|Crane} förpackning # färg svart"},
		"ru": {"набор из # штук для женщин {Acme|Bolt|Crane}", "{Acme|Bolt|Crane} комплект # цвет черный"},
	}
	for code, ps := range patterns {
		t.Run(code, func(t *testing.T) {
			g := newGlossary(code)
			for _, ty := range InduceTypes(slices.Values(titled(40, ps...))).Report().Types {
				if g.is(wordKey(ty), functionWord|neverWord|containerWord|partWord) {
					t.Errorf("%q is a type", ty)
				}
			}
		})
	}
}

// Every list of a language is read, and no word that names no type names a product in
// the same language.
func TestLanguages(t *testing.T) {
	for i, l := range languages() {
		counts := map[wordClass]int{}
		for w, c := range l.classes {
			for _, one := range []wordClass{functionWord, neverWord, containerWord, productNoun} {
				counts[one] += Indicator(c&one != 0)
			}
			if c&productNoun != 0 && c&(neverWord|containerWord|partWord) != 0 {
				t.Errorf("language %d: %q is a product and none", i, w)
			}
		}
		if counts[functionWord] < 10 || counts[neverWord] < 20 || counts[containerWord] < 10 || counts[productNoun] < 100 {
			t.Errorf("language %d: %v", i, counts)
		}
	}
}

func TestTitleWords(t *testing.T) {
	for title, want := range map[string]string{
		"Women's T-Shirts, Black/White (2 pcs)": "women t-shirt |black/white |2* pcs",
		"Ink Cyan,Magenta,Yellow 1,5 l":         "ink cyan |magenta |yellow 1,5* l",
		"two Smart TVs & PCs":                   "two smart tv |pc",
		"Gestrüpp ÜBER Áccenté":                 "gestrupp uber accente",
	} {
		var b strings.Builder
		for i, w := range titleWords(title) {
			if i > 0 {
				b.WriteByte(' ')
			}
			if i > 0 && w.breaks {
				b.WriteByte('|')
			}
			b.WriteString(w.key)
			if w.code {
				b.WriteByte('*')
			}
		}
		if b.String() != want {
			t.Errorf("titleWords(%q) = %q, want %q", title, b.String(), want)
		}
	}
}

// The language of a catalogue is that of its names, where they show one.
func TestLanguage(t *testing.T) {
	for want, names := range map[string][]string{
		"en": {"Backpacks", "Suitcases", "Rain jackets", "Headphones"},
		"de": {"Miscellaneous", "Aufbewahrung", "Süsswaren", "Brillen", "Schmuck"},
		"fr": {"Chaussures", "Sacs à dos", "Lunettes de soleil", "Montres pour femme"},
		"":   {"Qwx", "Zzkr"},
	} {
		if got := Language(names); got != want {
			t.Errorf("%q are in %q, want %q", names, got, want)
		}
	}
}
