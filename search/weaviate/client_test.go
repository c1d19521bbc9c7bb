package weaviate

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestNewRefusesWhatIsNoAddress(t *testing.T) {
	for _, address := range []string{"", "weaviate://", "http://localhost:8080", "weaviate://localhost", "weaviate://a:1,", "weaviate://a:1/path", "weaviate://user@a:1"} {
		if _, err := New(address); err == nil {
			t.Errorf("%q is taken for a cluster", address)
		}
	}
	if c, err := New("weaviate://a:1,[::1]:2"); err != nil || len(c.nodes) != 2 {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestAskGoesOnWithAnotherNode counts who is asked where nodes are away, fail or refuse.
func TestAskGoesOnWithAnotherNode(t *testing.T) {
	for _, tc := range []struct {
		name    string
		answers []int // status of each node; 0: it is away
		asked   string
		fails   bool
	}{
		{"the first answers", []int{200, 200}, "a", false},
		{"the first is away", []int{0, 200}, "b", false},
		{"the first fails", []int{500, 200}, "ab", false},
		{"the first refuses", []int{422, 200}, "a", true},
		{"all fail", []int{503, 0, 500}, "ac", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			asked := ""
			var hosts []string
			for i, status := range tc.answers {
				node := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
					asked += string(rune('a' + i))
					w.WriteHeader(status)
				}))
				defer node.Close()
				hosts = append(hosts, strings.TrimPrefix(node.URL, "http://"))
				if status == 0 {
					node.Close()
				}
			}
			c, err := New(Scheme + strings.Join(hosts, ","))
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			if err := c.ask(t.Context(), http.MethodGet, "/", nil, nil); (err != nil) != tc.fails || asked != tc.asked {
				t.Errorf("asked %q: %v; want %q", asked, err, tc.asked)
			}
		})
	}
}

// Whoever has gone is not answered by another node.
func TestAskEndsWithTheContext(t *testing.T) {
	c, err := New("weaviate://127.0.0.1:1,127.0.0.1:1")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := c.ask(ctx, http.MethodGet, "/", nil, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
