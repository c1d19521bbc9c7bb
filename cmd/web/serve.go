package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"
)

// shutdownTime is how long open requests may go on after a stop: longer than any
// page takes, and than the five seconds that net/http waits for the first request of a
// connection which a browser has opened ahead; shorter than a supervisor waits before it
// kills.
const shutdownTime = 7 * time.Second

// leaveTime is how long a shop behind proxies goes on after it has said that it is not ready
// any more: HAProxy asks every 300 ms, and believes it the second time.
const leaveTime = time.Second

// serve listens until ctx is done, then lets open requests finish.
func serve(ctx context.Context, c config, s *server) error {
	servers := []*http.Server{httpServer(c.Listen, s.handler())}
	if c.Metrics != "" {
		servers = append(servers, httpServer(c.Metrics, s.metrics.handler()))
	}
	failed := make(chan error, len(servers))
	for i, srv := range servers {
		l, err := net.Listen("tcp", srv.Addr)
		if err != nil {
			return fmt.Errorf("listening: %w", err)
		}
		if i == 0 {
			if c.Log == logJSON {
				slog.Info("the shop is open", "address", "http://"+l.Addr().String())
			} else {
				fmt.Fprintf(os.Stderr, "The shop is open: http://%s\n", l.Addr())
			}
		}
		go func() { failed <- srv.Serve(l) }()
	}
	var err error
	select {
	case <-ctx.Done():
		if s.leaving.Store(true); len(c.Proxies) > 0 {
			time.Sleep(leaveTime)
		}
	case err = <-failed:
	}
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	for _, srv := range servers {
		err = errors.Join(err, srv.Shutdown(end))
	}
	return err
}

func httpServer(addr string, h http.Handler) *http.Server {
	return &http.Server{
		Addr: addr, Handler: h,
		ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: 30 * time.Second, IdleTimeout: 2 * time.Minute,
	}
}
