package cards

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"strings"
	"time"
)

// ready is how long a shop may take to open.
const ready = 2 * time.Minute

// Serve starts the built shop on a data directory, with a key of its own, and stops it
// with the function that it returns.
func Serve(ctx context.Context, web, data string) (shop *Shop, stop func(), err error) {
	made, err := exec.CommandContext(ctx, web, "api-key", "cards").Output()
	if err != nil {
		return nil, nil, fmt.Errorf("making a key: %w", err)
	}
	var key, known string
	if _, err := fmt.Sscanf(string(made), "key: %s\n--api-keys: %s", &key, &known); err != nil {
		return nil, nil, fmt.Errorf("reading the key: %w", err)
	}
	free, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		return nil, nil, err
	}
	address := free.Addr().String()
	if err := free.Close(); err != nil {
		return nil, nil, err
	}
	server := exec.CommandContext(ctx, web, "serve", "--data", data, "--listen", address, "--api-keys", known, "--api-rate", "100000")
	var said strings.Builder
	server.Stdout, server.Stderr = &said, &said
	if err := server.Start(); err != nil {
		return nil, nil, fmt.Errorf("starting the shop: %w", err)
	}
	done := make(chan error, 1)
	go func() { done <- server.Wait() }()
	stop = func() {
		_ = server.Process.Kill() // nothing is left to be written
		<-done
	}
	shop = &Shop{URL: "http://" + address, Key: key}
	for began := time.Now(); time.Since(began) < ready; time.Sleep(100 * time.Millisecond) {
		select {
		case err := <-done:
			return nil, nil, fmt.Errorf("the shop did not open: %w: %s", err, said.String())
		default:
		}
		r, err := http.Get(shop.URL + "/api/v1/openapi.json")
		if err != nil {
			continue
		}
		r.Body.Close()
		return shop, stop, nil
	}
	stop()
	return nil, nil, fmt.Errorf("the shop did not open within %v: %s", ready, said.String())
}
