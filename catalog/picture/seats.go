package picture

// officeChair draws a swivel chair from the front, a little from above.
func officeChair(c *canvas, _ string) {
	back, headrest, arms := c.vary(72, 84), c.either(), c.either()
	frame := ink.mix(steel, 0.25)
	c.shadow(346, 104)
	c.line(frame, 11, "M200 312L116 332M200 312L284 332M200 312L162 342M200 312L238 342")
	for _, x := range []int{116, 162, 238, 284} {
		y := 338
		if x > 120 && x < 280 {
			y = 346
		}
		c.circle(x, y, 9, frame.mix(ink, 0.5))
	}
	c.rect(191, 262, 18, 54, 4, steel)
	c.rect(184, 284, 32, 30, 6, frame)
	c.rect(190, 196, 20, 40, 0, frame)
	if headrest {
		c.rect(194, back-18, 12, 26, 0, frame)
		c.rect(158, back-44, 84, 34, 15, c.main)
		c.rect(158, back-44, 84, 12, 6, c.pale)
	}
	c.path(c.main, "M136 %dC136 %d 264 %d 264 %dL256 202C254 222 146 222 144 202Z", back+14, back-12, back-12, back+14)
	c.path(c.pale, "M148 %dC150 %d 194 %d 206 %dC178 %d 164 %d 162 150Z", back+16, back+2, back-2, back+2, back+20, back+30)
	switch c.vary(0, 2) {
	case 0:
		c.line(c.deep, 3, "M146 150H254M148 174H252")
	case 1:
		c.line(c.accent, 5, "M166 %dL172 206M234 %dL228 206", back+8, back+8)
	default:
		c.rect(154, 168, 92, 26, 12, c.deep)
	}
	if arms {
		c.line(frame, 9, "M132 248H112V204M268 248H288V204")
		c.rect(92, 192, 44, 14, 7, c.deep)
		c.rect(264, 192, 44, 14, 7, c.deep)
	}
	c.path(c.main, "M128 242C128 222 272 222 272 242L280 258C282 276 118 276 120 258Z")
	c.path(c.deep, "M120 256C160 268 240 268 280 256C284 278 116 278 120 256Z")
	c.line(c.accent, 4, "M128 252C164 264 236 264 272 252")
}

// gardenChair draws a slatted armchair from the front.
func gardenChair(c *canvas, title string) {
	slats := c.vary(5, 7)
	c.shadow(340, 124)
	if mentions(title, "hanging") {
		hangingChair(c)
		return
	}
	c.line(c.deep, 14, "M128 236L112 334M272 236L288 334")
	c.rect(126, 250, 148, 12, 4, c.deep)
	// The back: slats side by side under a curve, or rungs across.
	if c.either() {
		width := 148 / slats
		for i := range slats {
			x := 200 - slats*width/2 + i*width
			mid := 2*i - (slats - 1)
			top := 74 + mid*mid*26/(slats*slats)*2
			fill := c.main
			if i%2 == 1 {
				fill = c.main.mix(c.pale, 0.5)
			}
			c.rect(x+2, top, width-4, 176-top+60, 8, fill)
		}
	} else {
		c.line(c.deep, 13, "M132 240L126 84M268 240L274 84")
		for i := range slats - 1 {
			c.rect(120, 78+i*27, 160, 17, 8, c.main)
		}
	}
	c.path(c.accent, "M126 216C160 206 240 206 274 216L284 244H116Z")
	c.path(c.accent.mix(ink, 0.12), "M116 242H284V252C284 260 116 260 116 252Z")
	for _, side := range []int{-1, 1} {
		x := 200 + side*102
		c.rect(x-6, 180, 12, 154, 4, c.deep)
		c.rect(x-24, 168, 48, 15, 7, c.main)
	}
}

func hangingChair(c *canvas) {
	c.line(steel, 5, "M200 30V76")
	c.path(c.deep, "M200 70C128 70 92 150 96 216C100 288 148 326 200 326S300 288 304 216C308 150 272 70 200 70Z")
	c.path(ink.mix(c.main, 0.45), "M200 100C152 100 124 156 126 208C130 250 160 262 200 262S270 250 274 208C276 156 248 100 200 100Z")
	c.line(c.main, 5, "M150 122C130 160 130 210 150 250M250 122C270 160 270 210 250 250M200 100V250M128 180H272")
	c.path(c.main, "M100 236C140 258 260 258 300 236C292 298 246 326 200 326S108 298 100 236Z")
	c.line(c.pale, 4, "M112 262C160 284 240 284 288 262M130 290C170 304 230 304 270 290")
	c.ellipse(200, 240, 66, 20, c.accent)
}
