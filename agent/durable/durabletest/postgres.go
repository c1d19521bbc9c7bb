package durabletest

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"net/url"
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

	_ "github.com/jackc/pgx/v5/stdlib" // registers the driver named "pgx"

	"shopclerk/agent/durable"
)

// clusters are the PostgreSQL clusters that run, by the name of the test that runs them.
var clusters sync.Map

// OnPostgres runs tests that a package runs on SQLite files, those that say what its
// store means, on a PostgreSQL cluster of this test's own, as subtests: there [Place]
// names databases. Where PostgreSQL is not installed it says so and skips; where CI is
// set in the environment that is an error.
func OnPostgres(t *testing.T, contract map[string]func(*testing.T)) {
	t.Helper()
	clusters.Store(t.Name(), Cluster(t))
	defer clusters.Delete(t.Name())
	if checks := flag.Lookup("rapid.checks"); checks != nil { // each makes databases, which takes longer than files
		usual := checks.Value.String()
		defer func() { _ = checks.Value.Set(usual) }() // it is one that it had
		if err := checks.Value.Set("10"); err != nil {
			t.Fatal(err)
		}
	}
	names := make([]string, 0, len(contract))
	for name := range contract {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		t.Run(name, contract[name])
	}
}

// Place is where a test opens a store anew: a path in a temporary folder, under the given
// name, or, below [OnPostgres], a database.
func Place(t testing.TB, file string) string {
	t.Helper()
	name, _, _ := strings.Cut(t.Name(), "/")
	if at, ok := clusters.Load(name); ok {
		return at.(*Server).Database(t)
	}
	return filepath.Join(t.TempDir(), file)
}

// Raw opens a place for statements behind its store's back, until the test ends; in a
// database those of a schema.
func Raw(t testing.TB, place, schema string) *sql.DB {
	t.Helper()
	driver := "sqlite3"
	if durable.Postgres(place) {
		driver, place = "pgx", strings.Replace(place, fmt.Sprint("port=", pooled), fmt.Sprint("port=", port), 1)+"&search_path="+schema
	}
	db, err := sql.Open(driver, place)
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

// Rows are all rows of a database's schema, in PostgreSQL's words.
func Rows(t testing.TB, place, schema string) []byte {
	t.Helper()
	db := Raw(t, place, schema)
	var tables string
	if err := db.QueryRow(`SELECT string_agg('SELECT ' || quote_ident(tablename) || '::text FROM ' || quote_ident(tablename), ' UNION ALL ')
		FROM pg_tables WHERE schemaname = current_schema()`).Scan(&tables); err != nil {
		t.Fatal(err)
	}
	var all []byte
	if err := db.QueryRow(`SELECT string_agg(row, E'\n') FROM (` + tables + `) AS rows (row)`).Scan(&all); err != nil {
		t.Fatal(err)
	}
	return all
}

// Server is a PostgreSQL cluster in a temporary folder, reached by a socket there.
type Server struct {
	Folder  string // of the socket
	process *os.Process
	ended   <-chan struct{} // closed once it has
	bin     string
	as      *syscall.SysProcAttr
	through int // the port that databases are reached by

	mu   sync.Mutex
	made int      // databases
	free []string // those that a test is done with, empty again
}

// The ports of PostgreSQL and of PgBouncer are parts of their sockets' names; nothing
// listens on the network.
const (
	port   = 5432
	pooled = 6432
)

// bouncer names, in the environment, PgBouncer's program, for tests to go through it in
// transaction mode; else they go to PostgreSQL itself.
const bouncer = "SHOPCLERK_TEST_PGBOUNCER"

// Cluster makes a cluster and runs it until the test ends. Its order of texts is one of a
// language, so that what shall not depend on that is seen to.
func Cluster(t testing.TB) *Server {
	t.Helper()
	bin := binaries()
	if bin == "" {
		const told = "POSTGRESQL IS NOT INSTALLED: what is tested on SQLite is NOT tested on PostgreSQL here (apt-get install postgresql)"
		if os.Getenv("CI") != "" {
			t.Fatal(told)
		}
		fmt.Fprintln(os.Stderr, "\n*** "+told+" ***")
		t.Skip(told)
	}
	folder, err := os.MkdirTemp("", "pg") // a socket's name has at most 107 bytes, and a test's folder may have as many
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{Folder: folder, bin: bin, as: unprivileged(t, folder), through: port}
	t.Cleanup(func() {
		if err := os.RemoveAll(folder); err != nil {
			t.Error(err)
		}
	})
	initdb := exec.Command(filepath.Join(bin, "initdb"), "--pgdata="+s.data(), "--username=shop", "--auth=trust", "--no-sync",
		"--encoding=UTF8", "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=de")
	initdb.Dir, initdb.SysProcAttr = folder, s.as
	if out, err := initdb.CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v: %s", err, out)
	}
	s.Start(t)
	t.Cleanup(func() { s.Stop(t, syscall.SIGINT) }) // the clients are gone, or are cut off
	if program := os.Getenv(bouncer); program != "" {
		s.pool(t, program)
	}
	return s
}

// pool runs PgBouncer before the cluster until the test ends, with fewer connections than
// there are clients.
func (s *Server) pool(t testing.TB, program string) {
	t.Helper()
	settings := fmt.Sprintf("[databases]\n* = host=%[1]s port=%[2]d user=shop\n[pgbouncer]\nlisten_port = %[3]d\nlisten_addr =\nunix_socket_dir = %[1]s\n"+
		"auth_type = any\npool_mode = transaction\ndefault_pool_size = 3\nmax_client_conn = 1000\nserver_idle_timeout = 5\n", s.Folder, port, pooled)
	at := filepath.Join(s.Folder, "pgbouncer.ini")
	if err := os.WriteFile(at, []byte(settings), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-q", at)
	cmd.Dir, cmd.SysProcAttr = s.Folder, s.as
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it has nothing to lose
		_ = cmd.Wait()
	})
	for begin := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(filepath.Join(s.Folder, fmt.Sprint(".s.PGSQL.", pooled))); err == nil {
			break
		}
		if time.Since(begin) > 10*time.Second {
			t.Fatal("PgBouncer does not start")
		}
	}
	s.through = pooled
}

func (s *Server) data() string { return filepath.Join(s.Folder, "data") }

// Start starts the cluster, and waits until it serves.
func (s *Server) Start(t testing.TB) {
	t.Helper()
	log, err := os.OpenFile(filepath.Join(s.Folder, "log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	db := Raw(t, s.url("postgres"), "public")
	s.ended = nil
	for begin := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		select {
		case <-s.ended: // one that was killed has left others, who end within a moment
			s.ended = nil
		default:
		}
		if s.ended == nil {
			// Nothing here outlives the machine.
			cmd := exec.Command(filepath.Join(s.bin, "postgres"), "-D", s.data(), "-k", s.Folder, "-c", "listen_addresses=",
				"-c", "fsync=off", "-c", "max_connections=200", "-c", "shared_buffers=32MB", "-c", "timezone=UTC")
			cmd.Dir, cmd.SysProcAttr, cmd.Stderr = s.Folder, s.as, log
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			ended := make(chan struct{})
			s.process, s.ended = cmd.Process, ended
			go func() { _ = cmd.Wait(); close(ended) }() // its code says nothing that its log does not
		}
		if err = db.Ping(); err == nil {
			return
		}
		if time.Since(begin) > time.Minute {
			text, _ := os.ReadFile(log.Name())
			t.Fatalf("the cluster does not start: %v: %s", err, text)
		}
	}
}

// Stop stops the cluster by a signal: SIGINT ends it, SIGKILL is as a failing machine.
func (s *Server) Stop(t testing.TB, by syscall.Signal) {
	t.Helper()
	if s.process == nil {
		return
	}
	if err := s.process.Signal(by); err != nil {
		t.Errorf("stopping the cluster: %v", err)
	}
	<-s.ended
	s.process = nil
}

// Database returns the connection URI of a database that is empty, and the test's until
// it ends.
func (s *Server) Database(t testing.TB) string {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	var name string
	if last := len(s.free) - 1; last >= 0 {
		name, s.free = s.free[last], s.free[:last]
	} else {
		s.made++
		name = fmt.Sprint("shop", s.made)
		s.execute(t, "postgres", `CREATE DATABASE `+name)
	}
	t.Cleanup(func() {
		if s.process == nil {
			return
		}
		s.execute(t, name, `DROP SCHEMA IF EXISTS journal, basket, orders, account, limits, feed, diary CASCADE`)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.free = append(s.free, name)
	})
	return strings.Replace(s.url(name), fmt.Sprint("port=", port), fmt.Sprint("port=", s.through), 1)
}

func (s *Server) execute(t testing.TB, database, statement string) {
	t.Helper()
	db, err := sql.Open("pgx", s.url(database))
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.ExecContext(context.Background(), statement)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Error(err)
	}
}

func (s *Server) url(database string) string {
	return fmt.Sprintf("postgres:///%s?host=%s&port=%d&user=shop", database, url.QueryEscape(s.Folder), port)
}

// binaries is where PostgreSQL's are, those of the newest version; "" where there are
// none.
func binaries() string {
	if at, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(at)
	}
	var newest string
	most := 0
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb") // the pattern is right
	for _, at := range found {
		dir := filepath.Dir(at)
		if n, err := strconv.Atoi(filepath.Base(filepath.Dir(dir))); err == nil && n > most {
			newest, most = dir, n
		}
	}
	return newest
}

// unprivileged is how the cluster's programs run, which refuse to be root's: as the user
// who came with them, or nobody. That user gets the folder.
func unprivileged(t testing.TB, folder string) *syscall.SysProcAttr {
	t.Helper()
	as := &syscall.SysProcAttr{Pdeathsig: syscall.SIGQUIT}
	if os.Getuid() != 0 {
		return as
	}
	who, err := user.Lookup("postgres")
	if err != nil {
		who, err = user.Lookup("nobody")
	}
	if err != nil {
		t.Fatal(err)
	}
	uid, uidErr := strconv.ParseUint(who.Uid, 10, 32)
	gid, gidErr := strconv.ParseUint(who.Gid, 10, 32)
	if err := errors.Join(uidErr, gidErr, os.Chown(folder, int(uid), int(gid))); err != nil {
		t.Fatal(err)
	}
	as.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return as
}
