package weaviate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"
)

// Client asks the nodes of a cluster. It is safe for concurrent use.
type Client struct {
	nodes []string // their addresses
	http  *http.Client
	last  atomic.Uint32 // the node that is asked first
}

const graphql = "/v1/graphql"

// Scheme is what addresses of clusters begin with: weaviate://HOST:PORT,HOST:PORT.
const Scheme = "weaviate://"

// patience is how long a node may take for an answer before the next is asked: many times
// what it takes to find, and to store, which is told by the method.
func patience(method, path string) time.Duration {
	if method == http.MethodPost && strings.HasSuffix(path, graphql) {
		return 2 * time.Second
	}
	return time.Minute
}

// New returns a client of the cluster at an address, which names some of its nodes or all.
// Nothing is asked yet.
func New(address string) (*Client, error) {
	hosts, ok := strings.CutPrefix(address, Scheme)
	c := &Client{http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 32, IdleConnTimeout: time.Minute}}}
	for host := range strings.SplitSeq(hosts, ",") {
		u, err := url.Parse("http://" + host)
		if !ok || err != nil || u.Host != host || u.Port() == "" {
			return nil, fmt.Errorf("%q is no cluster: %sHOST:PORT,HOST:PORT names its nodes", address, Scheme)
		}
		c.nodes = append(c.nodes, u.String())
	}
	return c, nil
}

// Close closes idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// failure is an answer that is no success.
type failure struct {
	status int
	text   string
}

func (f *failure) Error() string { return fmt.Sprintf("status %d: %s", f.status, f.text) }

// ask sends a request to one node after the other, until one can answer, and reads the
// answer into out unless that is nil.
func (c *Client) ask(ctx context.Context, method, path string, in, out any) (err error) {
	body, err := json.Marshal(in)
	if err != nil {
		return fmt.Errorf("asking Weaviate: %w", err)
	}
	first := c.last.Load()
	var errs []error
	for i := range uint32(len(c.nodes)) {
		node := (first + i) % uint32(len(c.nodes))
		err := c.once(ctx, method, c.nodes[node]+path, body, out)
		var f *failure
		if err == nil || ctx.Err() != nil || errors.As(err, &f) && f.status < 500 {
			c.last.Store(node)
			return err
		}
		errs = append(errs, err)
	}
	return fmt.Errorf("asking Weaviate: %w", errors.Join(errs...))
}

func (c *Client) once(ctx context.Context, method, address string, body []byte, out any) error {
	ctx, cancel := context.WithTimeout(ctx, patience(method, address))
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := c.http.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode >= http.StatusBadRequest {
		text, _ := io.ReadAll(io.LimitReader(answer.Body, 1000))
		return &failure{answer.StatusCode, string(text)}
	}
	if out == nil {
		_, err = io.Copy(io.Discard, answer.Body)
		return err
	}
	return json.NewDecoder(answer.Body).Decode(out)
}
