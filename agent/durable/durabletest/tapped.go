package durabletest

import (
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"
)

// Tapped returns another way to a database of [Server.Database], which counts the round
// trips that are made by it: how often somebody waits for the server, whatever is sent
// together. It stands until the test ends.
func (s *Server) Tapped(t testing.TB, database string) (place string, trips *atomic.Int64) {
	t.Helper()
	folder := t.TempDir()
	socket := fmt.Sprint("/.s.PGSQL.", s.through)
	l, err := net.Listen("unix", folder+socket)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() }) // whoever is connected ends by himself
	trips = &atomic.Int64{}
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go pass(client, s.Folder+socket, trips)
		}
	}()
	return strings.Replace(database, url.QueryEscape(s.Folder), url.QueryEscape(folder), 1), trips
}

// pass hands on what a client and the server say to each other, and counts.
func pass(client net.Conn, to string, trips *atomic.Int64) {
	defer client.Close()
	server, err := net.Dial("unix", to)
	if err != nil {
		return
	}
	defer server.Close()
	go func() { _, _ = io.Copy(client, server) }() // until either leaves
	sent := pgproto3.NewBackend(io.TeeReader(client, server), nil)
	if _, err = sent.ReceiveStartupMessage(); err != nil {
		return
	}
	for {
		message, err := sent.Receive()
		if err != nil {
			return
		}
		switch message.(type) {
		case *pgproto3.Sync, *pgproto3.Query:
			trips.Add(1)
		}
	}
}
