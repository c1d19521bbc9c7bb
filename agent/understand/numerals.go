package understand

// numeralWords are the values of the English number words. "A hundred" is read
// by the scale word alone.
var numeralWords = map[string]float64{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
	"eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60,
	"seventy": 70, "eighty": 80, "ninety": 90,
}

// scaleWords multiply the numeral before them.
var scaleWords = map[string]float64{"hundred": 100, "thousand": 1000, "grand": 1000}

// numeral reads number words at token i: "fifty", "twenty-five", "a hundred",
// "two hundred", "five thousand". It returns i when there are none.
func numeral(toks []token, i int) (value float64, next int) {
	j := i
	if j < len(toks) && toks[j].form == "a" {
		j++
	}
	if j >= len(toks) {
		return 0, i
	}
	v, ok := numeralWords[toks[j].form]
	if ok && j > i { // "a fifty" is no number
		return 0, i
	}
	if ok {
		j++
		if v >= 20 {
			k := j
			if k < len(toks) && toks[k].form == "-" {
				k++
			}
			if k < len(toks) {
				if small, ok := numeralWords[toks[k].form]; ok && small < 10 {
					v, j = v+small, k+1
				}
			}
		}
	} else {
		v = 1
	}
	if j < len(toks) {
		if scale, isScale := scaleWords[toks[j].form]; isScale {
			return v * scale, j + 1
		}
	}
	if !ok {
		return 0, i
	}
	return v, j
}
