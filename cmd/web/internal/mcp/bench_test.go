package mcp_test

import (
	"flag"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"shopclerk/cmd/web/internal/mcp"
)

var benchData = flag.String("bench-data", "", "data directory that BenchmarkSearch searches, in place of the demonstration shop")

// BenchmarkSearch searches through the protocol, in memory: what a call costs with all
// its JSON. "asked" is the first call, with questions; "answered" is the one after it.
func BenchmarkSearch(b *testing.B) {
	shop, in := theShop(b), unclear
	if *benchData != "" {
		s, err := staff(b.Context(), *benchData)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() {
			if err := s.shop.Close(); err != nil {
				b.Error(err)
			}
		})
		shop, in = s, search(s.shop.Catalogue.Categories()[0].Name)
	}
	session := (&client{version: stateless}).inMemory(b, newServer(b, shop.config("a")))
	out, _ := call[mcp.SearchOutput](b, session, "search_catalog", in)
	if out.Clarification == nil {
		b.Fatal("nothing is asked")
	}
	q := out.Clarification
	b.Logf("searching %d products; a state has %d characters", shop.shop.Catalogue.Size(), len(q.RequestState))
	for name, arguments := range map[string]mcp.SearchInput{
		"asked": in, "answered": answers(in, q, map[string][]string{q.Questions[0].ID: {q.Questions[0].Options[0].Value}}),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				res, err := session.CallTool(b.Context(), &sdk.CallToolParams{Name: "search_catalog", Arguments: arguments})
				if err != nil || res.IsError {
					b.Fatal(res, err)
				}
			}
		})
	}
}
