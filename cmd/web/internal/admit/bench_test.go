package admit

import (
	"strconv"
	"testing"
	"time"
)

// What it costs a process that is alone to pace a page.
func BenchmarkTake(b *testing.B) {
	visitors, networks := NewPaces(1e6, 1e9), NewPaces(1e6, 1e9)
	now := time.Now()
	var who []string
	for i := range 1000 {
		who = append(who, strconv.Itoa(i))
	}
	for i := 0; b.Loop(); i++ {
		Take(1, now, Asker{networks, who[i%100]}, Asker{visitors, who[i%1000]})
	}
}
