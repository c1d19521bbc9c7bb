package endpoint_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shopclerk/search/embed/endpoint"
)

// server answers with the handler and returns a client of it.
func server(t *testing.T, c endpoint.Config, h http.HandlerFunc) *endpoint.Client {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	c.BaseURL = s.URL + "/v1/"
	if c.Model == "" {
		c.Model = "tiny"
	}
	client, err := endpoint.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// lengths embeds a text as its length, and answers the batch backwards.
func lengths(t *testing.T, batches *[]int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Model string
			Input []string
		}
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			t.Errorf("request: %v", err)
		}
		if r.URL.Path != "/v1/embeddings" || r.Method != http.MethodPost || in.Model != "tiny" {
			t.Errorf("asked %s %s for model %q", r.Method, r.URL.Path, in.Model)
		}
		*batches = append(*batches, len(in.Input))
		var data []string
		for i := len(in.Input) - 1; i >= 0; i-- {
			data = append(data, fmt.Sprintf(`{"index":%d,"embedding":[%d,0.5]}`, i, len(in.Input[i])))
		}
		fmt.Fprintf(w, `{"data":[%s]}`, strings.Join(data, ","))
	}
}

func TestEmbed(t *testing.T) {
	var batches []int
	c := server(t, endpoint.Config{Batch: 2}, lengths(t, &batches))
	got, err := c.Embed(t.Context(), []string{"a", "bb", "ccc", "dddd", ""})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][]float32{{1, 0.5}, {2, 0.5}, {3, 0.5}, {4, 0.5}, {0, 0.5}}, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int{2, 2, 1}, batches); diff != "" {
		t.Error(diff)
	}
}

func TestEmbedNothingAsksNobody(t *testing.T) {
	c := server(t, endpoint.Config{}, func(http.ResponseWriter, *http.Request) { t.Error("the server was asked") })
	if got, err := c.Embed(t.Context(), nil); err != nil || len(got) != 0 {
		t.Errorf("Embed = %v, %v", got, err)
	}
}

func TestKey(t *testing.T) {
	for _, test := range []struct{ name, key, want string }{
		{"with key", "secret", "Bearer secret"},
		{"without key", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := server(t, endpoint.Config{Key: test.key}, func(w http.ResponseWriter, r *http.Request) {
				if got := r.Header.Get("Authorization"); got != test.want {
					t.Errorf("Authorization = %q, want %q", got, test.want)
				}
				fmt.Fprint(w, `{"data":[{"embedding":[1]}]}`)
			})
			if _, err := c.Embed(t.Context(), []string{"x"}); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		name   string
		status int
		body   string
		want   string
	}{
		{"error object", 401, `{"error":{"message":"bad key","type":"auth"}}`, "401 Unauthorized: bad key"},
		{"error text", 404, `{"error":"model not found"}`, "404 Not Found: model not found"},
		{"error page", 502, "<h1>Bad\n gateway</h1>", "502 Bad Gateway: <h1>Bad gateway</h1>"},
		{"long error", 500, strings.Repeat("é", 1000), "500 Internal Server Error: " + strings.Repeat("é", 150)},
		{"not JSON", 200, "hello", "decoding response"},
		{"too few", 200, `{"data":[{"embedding":[1]}]}`, "1 vectors for 2 texts"},
		{"same index twice", 200, `{"data":[{"index":1,"embedding":[1]},{"index":1,"embedding":[1]}]}`, "index 1 twice"},
		{"index out of range", 200, `{"data":[{"index":0,"embedding":[1]},{"index":7,"embedding":[1]}]}`, "index 7"},
		{"empty vector", 200, `{"data":[{"embedding":[1]},{"embedding":[]}]}`, "vector 1 is empty"},
		{"lengths differ", 200, `{"data":[{"embedding":[1]},{"embedding":[1,2]}]}`, "text 2 has 2 dimensions"},
		{"too large a number", 200, `{"data":[{"embedding":[1]},{"embedding":[1e300]}]}`, "out of range"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := server(t, endpoint.Config{}, func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(test.status)
				fmt.Fprint(w, test.body)
			})
			_, err := c.Embed(t.Context(), []string{"x", "y"})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("error = %v, want one with %q", err, test.want)
			}
			var status *endpoint.StatusError
			if errors.As(err, &status) != (test.status != 200) {
				t.Errorf("error %v is a StatusError: %v", err, status != nil)
			}
		})
	}
}

func TestTimeouts(t *testing.T) {
	release := make(chan struct{})
	slow := func(http.ResponseWriter, *http.Request) { <-release }
	byConfig := server(t, endpoint.Config{Timeout: 20 * time.Millisecond}, slow)
	byContext := server(t, endpoint.Config{}, slow)
	t.Cleanup(func() { close(release) })

	var timeout interface{ Timeout() bool }
	if _, err := byConfig.Embed(t.Context(), []string{"x"}); !errors.As(err, &timeout) || !timeout.Timeout() {
		t.Errorf("configured timeout: error = %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := byContext.Embed(ctx, []string{"x"}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("context timeout: error = %v", err)
	}
}

func TestNewErrors(t *testing.T) {
	for _, test := range []struct {
		name   string
		config endpoint.Config
		want   string
	}{
		{"no address", endpoint.Config{Model: "m"}, "not an http"},
		{"no scheme", endpoint.Config{BaseURL: "localhost:11434", Model: "m"}, "not an http"},
		{"a file", endpoint.Config{BaseURL: "file:///etc/passwd", Model: "m"}, "not an http"},
		{"unreadable", endpoint.Config{BaseURL: "http://[", Model: "m"}, "base URL"},
		{"no model", endpoint.Config{BaseURL: "http://localhost"}, "no model"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := endpoint.New(test.config); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error = %v, want one with %q", err, test.want)
			}
		})
	}
}
