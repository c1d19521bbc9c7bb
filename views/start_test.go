package views

import "testing"

// However many tiles there are, they fill the grid to its last cell in each of its
// widths, laid as a browser lays them: each at the first place where it has room.
func TestTilesFillTheGrid(t *testing.T) {
	for n := fewTiles; n <= 40; n++ {
		for _, columns := range []int{2, 3, 6} {
			taken, cells, rows := map[[2]int]bool{}, 0, 0
			for i := range n {
				wide, high, class := 1, 1, tileClass(i, n)
				if class != "" {
					wide = 2
				}
				if class == "tile-lead" && columns > 2 {
					high = 2
				}
				for at := 0; ; at++ {
					x, y := at%columns, at/columns
					if room(taken, x, y, wide, high, columns) {
						for i := range wide * high {
							taken[[2]int{x + i%wide, y + i/wide}] = true
						}
						rows = max(rows, y+high)
						break
					}
				}
				cells += wide * high
			}
			if cells != rows*columns {
				t.Errorf("%d tiles leave %d of %d cells empty in %d columns", n, rows*columns-cells, rows*columns, columns)
			}
		}
	}
}

func room(taken map[[2]int]bool, x, y, wide, high, columns int) bool {
	if x+wide > columns {
		return false
	}
	for i := range wide * high {
		if taken[[2]int{x + i%wide, y + i/wide}] {
			return false
		}
	}
	return true
}
