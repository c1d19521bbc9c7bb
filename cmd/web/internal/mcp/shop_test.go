package mcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"

	"shopclerk/agent"
	"shopclerk/agent/shop/basket"
	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/orders/counter"
	ordersdb "shopclerk/agent/shop/orders/sqlite"
	"shopclerk/agent/understand"
	"shopclerk/catalog"
	"shopclerk/catalog/demo"
	"shopclerk/cmd/internal/live"
	"shopclerk/cmd/internal/seal"
	"shopclerk/cmd/web/internal/mcp"
	"shopclerk/search/index"
	"shopclerk/words"
)

// perCategory is the size of the demonstration shop's 20 categories: large enough that
// there is something to ask, small enough to be built in seconds.
const perCategory = 30

// stdioData tells the test program to be a server over standard input and output, for
// the shop of this directory.
const stdioData = "SHOPCLERK_MCP_TEST_DATA"

var dataDir string

func TestMain(m *testing.M) {
	if data := os.Getenv(stdioData); data != "" {
		os.Exit(report(serveStdio(context.Background(), data)))
	}
	before := goleak.IgnoreCurrent() // the lexical index has workers from its beginning to its end
	dir, err := os.MkdirTemp("", "shopclerk-mcp-test-")
	if err != nil {
		os.Exit(report(err))
	}
	dataDir = dir
	code := m.Run()
	if err := errors.Join(closeShop(), os.RemoveAll(dir)); err != nil {
		code = report(err)
	}
	if code == 0 {
		code = report(goleak.Find(before))
	}
	os.Exit(code)
}

func report(err error) int {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// serveStdio is the program that the test of standard input and output starts.
func serveStdio(ctx context.Context, data string) error {
	s, err := staff(ctx, data)
	if err != nil {
		return err
	}
	c := s.config("a")
	till, err := s.open(ctx, data)
	if err != nil {
		return errors.Join(err, s.shop.Close())
	}
	c.Counter = till.counter
	server, err := mcp.New(c)
	if err == nil {
		err = server.Stdio(ctx)
	}
	return errors.Join(err, till.close(), s.shop.Close())
}

// till is where the shop keeps baskets and orders.
type till struct {
	counters counter.Shop
	orders   *ordersdb.Store
	baskets  *basket.Store
}

func (s *staffed) open(ctx context.Context, dir string) (*till, error) {
	store, err := ordersdb.Open(ctx, filepath.Join(dir, "orders.db"))
	if err != nil {
		return nil, err
	}
	baskets, err := basket.Open(ctx, filepath.Join(dir, "basket.db"))
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	products := func(ctx context.Context, ids []string) ([]catalog.Product, error) {
		refs, err := s.shop.Catalogue.Refs(ctx, ids)
		if err != nil {
			return nil, err
		}
		return s.shop.Catalogue.Products(ctx, slices.Collect(maps.Values(refs)))
	}
	return &till{counter.Shop{Orders: store, Baskets: baskets, Products: products}, store, baskets}, nil
}

func (t *till) close() error { return errors.Join(t.orders.Close(), t.baskets.Close()) }

// counter is a person's, whose basket has their name.
func (t *till) counter(ctx context.Context, person string) (agent.Counter, error) {
	return t.counters.At(ctx, counter.Shopper{Person: person, Session: person, Today: "2026-11-21"}, words.From(ctx))
}

// openTill opens the baskets and orders in a directory.
func openTill(t testing.TB, dir string) *till {
	t.Helper()
	out, err := theShop(t).open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := out.close(); err != nil {
			t.Error(err)
		}
	})
	return out
}

// placed are a person's orders.
func (t *till) placed(tb testing.TB, person string) []orders.Order {
	tb.Helper()
	all, err := t.orders.Orders(context.Background(), person)
	if err != nil {
		tb.Fatal(err)
	}
	return all
}

// staffed is an open catalogue and the clerk who knows it.
type staffed struct {
	shop  *index.Shop
	clerk *agent.Agent
}

func staff(ctx context.Context, data string) (*staffed, error) {
	shop, err := index.Open(ctx, data, nil)
	if err != nil {
		return nil, err
	}
	clerk, err := agent.Hire(ctx, shop.Engine, understand.Synonyms{})
	if err != nil {
		return nil, errors.Join(err, shop.Close())
	}
	return &staffed{shop, clerk}, nil
}

// config is a server's, with a secret made of a letter.
func (s *staffed) config(letter string) mcp.Config {
	sealer, err := seal.New([]byte(strings.Repeat(letter, seal.SecretLength)))
	if err != nil {
		panic(err) // the secret is long enough
	}
	return mcp.Config{Live: live.Fixed(s.clerk, s.shop.Catalogue), Sealer: sealer, Shop: "Test"}
}

var (
	opened   *staffed
	openShop = sync.OnceValues(func() (*staffed, error) {
		ctx := context.Background()
		if _, err := index.Build(ctx, dataDir, index.FromSeq(demo.Records(1, perCategory)), index.Options{}); err != nil {
			return nil, err
		}
		var err error
		opened, err = staff(ctx, dataDir)
		return opened, err
	})
)

func closeShop() error {
	if opened == nil {
		return nil
	}
	return opened.shop.Close()
}

// theShop is the demonstration shop that all tests share.
func theShop(t testing.TB) *staffed {
	t.Helper()
	s, err := openShop()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func newServer(t testing.TB, c mcp.Config) *mcp.Server {
	t.Helper()
	s, err := mcp.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The protocol versions of clients.
const (
	stateless = "2026-07-28"
	several   = "2025-11-25"
	single    = "2025-06-18"
)

// client is a client of the SDK. answer, when it is not nil, answers forms; calls
// counts them.
type client struct {
	version string
	answer  func(*sdk.ElicitParams) *sdk.ElicitResult
	asked   []*sdk.ElicitParams
}

// connect opens a session that ends with the test.
func (c *client) connect(t testing.TB, transport sdk.Transport) *sdk.ClientSession {
	t.Helper()
	o := &sdk.ClientOptions{Capabilities: &sdk.ClientCapabilities{}}
	if c.answer != nil {
		o.ElicitationHandler = func(_ context.Context, r *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
			c.asked = append(c.asked, r.Params)
			return c.answer(r.Params), nil
		}
	}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, o).
		Connect(t.Context(), transport, &sdk.ClientSessionOptions{ProtocolVersion: c.version})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := session.Close(); err != nil {
			t.Error(err)
		}
	})
	if got := session.InitializeResult().ProtocolVersion; got != c.version {
		t.Fatalf("the session speaks %s, not %s", got, c.version)
	}
	return session
}

// inMemory connects a client to a server within the process.
func (c *client) inMemory(t testing.TB, s *mcp.Server) *sdk.ClientSession {
	t.Helper()
	here, there := sdk.NewInMemoryTransports()
	done := make(chan error, 1)
	ctx, cancel := context.WithCancel(context.Background())
	go func() { done <- s.Serve(ctx, there) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return c.connect(t, here)
}

// call calls a tool and reads its structured content; a tool error fails the test.
func call[Out any](t testing.TB, session *sdk.ClientSession, tool string, arguments any) (out Out, text string) {
	t.Helper()
	res, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatal(err)
	}
	text = spoken(t, res)
	if res.IsError {
		t.Fatalf("%s: %s", tool, text)
	}
	blob, err := json.Marshal(res.StructuredContent)
	if err == nil {
		err = json.Unmarshal(blob, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out, text
}

// refused calls a tool and returns its tool error.
func refused(t testing.TB, session *sdk.ClientSession, tool string, arguments any) string {
	t.Helper()
	res, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatal(err)
	}
	if !res.IsError {
		t.Fatalf("%s answers %s", tool, spoken(t, res))
	}
	return spoken(t, res)
}

func spoken(t testing.TB, res *sdk.CallToolResult) string {
	t.Helper()
	for _, c := range res.Content {
		if text, ok := c.(*sdk.TextContent); ok {
			return text.Text
		}
	}
	t.Fatalf("the result says nothing: %+v", res)
	return ""
}

func ids(list []mcp.Product) []string {
	out := make([]string, len(list))
	for i, p := range list {
		out[i] = p.ID
	}
	return out
}

// search is the arguments of a search for words.
func search(query string) mcp.SearchInput { return mcp.SearchInput{Catalog: mcp.Search{Query: query}} }

// answers are the arguments of the same search with answers to its questions.
func answers(in mcp.SearchInput, q *mcp.Questions, given map[string][]string) mcp.SearchInput {
	in.Clarification = &mcp.Clarification{RequestState: q.RequestState, Answers: given}
	return in
}

// clock is a time that a test moves.
type clock struct{ time.Time }

func (c *clock) now() time.Time { return c.Time }
