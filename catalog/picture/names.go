package picture

import (
	_ "embed"
	"strings"
)

//go:embed colours.tsv
var colourTable string

// names maps the colour words of shops to colours, foreign common words of other
// languages to them.
var names, foreign = readColours()

func readColours() (names map[string]colour, foreign map[string]string) {
	names, foreign = map[string]colour{}, map[string]string{}
	for line := range strings.Lines(colourTable) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		shade, ok := hexadecimal(row[1])
		if !ok {
			panic("colours.tsv: " + row[0] + " has no shade") // embedded: a test reads it
		}
		names[row[0]] = shade
		for _, word := range row[2:] {
			foreign[word] = row[0]
		}
	}
	return names, foreign
}
