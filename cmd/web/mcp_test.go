package main

import (
	"context"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"shopclerk/cmd/internal/seal"
	"shopclerk/cmd/web/internal/api"
)

// bearer sends a key with every request.
type bearer struct {
	key  string
	next http.RoundTripper
}

func (b *bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+b.key)
	return b.next.RoundTrip(r)
}

// Where the configuration wants it, agents find the shop at /mcp, with the keys of the API
// where there are any, and the shop's log and metrics see them.
func TestMCPBesideThePages(t *testing.T) {
	s, err := openDemo()
	if err != nil {
		t.Fatal(err)
	}
	key, known, err := api.NewKey("agent")
	if err != nil {
		t.Fatal(err)
	}
	secret := strings.Repeat("ab", seal.SecretLength)
	for name, tc := range map[string]struct {
		config config
		key    string
		opens  bool
	}{
		"nobody asked for it": {config{}, "", false},
		"open to all":         {config{MCP: true, APISecret: secret, APIRate: 100}, "", true},
		"with a key":          {config{MCP: true, APISecret: secret, APIRate: 100, APIKeys: []string{known.String()}}, key, true},
		"with a wrong key":    {config{MCP: true, APISecret: secret, APIRate: 100, APIKeys: []string{known.String()}}, "wrong", false},
	} {
		t.Run(name, func(t *testing.T) {
			doors := openConfigured(t, tc.config, s, filepath.Join(t.TempDir(), "journal.db"))
			client := &http.Client{Transport: &bearer{tc.key, doors.Client().Transport}}
			session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(context.Background(),
				&sdk.StreamableClientTransport{Endpoint: doors.URL + mcpPath, HTTPClient: client, MaxRetries: -1}, nil)
			if (err == nil) != tc.opens {
				t.Fatalf("connecting: %v", err)
			}
			if err != nil {
				return
			}
			res, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "search_catalog", Arguments: map[string]any{"catalog": map[string]any{"query": "backpack"}}})
			if err != nil || res.IsError {
				t.Errorf("%+v, %v", res, err)
			}
			if err := session.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}
