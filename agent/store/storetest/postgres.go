// Package storetest opens stores for tests, on SQLite and on PostgreSQL.
package storetest

import (
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"shopclerk/agent/store"
)

// clusters are the PostgreSQL clusters that run, by the name of the test that runs them.
var clusters sync.Map

// OnPostgres runs tests, those that say what a package's tables mean, on a PostgreSQL cluster
// of this test's own, as subtests: there [Place] names databases. Where PostgreSQL is not
// installed it says so and skips; where CI is set in the environment that is an error.
func OnPostgres(t *testing.T, contract map[string]func(*testing.T)) {
	t.Helper()
	clusters.Store(t.Name(), Cluster(t))
	defer clusters.Delete(t.Name())
	if checks := flag.Lookup("rapid.checks"); checks != nil { // each makes a database, which takes longer than a file
		usual := checks.Value.String()
		defer func() { _ = checks.Value.Set(usual) }() // it is one that it had
		if err := checks.Value.Set("10"); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(contract)) {
		t.Run(name, contract[name])
	}
}

// Place is where a test opens a store anew: a folder, or, below [OnPostgres], a database.
func Place(t testing.TB) string {
	t.Helper()
	name, _, _ := strings.Cut(t.Name(), "/")
	if at, ok := clusters.Load(name); ok {
		return at.(*Server).Database(t)
	}
	return t.TempDir()
}

// Server is a PostgreSQL cluster in a temporary folder, reached by a socket there.
type Server struct {
	folder  string
	bin     string
	as      *syscall.SysProcAttr
	process *exec.Cmd
	mu      sync.Mutex
	made    int // databases
}

// Cluster makes a cluster and runs it until the test ends. Its order of texts is one of a
// language, so that what must not depend on that shows.
func Cluster(t testing.TB) *Server {
	t.Helper()
	bin := binaries()
	if bin == "" {
		const why = "PostgreSQL is not installed: this is not tested on it (apt-get install postgresql)"
		if os.Getenv("CI") != "" {
			t.Fatal(why)
		}
		t.Skip(why)
	}
	folder, err := os.MkdirTemp("", "pg") // a socket's name has at most 107 bytes, and a test's folder may have as many
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) }) // what is left is temporary
	s := &Server{folder: folder, bin: bin, as: unprivileged(t, folder)}
	initdb := s.command("initdb", "--pgdata="+filepath.Join(folder, "data"), "--username=shop", "--auth=trust", "--no-sync",
		"--encoding=UTF8", "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=de")
	if out, err := initdb.CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v: %s", err, out)
	}
	s.Start(t)
	t.Cleanup(s.Stop)
	return s
}

func (s *Server) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, name), args...)
	cmd.Dir, cmd.SysProcAttr = s.folder, s.as
	return cmd
}

// Start starts the cluster, and waits until it serves.
func (s *Server) Start(t testing.TB) {
	t.Helper()
	// Nothing here outlives the machine.
	s.process = s.command("postgres", "-D", filepath.Join(s.folder, "data"), "-k", s.folder, "-c", "listen_addresses=",
		"-c", "fsync=off", "-c", "max_connections=200", "-c", "shared_buffers=32MB", "-c", "timezone=UTC")
	if err := s.process.Start(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("pgx", s.url("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for begin := time.Now(); db.Ping() != nil; time.Sleep(20 * time.Millisecond) {
		if time.Since(begin) > time.Minute {
			t.Fatal("the cluster does not start")
		}
	}
}

// Stop ends the cluster; clients are cut off.
func (s *Server) Stop() {
	_ = s.process.Process.Signal(syscall.SIGINT) // it may have ended
	_ = s.process.Wait()                         // its code tells nothing
}

// Database makes a database and returns its URI.
func (s *Server) Database(t testing.TB) string {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.made++
	name := fmt.Sprint("shop", s.made)
	db, err := sql.Open("pgx", s.url("postgres"))
	if err == nil {
		_, err = db.Exec(`CREATE DATABASE ` + name)
		err = errors.Join(err, db.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return s.url(name)
}

func (s *Server) url(database string) string {
	return fmt.Sprintf("postgres://shop@/%s?host=%s", database, s.folder)
}

// binaries is the folder of PostgreSQL's programs, the latest version's; "" where there is none.
func binaries() string {
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path)
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb") // the pattern is well-formed
	if len(found) == 0 {
		return ""
	}
	return filepath.Dir(slices.Max(found))
}

// unprivileged gives a folder to somebody who may run PostgreSQL: not root.
func unprivileged(t testing.TB, folder string) *syscall.SysProcAttr {
	t.Helper()
	if os.Getuid() != 0 {
		return nil
	}
	nobody, err := user.Lookup("nobody")
	if err != nil {
		t.Fatal(err)
	}
	uid, err := strconv.Atoi(nobody.Uid)
	gid, err2 := strconv.Atoi(nobody.Gid)
	if err := errors.Join(err, err2, os.Chown(folder, uid, gid)); err != nil {
		t.Fatal(err)
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
}

// Open opens a store at a place until the test ends.
func Open(t testing.TB, place string) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), place)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// New opens a store at a place of its own until the test ends.
func New(t testing.TB) *store.DB {
	t.Helper()
	return Open(t, Place(t))
}

// Raw opens a place for statements behind the store's back, until the test ends.
func Raw(t testing.TB, place string) *sql.DB {
	t.Helper()
	driver, at := "sqlite3", filepath.Join(place, store.File)
	if store.IsPostgres(place) {
		driver, at = "pgx", place+"&search_path=shop&default_query_exec_mode=simple_protocol"
	}
	db, err := sql.Open(driver, at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}
