package picture

// names maps the colour words of shops to colours. The shades are a little
// softer than those of CSS: large areas of pure blue or red look like a warning.
var names = map[string]colour{
	"black": {38, 40, 44}, "white": {250, 250, 247}, "grey": {146, 150, 155}, "gray": {146, 150, 155},
	"light grey": {199, 203, 207}, "silver grey": {190, 196, 201}, "silver": {192, 198, 204},
	"graphite": {74, 78, 85}, "anthracite": {58, 62, 68}, "charcoal": {64, 67, 73}, "slate": {92, 106, 120},
	"gunmetal": {84, 91, 99}, "smoke": {125, 128, 132}, "stone": {178, 171, 160},

	"navy": {38, 55, 94}, "blue": {56, 103, 173}, "sky blue": {137, 190, 226}, "pale blue": {178, 208, 230},
	"pastel blue": {171, 204, 226}, "dusty blue": {126, 152, 178}, "cobalt blue": {36, 76, 160}, "cobalt": {36, 76, 160},
	"electric blue": {43, 108, 240}, "royal blue": {48, 80, 168}, "denim": {76, 103, 138}, "indigo": {64, 62, 130},
	"petrol": {28, 98, 110}, "teal": {30, 128, 128}, "turquoise": {64, 186, 186}, "aqua": {92, 200, 204},
	"cyan": {70, 184, 208},

	"green": {74, 140, 92}, "sage": {158, 176, 148}, "olive": {116, 118, 70}, "moss": {104, 120, 72},
	"moss green": {96, 118, 70}, "forest green": {46, 92, 66}, "racing green": {24, 72, 54}, "emerald": {24, 124, 92},
	"mint": {172, 222, 202}, "lime": {168, 208, 60}, "khaki": {158, 148, 108}, "camouflage": {108, 112, 78},

	"yellow": {242, 201, 62}, "lemon": {244, 224, 110}, "neon yellow": {221, 240, 52}, "mustard": {212, 160, 48},
	"saffron": {234, 158, 46}, "amber": {222, 148, 58}, "honey": {214, 158, 86}, "gold": {212, 172, 92},
	"champagne": {224, 204, 168}, "brass": {196, 158, 84}, "bronze": {158, 112, 66}, "copper": {196, 116, 78},
	"polished steel": {188, 195, 201}, "stainless steel": {188, 195, 201}, "chrome": {198, 204, 210},
	"titanium": {150, 154, 158},

	"orange": {232, 126, 52}, "coral": {240, 124, 106}, "terracotta": {196, 104, 74}, "rust": {172, 84, 50},
	"red": {204, 58, 58}, "burgundy": {118, 36, 54}, "dark cherry": {104, 48, 44}, "cherry": {148, 44, 56},

	"pink": {232, 138, 164}, "dusty pink": {216, 164, 168}, "blush pink": {236, 190, 188}, "blush": {236, 190, 188},
	"pastel pink": {244, 196, 208}, "neon pink": {252, 76, 150}, "rose": {226, 140, 150}, "rose gold": {218, 164, 146},
	"magenta": {196, 54, 132}, "purple": {122, 76, 150}, "violet": {132, 94, 170}, "lavender": {184, 172, 214},
	"lilac": {196, 172, 208}, "aubergine": {84, 48, 84}, "plum": {110, 58, 96},

	"brown": {118, 80, 56}, "walnut brown": {104, 70, 48}, "walnut": {110, 74, 50}, "rustic brown": {134, 96, 66},
	"chestnut": {134, 78, 50}, "chocolate": {84, 56, 44}, "cognac": {168, 98, 52}, "tan": {196, 148, 100},
	"camel": {194, 154, 107}, "tortoiseshell": {122, 74, 40}, "natural": {212, 182, 142}, "natural oak": {208, 170, 122},
	"natural beech": {218, 184, 142}, "natural birch": {226, 202, 164}, "natural acacia": {176, 122, 78},
	"natural teak": {178, 128, 78}, "natural rattan": {204, 168, 118}, "natural cork": {202, 162, 116},
	"oak": {208, 170, 122}, "wood": {190, 148, 104},

	"cream": {244, 234, 212}, "ivory": {246, 240, 224}, "off-white": {244, 240, 230}, "oat": {226, 214, 192},
	"sand": {218, 200, 168}, "beige": {220, 204, 178}, "clear": {170, 204, 216}, "transparent": {170, 204, 216},
	"multicolour": {230, 120, 100}, "multicolor": {230, 120, 100}, "rainbow": {230, 120, 100},
}
