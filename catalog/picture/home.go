package picture

// lamp draws a table lamp: one of three shades on one of three feet.
func lamp(c *canvas, _ string) {
	top, wide := c.vary(76, 92), c.vary(78, 96)
	glow := colour{255, 226, 150}
	c.path(c.disc.mix(glow, 0.2), "M%d 196L92 332C130 346 270 346 308 332L%d 196Z", 200-wide+10, 200+wide-10)
	c.ellipse(200, 333, 108, 11, c.disc.mix(glow, 0.5))
	c.shadow(334, 62)
	switch c.vary(0, 2) {
	case 0: // a slim column on a disc
		c.rect(194, 190, 12, 132, 0, c.trim.mix(ink, 0.12))
		c.rect(146, 318, 108, 14, 7, c.trim.mix(ink, 0.2))
	case 1: // a turned vase
		c.path(c.trim, "M186 196H214C212 220 246 236 246 274C246 304 226 318 222 332H178C174 318 154 304 154 274C154 236 188 220 186 196Z")
		c.path(c.trim.mix(ink, 0.1), "M214 196C212 220 246 236 246 274C246 304 226 318 222 332H206C222 306 226 250 202 196Z")
		c.line(c.trim.mix(ink, 0.25), 3, "M160 252H240")
	default: // three legs
		c.line(c.trim.mix(ink, 0.15), 10, "M200 196L158 328M200 196V330M200 196L242 328")
	}
	switch c.vary(0, 2) {
	case 0: // a cone
		c.path(c.main, "M%d %dH%dL%d 204H%dZ", 200-wide*5/9, top, 200+wide*5/9, 200+wide, 200-wide)
		c.path(c.pale, "M%d %dH%dL%d 204H%dZ", 200-wide*5/9, top, 200-wide*2/9, 200-wide/2, 200-wide)
		c.rect(200-wide, 198, 2*wide, 7, 3, c.deep)
	case 1: // a dome
		c.path(c.main, "M%d 204C%d %d %d %d 200 %dS%d %d %d 204Z", 200-wide, 200-wide, top+40, 200-wide/2, top, top, 200+wide, top+40, 200+wide)
		c.path(c.pale, "M%d 196C%d %d %d %d 186 %dC%d %d %d %d %d 196Z", 214-wide, 214-wide, top+50, 206-wide/2, top+14, top+10, 180-wide/4, top+40, 210-wide/2, top+70, 208-wide/2)
		c.rect(200-wide, 198, 2*wide, 8, 4, c.deep)
	default: // a drum
		c.rect(200-wide, top+22, 2*wide, 182-top, 8, c.main)
		c.rect(200-wide, top+22, wide/2, 182-top, 8, c.pale)
		c.rect(200-wide, top+22, 2*wide, 7, 3, c.deep)
		c.rect(200-wide, 197, 2*wide, 7, 3, c.deep)
	}
}

// bed draws a bed from its foot: headboard, pillows, a duvet with its edge
// turned back.
func bed(c *canvas, _ string) {
	board := wood
	if c.either() {
		board = colour{168, 158, 150}
	}
	fold := c.vary(218, 230)
	c.shadow(338, 152)
	c.rect(70, 112, 260, 150, 22, board)
	c.rect(84, 126, 232, 120, 14, board.mix(white, 0.14))
	c.rect(66, 290, 20, 44, 5, board.mix(ink, 0.2))
	c.rect(314, 290, 20, 44, 5, board.mix(ink, 0.2))
	c.rect(60, 214, 280, 96, 18, paper)
	for _, x := range []int{96, 208} {
		c.rect(x, 170, 96, 60, 24, c.accent)
		c.path(c.accent.mix(white, 0.35), "M%d 190C%d 176 %d 176 %d 186C%d 194 %d 196 %d 206Z", x+10, x+26, x+64, x+84, x+60, x+30, x+12)
	}
	c.path(c.main, "M52 %dC100 %d 300 %d 348 %dL356 306C356 320 44 320 44 306Z", fold+6, fold-8, fold-8, fold+6)
	c.path(c.pale, "M52 %dC100 %d 300 %d 348 %dL350 %dC300 %d 100 %d 50 %dZ", fold+6, fold-8, fold-8, fold+6, fold+30, fold+16, fold+16, fold+30)
	switch c.vary(0, 2) {
	case 0:
		c.line(c.deep, 3, "M120 262C118 280 116 294 114 312M280 262C282 280 284 294 286 312M200 258V314")
	case 1:
		for x := 92; x <= 308; x += 36 {
			c.circle(x, 282, 6, c.accent)
		}
	default:
		c.line(c.accent, 4, "M48 278C140 268 260 268 352 278M46 294C140 286 260 286 354 294")
	}
}

// coffeeMaker draws a French press, a moka pot or a machine, as the title says.
func coffeeMaker(c *canvas, title string) {
	switch {
	case mentions(title, "moka"):
		mokaPot(c)
	case mentions(title, "french press", "pour-over", "cold brew", "travel press"):
		frenchPress(c)
	case mentions(title, "espresso", "bean-to-cup", "pod machine"):
		espressoMachine(c)
	default:
		filterMachine(c)
	}
}

var coffee = colour{78, 50, 38}

func filterMachine(c *canvas) {
	c.shadow(336, 116)
	c.mirrored(func() {
		c.rect(104, 88, 74, 240, 18, c.deep)
		c.path(c.main, "M104 104A18 18 0 0 1 122 86H282A18 18 0 0 1 300 104V152A14 14 0 0 1 286 166H104Z")
		c.rect(96, 306, 208, 26, 13, c.main)
		c.rect(118, 98, 150, 10, 5, c.pale)
		c.path(c.trim, "M204 166H276L262 194H218Z")
		c.path(colour{222, 232, 236}, "M204 208H276C290 236 294 270 278 304H202C186 270 190 236 204 208Z")
		level := c.vary(240, 262)
		c.path(coffee, "M%d %dH%dC292 276 286 292 278 304H202C194 292 188 276 %d %dZ", 193, level, 287, 193, level)
		c.line(c.trim, 10, "M282 222C312 222 312 280 286 284")
		c.circle(140, 270, 12, c.accent)
		c.circle(140, 236, 5, c.pale)
	})
}

func espressoMachine(c *canvas) {
	c.shadow(336, 128)
	c.mirrored(func() {
		c.rect(96, 94, 208, 84, 18, c.main)
		c.rect(112, 78, 110, 18, 6, c.metal)
		c.rect(104, 170, 78, 150, 0, c.deep)
		c.rect(88, 304, 224, 28, 10, c.main)
		c.rect(184, 300, 116, 8, 3, c.metal)
		c.circle(134, 134, 19, paper)
		c.line(ink, 3, "M134 134L%d 124", c.vary(124, 146))
		c.circle(196, 134, 8, c.accent)
		c.circle(222, 134, 8, c.accent)
		c.rect(216, 178, 56, 18, 4, c.metal.mix(ink, 0.2))
		c.path(c.metal.mix(ink, 0.35), "M222 196H266L258 216H230Z")
		c.rect(262, 182, 64, 12, 6, c.accent.mix(ink, 0.3))
		c.line(coffee, 4, "M238 218V252M250 218V252")
		c.path(paper, "M218 252H270L264 292C262 300 226 300 224 292Z")
		c.line(paper, 7, "M268 262C288 262 286 284 266 282")
	})
}

func frenchPress(c *canvas) {
	c.shadow(338, 78)
	level := c.vary(178, 214)
	c.mirrored(func() {
		c.line(c.trim, 13, "M262 166C316 160 316 280 262 276")
		c.rect(138, 142, 124, 186, 14, colour{222, 232, 236})
		c.path(coffee, "M138 %dH262V314A14 14 0 0 1 248 328H152A14 14 0 0 1 138 314Z", level)
		c.line(c.metal, 5, "M200 66V%d", level-6)
		c.rect(144, level-10, 112, 10, 5, c.metal.mix(ink, 0.2))
		c.rect(130, 156, 140, 14, 4, c.main)
		c.rect(130, 290, 140, 14, 4, c.main)
		c.rect(130, 318, 140, 16, 8, c.main)
		c.path(c.main, "M132 144C140 116 260 116 268 144Z")
		c.path(c.pale, "M150 138C158 124 192 122 206 122C180 128 168 134 162 140Z")
		c.circle(200, 66, 13, c.accent)
		c.line(white, 6, "M156 184V276")
	})
}

func mokaPot(c *canvas) {
	c.shadow(338, 84)
	c.mirrored(func() {
		c.path(c.main, "M146 246H254L268 332H132Z")
		c.path(c.deep, "M220 246H254L268 332H226Z")
		c.path(c.pale, "M146 246H172L164 332H132Z")
		c.rect(140, 230, 120, 18, 6, c.metal)
		c.path(c.main, "M142 230L128 118L112 104L136 98H264L256 230Z")
		c.path(c.deep, "M222 98H264L256 230H220Z")
		c.path(c.pale, "M136 98H168L170 230H142L128 118Z")
		c.path(c.deep, "M132 98C150 78 250 78 266 98Z")
		c.circle(200, 72, 12, c.accent.mix(ink, 0.3))
		c.line(c.accent.mix(ink, 0.3), 15, "M264 116H308L298 206")
		c.circle(160, 284, 6, c.metal)
	})
}

// cookware draws a pot with its lid before a pan.
func cookware(c *canvas, _ string) {
	handle := c.trim.mix(ink, 0.12)
	c.shadow(330, 150)
	c.mirrored(func() {
		// The pan leans behind the pot, its handle up.
		c.line(handle, 15, "M276 190L%d %d", c.vary(346, 356), c.vary(92, 112))
		c.circle(240, 236, 88, c.deep)
		c.circle(240, 236, 74, c.seam)
		c.circle(240, 236, 62, c.seam.mix(c.main, 0.3))
		// The pot with its lid.
		c.path(c.main, "M70 222H254V296A32 32 0 0 1 222 328H102A32 32 0 0 1 70 296Z")
		c.path(c.pale, "M84 236H106V298C106 312 98 314 92 306C86 300 84 296 84 288Z")
		c.path(c.deep, "M220 222H254V296A32 32 0 0 1 222 328H206C222 310 222 264 220 222Z")
		c.line(handle, 12, "M70 246H48V268H70M254 246H276V268H254")
		c.path(c.main, "M76 214C84 172 240 172 248 214Z")
		c.path(c.pale, "M98 206C110 186 154 180 174 182C144 188 120 196 114 208Z")
		c.rect(62, 212, 200, 13, 6, c.metal)
		c.rect(146, 160, 32, 18, 8, handle)
	})
}

// bottle draws a drinking bottle with a screw cap, a loop or a straw.
func bottle(c *canvas, title string) {
	wide := c.vary(50, 60)
	c.shadow(352, wide+18)
	lid := c.vary(0, 2)
	if mentions(title, "straw") {
		lid = 2
	}
	switch lid {
	case 0:
		c.rect(164, 58, 72, 54, 10, c.accent.mix(ink, 0.12))
		c.line(c.accent.mix(ink, 0.28), 3, "M180 66V104M200 66V104M220 66V104")
	case 1:
		c.line(c.accent.mix(ink, 0.18), 12, "M170 98C150 44 250 44 230 98")
		c.rect(162, 82, 76, 32, 10, c.accent.mix(ink, 0.12))
	default:
		c.line(c.accent, 13, "M200 90V64L238 52")
		c.rect(162, 80, 76, 34, 12, c.accent.mix(ink, 0.12))
	}
	c.rect(172, 108, 56, 20, 0, c.metal)
	c.path(c.main, "M176 122H224C226 150 %d 152 %d 186V324A24 24 0 0 1 %d 348H%dA24 24 0 0 1 %d 324V186C%d 152 174 150 176 122Z",
		200+wide, 200+wide, 176+wide, 224-wide, 200-wide, 200-wide)
	c.path(c.deep, "M212 122H224C226 150 %d 152 %d 186V324A24 24 0 0 1 %d 348H%dC%d 300 %d 200 212 122Z",
		200+wide, 200+wide, 176+wide, 168+wide, 184+wide, 190+wide)
	c.line(c.pale, 9, "M%d 196V300", 216-wide)
	switch c.vary(0, 2) {
	case 0:
		c.rect(200-wide, 230, 2*wide, 12, 0, c.accent)
		c.rect(200-wide, 250, 2*wide, 5, 0, c.accent)
	case 1:
		c.path(c.accent, "M176 276L196 244L206 260L212 252L228 276Z")
	default:
		c.rect(200-wide, 296, 2*wide, 20, 0, c.seam)
	}
}

// desk draws a writing desk with drawers and what stands on it.
func desk(c *canvas, _ string) {
	left, right := c.vary(50, 62), c.vary(338, 350)
	leg := c.trim.mix(ink, 0.2)
	c.shadow(336, 156)
	c.mirrored(func() {
		c.line(leg, 11, "M%d 206L%d 330", left+26, left+14)
		c.line(leg, 11, "M%d 206L%d 330", right-26, right-14)
		c.rect(right-112, 206, 92, 82, 4, c.deep)
		for _, y := range []int{214, 252} {
			c.rect(right-105, y, 78, 30, 3, c.main)
			c.rect(right-78, y+13, 24, 5, 2, c.accent.mix(ink, 0.25))
		}
		c.rect(left, 192, right-left, 18, 5, c.main)
		c.rect(left, 192, right-left, 6, 3, c.pale)
		c.rect(130, 118, 104, 66, 6, ink.mix(steel, 0.2))
		c.rect(136, 124, 92, 54, 3, colour{196, 214, 226})
		c.path(steel, "M116 192L128 184H236L248 192Z")
		if c.either() {
			c.path(colour{202, 120, 84}, "M276 162H308L303 192H281Z")
			c.path(colour{96, 144, 98}, "M292 164C270 158 266 134 272 124C286 132 292 146 292 164C294 142 304 128 318 124C320 142 312 160 292 164Z")
		} else {
			c.rect(272, 152, 12, 40, 2, colour{204, 120, 96})
			c.rect(286, 144, 12, 48, 2, colour{120, 148, 168})
			c.rect(300, 156, 12, 36, 2, colour{224, 186, 110})
		}
	})
}

// dogBed draws a round bed with a cushion, now and then with its owner.
func dogBed(c *canvas, _ string) {
	c.shadow(328, 152)
	c.path(c.deep, "M56 252C56 196 122 174 200 174S344 196 344 252C344 300 280 322 200 322S56 300 56 252Z")
	c.ellipse(200, 236, 118, 44, c.seam)
	c.ellipse(200, 246, 116, 40, c.accent)
	if c.either() {
		fur := colour{186, 140, 96}
		c.path(fur, "M116 240C116 196 160 178 206 182C256 184 288 206 284 240C280 266 240 270 200 270S118 266 116 240Z")
		c.circle(156, 222, 34, fur.mix(white, 0.16))
		c.path(fur.mix(ink, 0.3), "M178 196C194 200 196 230 184 242C176 228 172 210 178 196Z")
		c.ellipse(138, 238, 18, 12, fur.mix(white, 0.42))
		c.circle(127, 234, 5, ink)
		c.line(ink, 3, "M146 218C150 222 156 222 159 218")
		c.line(fur.mix(ink, 0.12), 14, "M268 218C284 226 282 250 258 256")
	} else {
		print := c.accent.mix(c.seam, 0.35)
		c.ellipse(200, 254, 17, 12, print)
		for _, toe := range [][2]int{{176, 240}, {191, 232}, {209, 232}, {224, 240}} {
			c.ellipse(toe[0], toe[1], 7, 6, print)
		}
	}
	c.path(c.main, "M56 252C62 284 124 292 200 292S338 284 344 252C350 304 290 326 200 326S50 304 56 252Z")
	c.line(c.pale, 4, "M82 292C140 312 260 312 318 292")
}

// softToy draws a bear, a rabbit or a fox sitting.
func softToy(c *canvas, _ string) {
	belly := c.main.mix(white, 0.5)
	if c.main.luminance() > 0.75 {
		belly = c.main.mix(wood, 0.22)
	}
	animal := c.vary(0, 2)
	c.shadow(344, 104)
	switch animal {
	case 0: // round ears
		for _, x := range []int{144, 256} {
			c.circle(x, 96, 31, c.main)
			c.circle(x, 98, 17, belly)
		}
	case 1: // long ears
		for _, x := range []int{162, 238} {
			c.ellipse(x, 78, 23, 56, c.main)
			c.ellipse(x, 84, 11, 40, belly)
		}
	default: // pointed ears
		c.path(c.main, "M130 132L132 60L188 96ZM270 132L268 60L212 96Z")
		c.path(belly, "M142 116L143 80L170 98ZM258 116L257 80L230 98Z")
	}
	c.ellipse(126, 250, 26, 42, c.deep)
	c.ellipse(274, 250, 26, 42, c.deep)
	c.ellipse(200, 266, 78, 72, c.main)
	c.ellipse(200, 276, 48, 48, belly)
	for _, x := range []int{140, 260} {
		c.ellipse(x, 318, 38, 28, c.main)
		c.ellipse(x, 320, 20, 15, belly)
	}
	c.ellipse(200, 152, 84, 72, c.main)
	c.ellipse(200, 180, 36, 27, belly)
	face := colour{52, 44, 44}
	if c.main.luminance() < 0.2 {
		c.circle(170, 146, 12, belly)
		c.circle(230, 146, 12, belly)
	}
	c.circle(170, 146, 8, face)
	c.circle(230, 146, 8, face)
	c.circle(173, 143, 3, white)
	c.circle(233, 143, 3, white)
	c.ellipse(200, 170, 11, 8, face)
	c.line(face, 3, "M200 178V188M188 192C194 198 206 198 212 192")
	c.circle(146, 172, 11, c.main.mix(colour{240, 130, 130}, 0.4))
	c.circle(254, 172, 11, c.main.mix(colour{240, 130, 130}, 0.4))
	ribbon := c.accent.mix(colour{204, 78, 78}, 0.45)
	if c.either() { // a bow
		c.path(ribbon, "M200 220L164 204V238ZM200 220L236 204V238Z")
		c.circle(200, 221, 9, ribbon.mix(ink, 0.2))
	} else { // a scarf
		c.path(ribbon, "M134 208C160 228 240 228 266 208L268 224C240 244 160 244 132 224Z")
		c.path(ribbon.mix(ink, 0.14), "M222 226L250 222L256 272L230 276Z")
	}
}
