package views_test

import (
	"context"
	"io"
	"testing"

	"shopclerk/words"
)

// BenchmarkTurnPage renders the page of a conversation with questions, facets and a
// page of products, in each language.
func BenchmarkTurnPage(b *testing.B) {
	for _, s := range stories() {
		if s.Name != "turn-later" {
			continue
		}
		for _, l := range words.Languages() {
			b.Run(l.Code(), func(b *testing.B) {
				ctx := words.With(context.Background(), l)
				b.ReportAllocs()
				for b.Loop() {
					if err := s.Page.Render(ctx, io.Discard); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
