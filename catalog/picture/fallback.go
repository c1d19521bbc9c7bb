package picture

import (
	"strings"
	"unicode"
)

// fallback draws a parcel with the category's initials, in a hue that belongs
// to the category: products of one kind look alike, those of another do not.
func fallback(c *canvas, category, title string) {
	hue := fromHue(float64(hash(category)%360), 0.3, 0.62)
	c.ground = hue.mix(white, 0.72)
	c.rect(0, 0, 400, 400, 0, c.ground)
	c.circle(200, 190, 146, c.ground.mix(white, 0.45))
	c.shadow(318, 112)
	c.rect(100, 122, 200, 194, 14, hue)
	c.path(hue.mix(white, 0.3), "M114 84H286L300 136H100Z")
	c.path(hue.mix(ink, 0.16), "M182 84H218L224 136H176Z")
	c.label(256, 78, hue.mix(ink, 0.72), initials(category, title))
	for i, x := range []int{182, 218} {
		c.circle(x, 354, 9, []colour{c.main, c.accent}[i])
	}
}

// initials returns the first letters of up to two words of the category's last
// level or, where that has none, of the title.
func initials(category, title string) string {
	levels := strings.Split(category, ">")
	for _, text := range []string{levels[len(levels)-1], title} {
		var letters []rune
		for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			first := []rune(word)[0]
			if len(letters) < 2 && first != unicode.ReplacementChar {
				letters = append(letters, unicode.ToUpper(first))
			}
		}
		if len(letters) > 0 {
			return string(letters)
		}
	}
	return ""
}
