package main

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"shopclerk/agent/durable/durabletest"
	"shopclerk/cmd/internal/live"
	"shopclerk/cmd/internal/seal"
	"shopclerk/cmd/web/internal/api"
)

// threeProcesses are servers of one shop over one database, each of which gets every third
// request: files are shared by none of them.
func threeProcesses(t *testing.T, c config) *inTurn {
	t.Helper()
	s, err := openDemo()
	if err != nil {
		t.Fatal(err)
	}
	all, database := &inTurn{}, durabletest.Cluster(t).Database(t)
	c.Name, c.APISecret = "Shopclerk", strings.Repeat("ab", seal.SecretLength)
	for range 3 {
		kept, err := openFiles(t.Context(), t.TempDir(), database)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := kept.close(); err != nil {
				t.Error(err)
			}
		})
		process, err := newServer(c, live.Fixed(s.clerk.Clone(), s.shop.Catalogue), kept)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(process.work(t.Context()))
		all.hosts = append(all.hosts, strings.TrimPrefix(serving(t, process.handler()).URL, "http://"))
	}
	return all
}

// filled fills a form in: with what is known, the first choice, or yes.
func filled(t *testing.T, form *sdk.ElicitParams) map[string]any {
	var s jsonschema.Schema
	text, err := json.Marshal(form.RequestedSchema)
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	if err != nil {
		t.Error(err)
	}
	known, out := map[string]string{"name": "Ann Lee", "street": "Main Street 5", "zip": "12345", "city": "Springfield"}, map[string]any{}
	for id, f := range s.Properties {
		switch {
		case f.Type == "boolean":
			out[id] = true
		case f.Type == "array":
			out[id] = []any{*f.Items.AnyOf[0].Const}
		case len(f.OneOf) > 0:
			out[id] = *f.OneOf[0].Const
		case len(f.Enum) > 0:
			out[id] = f.Enum[0]
		case known[id] != "":
			out[id] = known[id]
		}
	}
	return out
}

// An agent from before 2026-07-28 searches and orders by forms, each of which is answered at
// another process than the one that asks.
func TestOlderAgentAtThreeProcesses(t *testing.T) {
	key, known, err := api.NewKey("agent")
	if err != nil {
		t.Fatal(err)
	}
	all := threeProcesses(t, config{MCP: true, APIKeys: []string{known.String()}, APIRate: 1000})
	for _, version := range []string{"2025-06-18", "2025-11-25"} {
		t.Run(version, func(t *testing.T) {
			forms := 0
			client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, &sdk.ClientOptions{
				ElicitationHandler: func(_ context.Context, r *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
					forms++
					return &sdk.ElicitResult{Action: "accept", Content: filled(t, r.Params)}, nil
				},
			})
			session, err := client.Connect(t.Context(), &sdk.StreamableClientTransport{
				Endpoint: "http://" + all.hosts[0] + mcpPath, HTTPClient: &http.Client{Transport: &bearer{key, all}}, MaxRetries: -1,
			}, &sdk.ClientSessionOptions{ProtocolVersion: version})
			if err != nil {
				t.Fatal(err)
			}
			defer session.Close()
			call := func(tool string, arguments map[string]any) (out struct {
				Status   string
				Text     string
				Products []struct{ ID string }
				Order    struct{ ID string }
			}) {
				t.Helper()
				res, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
				if err != nil || res.IsError {
					t.Fatalf("%s: %+v, %v", tool, res, err)
				}
				text, err := json.Marshal(res.StructuredContent)
				if err == nil {
					err = json.Unmarshal(text, &out)
				}
				if err != nil {
					t.Fatal(err)
				}
				return out
			}
			found := call("search_catalog", map[string]any{"catalog": map[string]any{"query": "a backpack"}})
			if forms != 1 || len(found.Products) == 0 {
				t.Fatalf("after %d forms there are %d products", forms, len(found.Products))
			}
			call("add_to_basket", map[string]any{"product": found.Products[0].ID})
			if placed := call("place_order", map[string]any{}); placed.Status != "done" || placed.Order.ID == "" || forms < 2 {
				t.Errorf("after %d forms it is %+v", forms, placed)
			}
		})
	}
}
