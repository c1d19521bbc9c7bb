package picture

import (
	"slices"
	"strings"
)

// mentions reports whether a title contains one of the words.
func mentions(title string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(title, w) })
}

// headphones draws a pair over the ears, or two earbuds before their case.
func headphones(c *canvas, title string) {
	if mentions(title, "true wireless", "in-ear", "earbud", "in ear") {
		earbuds(c)
		return
	}
	top := c.vary(64, 76)
	c.shadow(332, 118)
	c.line(c.deep, 20, "M98 232C92 %d 148 %d 200 %dS308 %d 302 232", top+70, top, top, top+70)
	c.line(c.main, 12, "M100 226C94 %d 150 %d 200 %dS306 %d 300 226", top+70, top+3, top+3, top+70)
	c.line(c.pale, 4, "M142 %dC176 %d 224 %d 258 %d", top+24, top+1, top+1, top+24)
	for _, side := range []int{-1, 1} {
		x := 200 + side*98
		c.rect(x-7, 176, 14, 62, 6, c.metal)
		inner := x - side*20
		c.rect(inner-17, 208, 34, 108, 17, ink.mix(c.main, 0.35))
		c.rect(x-19, 204, 38, 116, 19, c.main)
		c.rect(x-19+side*4+4, 222, 30, 80, 15, c.deep)
		c.rect(x-3+side*8, 240, 6, 44, 3, c.accent)
	}
}

func earbuds(c *canvas) {
	c.shadow(332, 116)
	c.rect(108, 214, 184, 112, 44, c.main)
	c.path(c.pale, "M108 262V250A36 36 0 0 1 144 214H256A36 36 0 0 1 292 250V262Z")
	c.rect(108, 260, 184, 4, 0, c.deep)
	c.circle(200, 284, 5, c.accent)
	tilt := c.vary(-6, 6)
	for _, side := range []int{-1, 1} {
		x := 200 + side*58
		c.rect(x-11, 132+tilt*side, 22, 84, 11, c.deep)
		c.ellipse(x+side*4, 128+tilt*side, 34, 30, c.main)
		c.ellipse(x-side*28, 134+tilt*side, 12, 17, ink.mix(c.main, 0.3))
		c.circle(x+side*12, 124+tilt*side, 9, c.accent)
	}
}

// shoe draws a running shoe from the side.
func shoe(c *canvas, _ string) {
	heel := c.vary(24, 34)
	c.shadow(318, 150)
	c.mirrored(func() {
		// The upper, from the heel over the tongue to the toe.
		c.path(c.main, "M70 272C62 232 66 184 84 158C96 150 110 166 124 170C142 174 152 160 164 146L186 148C210 188 244 214 288 222C324 228 342 244 344 272Z")
		c.path(c.deep, "M70 272C64 240 66 190 84 158C100 164 112 214 106 272Z")
		c.path(c.pale, "M288 222C324 228 342 244 344 272H276C272 250 276 232 288 222Z")
		c.path(c.pale, "M164 146L176 124C190 122 202 130 204 144L214 182Z")
		stripe := c.vary(0, 2)
		switch stripe {
		case 0:
			c.line(c.accent, 11, "M130 262C160 254 186 236 204 204")
		case 1:
			c.line(c.accent, 8, "M138 264L184 190M164 264L206 200")
		default:
			c.line(c.accent, 9, "M118 236C160 232 206 246 252 262")
		}
		c.line(paper.mix(c.main, 0.12), 6, "M178 172L206 158M194 190L222 176M212 206L240 192")
		c.path(paper, "M62 270H350C358 284 354 300 336 302H%dC72 304 58 292 62 270Z", 60+heel)
		c.path(c.accent.mix(c.deep, 0.35), "M66 292C74 304 84 304 %d 304H336C346 304 352 298 353 292Z", 90)
		c.line(paper.mix(ink, 0.14), 3, "M84 284H200M222 284H328")
	})
}

// jacket draws a hooded rain jacket from the front.
func jacket(c *canvas, _ string) {
	hem := c.vary(314, 326)
	c.shadow(346, 104)
	// Sleeves behind the body.
	c.path(c.deep, "M142 146C106 160 92 214 82 292L118 302L150 216Z")
	c.path(c.deep, "M258 146C294 160 308 214 318 292L282 302L250 216Z")
	c.path(c.accent, "M82 292L118 302L116 314L80 304Z")
	c.path(c.accent, "M318 292L282 302L284 314L320 304Z")
	// Hood, body, yoke.
	c.path(c.deep, "M148 144C146 88 168 64 200 64S254 88 252 144Z")
	c.path(ink.mix(c.main, 0.35), "M170 140C168 104 180 88 200 88S232 104 230 140L200 152Z")
	c.path(c.main, "M140 144C160 134 180 150 200 156C220 150 240 134 260 144L276 %dC240 %d 160 %d 124 %dZ", hem, hem+12, hem+12, hem)
	c.path(c.pale, "M140 144C160 134 180 150 200 156V182L136 190Z")
	c.path(c.pale, "M260 144C240 134 220 150 200 156V182L264 190Z")
	c.line(c.seam, 4, "M200 156V%d", hem+7)
	if c.either() {
		c.rect(195, 188, 10, 16, 4, c.accent)
		c.rect(195, 250, 10, 16, 4, c.accent)
	} else {
		c.circle(212, 200, 5, c.accent)
		c.circle(212, 236, 5, c.accent)
		c.circle(212, 272, 5, c.accent)
	}
	c.path(c.deep, "M144 254L180 248V262L143 269Z")
	c.path(c.deep, "M256 254L220 248V262L257 269Z")
	c.line(c.accent, 4, "M184 144L180 176M216 144L220 176")
}

// watch draws a wristwatch face up, its strap running off above and below.
func watch(c *canvas, title string) {
	radius := c.vary(70, 78)
	strap, dial := c.main, paper
	if c.main.luminance() > 0.72 || c.either() {
		dial = c.main.mix(ink, 0.72)
	}
	if c.main.luminance() < 0.2 {
		dial = paper
	}
	c.shadow(372, 62)
	c.path(strap, "M164 44C164 34 236 34 236 44L246 146H154Z")
	c.path(strap, "M154 250H246L234 358C232 368 168 368 166 358Z")
	c.line(c.seam, 2, "M174 52L167 140M226 52L233 140M167 258L175 350M233 258L225 350")
	c.rect(172, 292, 56, 9, 4, c.deep)
	for _, y := range []int{318, 332, 346} {
		c.circle(200, y, 3, c.seam)
	}
	if mentions(title, "smart") {
		c.rect(132, 128, 136, 144, 36, c.metal.mix(ink, 0.25))
		c.rect(140, 136, 120, 128, 30, ink)
		c.line(c.accent, 9, "M200 164A36 36 0 1 1 166 212")
		c.line(c.pale, 9, "M200 180A20 20 0 1 1 182 208")
		c.rect(268, 186, 9, 26, 4, c.metal)
		return
	}
	c.rect(196+radius, 190, 18, 20, 5, c.metal)
	c.circle(200, 200, radius+10, c.metal.mix(ink, 0.12))
	c.circle(200, 200, radius+4, c.metal.mix(white, 0.35))
	c.circle(200, 200, radius-3, dial)
	mark := dial.mix(ink, 0.65)
	if dial.luminance() < 0.5 {
		mark = paper
	}
	in, out := radius-20, radius-10
	c.line(mark, 5, "M200 %dV%dM200 %dV%dM%d 200H%dM%d 200H%d", 200-out, 200-in, 200+in, 200+out, 200-out, 200-in, 200+in, 200+out)
	c.line(mark, 6, "M200 200L%d %d", 200-c.vary(18, 26), 200-c.vary(12, 22))
	c.line(mark, 4, "M200 200L%d %d", 200+c.vary(20, 34), 200-c.vary(30, 38))
	if c.either() {
		c.circle(200, 230, 11, mark.mix(dial, 0.72))
	}
	c.line(c.accent.mix(colour{204, 58, 58}, 0.5), 2, "M200 214L%d %d", 200+c.vary(-10, 10), 200-in)
	c.circle(200, 200, 5, mark)
}

// sunglasses draws a pair from the front, its temples folded behind.
func sunglasses(c *canvas, title string) {
	lens := ink.mix(c.accent, 0.25)
	if c.main.luminance() < 0.25 {
		lens = colour{108, 122, 126}
	}
	c.shadow(300, 128)
	c.line(c.deep, 9, "M62 176C90 150 120 150 150 158M338 176C310 150 280 150 250 158")
	shape := c.vary(0, 2)
	switch {
	case mentions(title, "round", "panto"):
		shape = 0
	case mentions(title, "aviator"):
		shape = 1
	case mentions(title, "cat-eye", "butterfly"):
		shape = 3
	case mentions(title, "rectangular", "wayfarer", "browline"):
		shape = 2
	}
	glass := func() {
		outer, inner := lensOutline(shape)
		c.path(c.main, "%s", outer)
		c.path(lens, "%s", inner)
		c.path(lens.mix(white, 0.22), "M88 216L128 174H146L96 234Z")
	}
	glass()
	c.flipped(glass)
	c.line(c.main, 11, "M180 190C192 178 208 178 220 190")
	if shape == 1 {
		c.line(c.main, 6, "M172 168H228")
	}
	c.circle(74, 180, 5, c.accent)
	c.circle(326, 180, 5, c.accent)
}

// lensOutline returns the left rim and its lens: round, aviator, square or
// cat-eye.
func lensOutline(shape int) (outer, inner string) {
	switch shape {
	case 0:
		return "M62 208A60 60 0 1 1 182 208A60 60 0 1 1 62 208Z", "M74 208A48 48 0 1 1 170 208A48 48 0 1 1 74 208Z"
	case 1:
		return "M62 168C100 156 156 158 186 172C190 236 164 274 124 272C84 270 60 228 62 168Z",
			"M71 175C104 164 152 167 177 179C179 232 158 264 124 263C92 261 71 224 71 175Z"
	case 3:
		return "M46 152C90 166 150 158 184 176C192 232 164 258 128 258C78 258 66 204 46 152Z",
			"M72 174C104 180 146 174 173 186C177 226 156 246 128 246C92 246 82 212 72 174Z"
	}
	return "M58 164C96 154 152 156 188 168C190 226 172 256 128 258C82 260 60 226 58 164Z",
		"M71 175C104 168 148 169 176 179C176 222 160 245 128 246C94 247 74 222 71 175Z"
}
