package views

// tileSize is how many cells of the grid a tile takes: one, where it is empty.
type tileSize string

const (
	tileWide tileSize = "tile-wide" // two side by side
	tileLead tileSize = "tile-lead" // two by two; on a phone two side by side
)

// fewTiles is below how many tiles there is one row of them, alike.
const fewTiles = 5

// tileSizes makes so many tiles fill a grid of 6, of 3 and of 2 columns to its last
// cell: the first are larger, so that the cells taken are a multiple of 6. A lead takes four, a wide one two, each other one.
func tileSizes(n int) []tileSize {
	out := make([]tileSize, n)
	if n < fewTiles {
		return out
	}
	missing := (6 - n%6) % 6
	lead, wide := missing/3, missing%3
	if missing == 0 {
		lead = 2
	}
	for i := range lead + wide {
		out[i] = tileWide
		if i < lead {
			out[i] = tileLead
		}
	}
	return out
}
