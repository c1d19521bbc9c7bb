package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"shopclerk/agent/durable"
	"shopclerk/catalog"
	"shopclerk/views"
)

// program is the program as a process of its own.
func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	return cmd
}

// serveProgram serves a data directory by a process of its own, until it is killed.
func serveProgram(t *testing.T, data string, flags ...string) (base string, kill func()) {
	t.Helper()
	cmd := program(t, append([]string{"serve", "--data", data, "--listen", "127.0.0.1:0", "--page-rate", "0"}, flags...)...)
	errs, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	kill = sync.OnceFunc(func() {
		_ = cmd.Process.Kill() // SIGKILL
		_ = cmd.Wait()
	})
	t.Cleanup(kill)
	lines := bufio.NewScanner(errs)
	for lines.Scan() {
		if _, at, ok := strings.Cut(lines.Text(), "The shop is open: "); ok {
			go func() {
				for lines.Scan() {
				}
			}()
			return at, kill
		}
	}
	t.Fatalf("the shop did not open: %v", lines.Err())
	return "", nil
}

// paused is how long a buyer thinks between two things.
const paused = 200 * time.Millisecond

// buyer orders one thing after another and remembers when each step was acknowledged.
type buyer struct {
	*visitor
	put, ordered []time.Time
}

// stepsBefore is how many steps were acknowledged before a moment.
func stepsBefore(steps []time.Time, moment time.Time) int {
	n := 0
	for _, at := range steps {
		if at.Before(moment) {
			n++
		}
	}
	return n
}

// buy buys things of one category after another, so that none is sold out.
func (b *buyer) buy(categories []catalog.Category, until <-chan struct{}) {
	for n := 0; ; n++ {
		p := b.submit(b.begin(categories[n%len(categories)].Name), formCardPut, nil)
		b.put = append(b.put, time.Now())
		p = b.submit(b.addressed(b.submit(p, formOrder, nil)), formConfirm, url.Values{views.FieldConfirm: {views.ConfirmYes}})
		if p.Find(".ended-done").Length() > 0 {
			b.ordered = append(b.ordered, time.Now())
		}
		select {
		case <-until:
			return
		case <-time.After(paused):
		}
	}
}

// The drill: people buy, a backup is made, people go on, the shop is killed, its files are
// lost and the backup is restored. Then everything that was acknowledged before the
// backup's moment is there, in all files: whose order it is, the order, the basket that it
// was taken out of, and the conversation; and of later steps at most the one that was
// being taken.
func TestDrill(t *testing.T) {
	s, err := openDemo()
	if err != nil {
		t.Fatal(err)
	}
	data, to := filepath.Join(t.TempDir(), "shop"), filepath.Join(t.TempDir(), "backup")
	if err := os.CopyFS(data, os.DirFS(filepath.Join(binaryDir, "demo"))); err != nil {
		t.Fatal(err)
	}
	base, kill := serveProgram(t, data)
	buyers, stop := make([]*buyer, 3), make(chan struct{})
	var buying sync.WaitGroup
	for i := range buyers {
		b := &buyer{visitor: visitAt(t, base, nil)}
		b.register([]string{"ann@example.com", "bob@example.com", "eve@example.com"}[i], annsPassword)
		buyers[i] = b
		buying.Go(func() { b.buy(s.shop.Catalogue.Categories()[5*i:], stop) })
	}
	time.Sleep(time.Second)
	if out, err := program(t, "backup", "--data", data, to).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	time.Sleep(300 * time.Millisecond)
	close(stop)
	buying.Wait()
	if out, err := program(t, "restore", "--data", data, "--replace", to).CombinedOutput(); err == nil {
		t.Fatalf("it restores under a shop that is open: %s", out)
	}
	kill()
	for _, name := range databases {
		for _, part := range []string{"", "-wal", "-shm"} {
			if err := os.Remove(filepath.Join(data, name+part)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if out, err := program(t, "restore", "--data", data, to).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	text, err := os.ReadFile(filepath.Join(to, manifestFile))
	var m manifest
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		t.Fatal(err)
	}

	base, kill = serveProgram(t, data)
	defer kill()
	orders := 0
	for i, b := range buyers {
		at, err := url.Parse(base)
		was, err2 := url.Parse(b.base)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		b.client.Jar.SetCookies(at, b.client.Jar.Cookies(was))
		b.base = base
		put, ordered := stepsBefore(b.put, m.Moment), stepsBefore(b.ordered, m.Moment)
		orders += ordered
		found, held := b.get("/orders").Find(".order-entry").Length(), 0
		if len(b.get("/basket").held()) > 0 {
			held = 1
		}
		if step := found - ordered; step == 0 && (held == put-ordered || held == put+1-ordered) || step == 1 && held == 0 {
			t.Logf("buyer %d: %d orders, of %d acknowledged before the moment and %d in all; %d in the basket", i, found, ordered, len(b.ordered), held)
		} else {
			t.Errorf("buyer %d has %d orders and %d in the basket; acknowledged were %d orders, and %d times something was put there", i, found, held, ordered, put)
		}
		if n := len(b.export().Conversations); n < put {
			t.Errorf("buyer %d has %d conversations; in %d something was put in the basket", i, n, put)
		}
	}
	if orders == 0 {
		t.Error("nothing was ordered before the backup")
	}
}

// Litestream, as docs/operations.md has it: of what was put in baskets, all but the last
// seconds is in the replica when shop and Litestream are killed.
func TestLitestream(t *testing.T) {
	litestream, err := exec.LookPath("litestream")
	if err != nil {
		t.Skip("SKIPPED: no litestream on the PATH (go install github.com/benbjohnson/litestream/cmd/litestream@v0.5.18)")
	}
	s, err := openDemo()
	if err != nil {
		t.Fatal(err)
	}
	data, replica, to := filepath.Join(t.TempDir(), "shop"), t.TempDir(), t.TempDir()
	settings := filepath.Join(t.TempDir(), "litestream.yml")
	text := "dbs:\n"
	for _, name := range databases {
		text += "  - path: " + filepath.Join(data, name) + "\n    replica: {path: " + filepath.Join(replica, name) + "}\n"
	}
	if err := errors.Join(os.CopyFS(data, os.DirFS(filepath.Join(binaryDir, "demo"))), os.WriteFile(settings, []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
	base, kill := serveProgram(t, data)
	following := exec.CommandContext(t.Context(), litestream, "replicate", "-config", settings)
	if err := following.Start(); err != nil {
		t.Fatal(err)
	}
	b, stop, done := &buyer{visitor: visitAt(t, base, nil)}, make(chan struct{}), make(chan struct{})
	go func() { defer close(done); b.buy(s.shop.Catalogue.Categories(), stop) }()
	time.Sleep(6 * time.Second)
	close(stop)
	<-done
	_, _ = following.Process.Kill(), following.Wait()
	kill()
	killed := time.Now()
	for _, name := range databases {
		if out, err := exec.CommandContext(t.Context(), litestream, "restore", "-config", settings, "-o", filepath.Join(to, name), filepath.Join(data, name)).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	c, err := durable.Examine(t.Context(), filepath.Join(to, ordersFile))
	if want := stepsBefore(b.ordered, killed.Add(-3*time.Second)); err != nil || want == 0 || int(c.Rows["purchase"]) < want {
		t.Errorf("%+v, %v; %d orders were acknowledged three seconds before", c, err, want)
	}
	t.Logf("%d orders, in the replica %d", len(b.ordered), c.Rows["purchase"])
}
