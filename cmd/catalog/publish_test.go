package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"shopclerk/cmd/internal/progress"
	"shopclerk/search/index/depot"
)

// ran runs a command line, and returns what it wrote.
func ran(t *testing.T, want int, args ...string) (out, notes string) {
	t.Helper()
	var o, n bytes.Buffer
	if code := run(context.Background(), args, streams{&o, &n, progress.New(&n)}); code != want {
		t.Fatalf("%q ends with %d: %s", args, code, n.String())
	}
	return o.String(), n.String()
}

// The private key is its owner's alone and is not made over another; what is published with it
// can be pulled with the public one.
func TestPublishCommands(t *testing.T) {
	feeds := writeFeeds(t)
	at := t.TempDir()
	dir, key, to := filepath.Join(at, "shop"), filepath.Join(at, "key"), filepath.Join(at, "published")
	fill(t, dir, feeds.small[0])
	out, _ := ran(t, exitOK, "publish-key", "--shop", "lamps.example", key)
	public, ok := strings.CutPrefix(strings.TrimSpace(out), "--catalogue-key ")
	info, err := os.Stat(key)
	if err != nil || info.Mode() != 0o600 || !ok {
		t.Fatalf("%q, %v, %v", out, info, err)
	}
	ran(t, exitFailure, "publish-key", key)
	ran(t, exitFailure, "publish-key", "--shop", "a b", filepath.Join(at, "other"))
	ran(t, exitUsage, "publish", "--data", dir, "--key", key, "--keep", "0", to)
	ran(t, exitFailure, "publish", "--data", dir, "--key", dir+"/shop.toml", to)
	ran(t, exitFailure, "publish", "--data", dir, "--key", key, "ftp://somewhere")
	ran(t, exitFailure, "publish", "--data", at, "--key", key, to)
	if out, _ = ran(t, exitOK, "publish", "--data", dir, "--key", key, "file://"+to); !strings.Contains(out, "is the newest") {
		t.Errorf("it tells %q", out)
	}
	verifier, err := depot.Verifier(public)
	if err != nil {
		t.Fatal(err)
	}
	p := depot.Puller{Store: depot.Dir(to), Key: verifier, Dir: filepath.Join(at, "pulled")}
	m, err := p.Newest(t.Context())
	if err == nil {
		err = p.Pull(t.Context(), m)
	}
	if err != nil || showJSON(t, p.Dir) != showJSON(t, dir) {
		t.Errorf("what was pulled differs: %v", err)
	}
}

// A publisher that is killed in any stage leaves a generation that can be pulled, the former or
// the new one, and the next publisher leaves no more than the newest.
func TestKillPublish(t *testing.T) {
	feeds := writeFeeds(t)
	at := t.TempDir()
	old, dir, key := filepath.Join(at, "old"), filepath.Join(at, "shop"), filepath.Join(at, "key")
	fill(t, old, feeds.small[0])
	fill(t, dir, feeds.small[1])
	public, _ := ran(t, exitOK, "publish-key", key)
	verifier, err := depot.Verifier(strings.Fields(public)[1])
	if err != nil {
		t.Fatal(err)
	}
	killed := 0
	for _, stage := range []string{"Checking", "Hashing", "Waiting", "Uploading", "Signing", "Publishing", "Removing"} {
		t.Run(stage, func(t *testing.T) {
			var to, notes string
			for tries := 0; tries < 10; tries++ { // on a fast machine it is done before the signal comes
				to = filepath.Join(t.TempDir(), "published")
				ran(t, exitOK, "publish", "--data", old, "--key", key, to)
				var code int
				if code, notes = startAndSignal(t, syscall.SIGKILL, stage, "publish", "--data", dir, "--key", key, "--keep", "1", to); code == -1 {
					killed++
					break
				}
			}
			p := depot.Puller{Store: depot.Dir(to), Key: verifier, Dir: t.TempDir()}
			m, err := p.Newest(t.Context())
			if err == nil {
				err = p.Pull(t.Context(), m)
			}
			if now := showJSON(t, p.Dir); err != nil || now != showJSON(t, old) && now != showJSON(t, dir) {
				t.Fatalf("killed after %q, what is pulled is neither: %v", notes, err)
			}
			ran(t, exitOK, "publish", "--data", dir, "--key", key, "--keep", "1", to)
			clean := filepath.Join(t.TempDir(), "published")
			ran(t, exitOK, "publish", "--data", dir, "--key", key, clean)
			if got, want := tree(t, to), tree(t, clean); got != want {
				t.Errorf("after another publisher there is\n%s\nwant\n%s", got, want)
			}
		})
	}
	if killed < 3 {
		t.Errorf("killed in %d stages, which proves little", killed)
	}
}

// tree lists the files below a folder.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var out []string
	list, err := (depot.Dir(dir)).List(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		out = append(out, e.Name)
	}
	return strings.Join(out, "\n")
}
