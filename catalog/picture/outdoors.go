package picture

// backpack draws a rucksack from the front.
func backpack(c *canvas, _ string) {
	wide, pocket := c.vary(82, 92), c.vary(236, 248)
	c.shadow(344, 108)
	c.line(c.deep, 12, "M172 84C172 44 228 44 228 84")
	for _, side := range []int{-1, 1} {
		x := 200 + side*(wide+8)
		c.rect(x-20, 196, 40, 118, 18, c.deep)
		c.line(c.seam, 3, "M%d 226H%d", x-14, x+14)
	}
	c.path(c.main, "M%d 180C%d 104 150 74 200 74S%d 104 %d 180V308A32 32 0 0 1 %d 340H%dA32 32 0 0 1 %d 308Z",
		200-wide, 200-wide, 200+wide, 200+wide, 168+wide, 232-wide, 200-wide)
	c.path(c.pale, "M%d 184C%d 124 158 96 190 92C164 110 148 140 146 196Z", 212-wide, 212-wide)
	if c.either() { // a lid with a buckle
		c.path(c.deep, "M%d 172C%d 106 152 74 200 74S%d 106 %d 172C250 190 150 190 %d 172Z", 200-wide, 200-wide, 200+wide, 200+wide, 200-wide)
		c.rect(189, 168, 22, 46, 4, c.accent)
		c.rect(185, 190, 30, 18, 4, c.metal)
	} else { // a zip along the top
		c.line(c.seam, 4, "M%d 196C%d 128 158 108 200 108S%d 128 %d 196", 224-wide, 224-wide, 176+wide, 176+wide)
		c.rect(170+wide, 190, 12, 24, 5, c.accent)
	}
	c.rect(228-wide, pocket, 2*wide-56, 78, 18, c.deep)
	c.rect(228-wide, pocket, 2*wide-56, 24, 12, c.seam)
	c.line(c.metal, 3, "M%d %dH%d", 242-wide, pocket+24, 158+wide)
	c.rect(194, pocket+20, 12, 20, 5, c.accent)
	c.rect(184, 130, 32, 22, 5, c.accent)
}

// suitcase draws a trolley case from the front.
func suitcase(c *canvas, _ string) {
	wide, top := c.vary(80, 92), c.vary(120, 132)
	c.shadow(352, wide+24)
	c.line(c.metal.mix(ink, 0.2), 8, "M168 %dV58H232V%d", top, top)
	c.line(ink.mix(steel, 0.2), 13, "M172 56H228")
	for _, x := range []int{200 - wide + 22, 200 + wide - 22} {
		c.rect(x-9, 328, 18, 22, 6, ink.mix(steel, 0.15))
	}
	c.rect(200-wide, top, 2*wide, 338-top, 26, c.main)
	switch c.vary(0, 2) {
	case 0: // upright ribs
		for x := 200 - wide + 24; x < 200+wide-14; x += 24 {
			c.rect(x, top+20, 7, 298-top, 3, c.deep)
		}
	case 1: // ribs across
		for y := top + 40; y < 316; y += 30 {
			c.rect(200-wide+14, y, 2*wide-28, 7, 3, c.deep)
		}
	default: // straps
		c.rect(200-wide+28, top, 20, 338-top, 0, c.accent)
		c.rect(200+wide-48, top, 20, 338-top, 0, c.accent)
		for _, x := range []int{200 - wide + 25, 200 + wide - 51} {
			c.rect(x, 214, 26, 22, 4, c.metal)
		}
	}
	c.path(c.pale, "M%d %dV%dA26 26 0 0 1 %d %dH%dA20 20 0 0 0 %d %dV312Z", 206-wide, 312, top+32, 232-wide, top+6, 240-wide, 216-wide, top+34)
	c.rect(176, top-8, 48, 14, 7, c.deep)
	c.rect(184, top+26, 32, 18, 5, c.accent)
	c.rect(204-wide, 318, 24, 20, 10, c.seam)
	c.rect(172+wide, 318, 24, 20, 10, c.seam)
}

// tent draws a dome, a ridge tent or a bell tent with its door open.
func tent(c *canvas, title string) {
	inside := ink.mix(c.main, 0.4)
	grass := c.ground.mix(colour{124, 156, 104}, 0.5)
	c.ellipse(200, 326, 176, 20, grass)
	shape := c.vary(0, 1)
	switch {
	case mentions(title, "tipi", "bell"):
		shape = 2
	case mentions(title, "dome", "geodesic", "pop-up"):
		shape = 0
	}
	switch shape {
	case 0:
		c.line(c.seam, 3, "M74 240L34 326M326 240L366 326")
		c.path(c.main, "M52 324C58 184 130 102 200 102S342 184 348 324Z")
		c.path(c.pale, "M52 324C58 184 130 102 200 102C150 150 120 230 116 324Z")
		c.path(c.deep, "M348 324C342 184 270 102 200 102C250 150 280 230 284 324Z")
		c.path(inside, "M148 324C150 238 172 180 200 154C228 180 250 238 252 324Z")
		c.path(c.accent, "M148 324C150 238 172 180 200 154C194 214 182 286 168 324Z")
		c.line(c.seam, 4, "M200 102V154")
		c.path(c.accent, "M180 100C186 86 214 86 220 100C214 108 186 108 180 100Z")
	case 1:
		c.line(c.seam, 3, "M200 96L26 326M200 96L374 326")
		c.path(c.deep, "M200 96L344 324H246Z")
		c.path(c.main, "M200 96L56 324H344Z")
		c.path(c.pale, "M200 96L56 324H128Z")
		c.path(c.deep, "M200 96L344 324H272Z")
		c.path(inside, "M200 142L142 324H258Z")
		c.path(c.accent, "M200 142L142 324H164C182 276 196 210 200 142Z")
		c.path(c.accent, "M200 142L258 324H240C222 276 204 210 200 142Z")
		c.line(c.accent, 6, "M200 96V74")
	default:
		c.line(c.seam, 3, "M70 232L30 326M330 232L370 326")
		c.path(c.deep, "M64 236L74 324H326L336 236Z")
		c.path(c.main, "M200 70L344 240C300 256 100 256 56 240Z")
		c.path(c.pale, "M200 70L56 240C80 248 110 251 130 252Z")
		c.path(inside, "M200 176L158 324H242Z")
		c.path(c.accent, "M200 176L158 324H174C190 280 198 230 200 176ZM200 176L242 324H226C210 280 202 230 200 176Z")
		c.circle(200, 70, 7, c.accent)
	}
	c.line(grass.mix(colour{60, 96, 56}, 0.4), 4, "M%d 330L%d 318M%d 332L%d 316", 90, 86, 98, 102)
}

// helmet draws a bicycle helmet from the side.
func helmet(c *canvas, title string) {
	c.shadow(322, 118)
	c.mirrored(func() {
		c.line(ink.mix(steel, 0.2), 6, "M138 228L188 304L252 232M188 304V318")
		c.rect(178, 298, 22, 14, 4, c.metal)
		c.path(c.deep, "M66 222C74 250 110 254 150 246C200 240 270 250 322 238C336 234 344 226 342 212Z")
		c.path(c.main, "M64 222C58 138 118 84 204 84C290 84 346 142 344 214C318 226 262 220 210 222C154 226 96 240 64 222Z")
		if mentions(title, "skate", "urban", "dirt") || c.vary(0, 3) == 0 {
			c.path(c.pale, "M92 176C102 130 148 104 196 102C160 116 132 142 122 180Z")
			for _, x := range []int{168, 212, 256} {
				c.rect(x, 138, 26, 12, 6, c.seam)
			}
			c.line(c.accent, 8, "M72 206C140 216 270 200 338 198")
		} else {
			vent := ink.mix(c.main, 0.3)
			c.path(vent, "M104 174C118 138 148 116 184 108C170 130 150 158 144 184Z")
			c.path(vent, "M166 186C176 152 196 124 226 108C246 112 254 116 262 122C234 138 214 162 206 188Z")
			c.path(vent, "M232 188C240 166 258 148 284 140C296 150 306 162 312 176C290 174 268 178 258 188Z")
			c.path(c.accent, "M70 204C110 218 160 206 206 202C254 198 304 206 340 196L343 210C300 222 256 212 208 216C160 220 106 232 66 218Z")
		}
		if mentions(title, "mountain", "full-face") || c.either() {
			c.path(c.seam, "M322 200C346 204 366 214 376 228C352 230 332 228 314 220Z")
		}
		c.path(c.seam, "M64 222C72 244 92 246 104 240L100 226C88 230 74 230 64 222Z")
	})
}

// yogaMat draws a mat half unrolled, or rolled up and held by a strap.
func yogaMat(c *canvas, _ string) {
	if c.vary(0, 2) == 0 {
		rolledMat(c)
		return
	}
	c.shadow(326, 158)
	c.mirrored(func() {
		c.path(c.main, "M98 222H318L356 314H52Z")
		c.path(c.deep, "M52 314H356V324H52Z")
		switch c.vary(0, 2) {
		case 0:
			c.line(c.accent, 4, "M172 226L150 312M246 226L258 312")
		case 1:
			c.ellipse(206, 276, 58, 24, c.accent)
			c.ellipse(206, 276, 44, 17, c.main)
			c.ellipse(206, 276, 24, 9, c.accent)
		default:
			c.line(c.accent, 3, "M98 240H316M70 298H340")
		}
		// The rest is still rolled up behind.
		c.path(c.deep, "M96 224H318L324 240H88Z")
		c.rect(90, 164, 232, 66, 33, c.deep)
		c.rect(90, 164, 214, 66, 33, c.main)
		c.rect(112, 174, 168, 9, 4, c.pale)
		c.circle(316, 197, 33, c.main)
		c.circle(316, 197, 28, c.deep)
		c.circle(316, 197, 22, c.main)
		c.circle(316, 197, 16, c.deep)
		c.circle(316, 197, 11, c.main)
		c.circle(316, 197, 5, c.seam)
	})
}

func rolledMat(c *canvas) {
	c.shadow(318, 142)
	c.mirrored(func() {
		c.rect(66, 196, 262, 118, 54, c.main)
		c.rect(88, 208, 190, 12, 6, c.pale)
		c.path(c.deep, "M92 290H300C292 306 284 314 270 314H120C106 314 98 306 92 290Z")
		c.ellipse(306, 255, 40, 59, c.deep)
		c.ellipse(306, 255, 33, 50, c.main)
		c.ellipse(306, 255, 26, 40, c.deep)
		c.ellipse(306, 255, 19, 30, c.main)
		c.ellipse(306, 255, 11, 18, c.seam)
		c.line(c.accent, 11, "M132 312C118 290 118 222 132 198M238 312C224 290 224 222 238 198")
		c.line(c.accent, 8, "M130 200C130 %d 236 %d 236 200", c.vary(104, 128), c.vary(104, 128))
	})
}
