package mcp

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// A session survives lines that are no messages, and each is answered.
func TestLinesThatAreNoMessages(t *testing.T) {
	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	const ping = `{"jsonrpc":"2.0","id":2,"method":"ping"}`
	in, feed := io.Pipe()
	answers, out := io.Pipe()
	go func() {
		_, _ = io.WriteString(feed, "garbage\n\n{\"jsonrpc\":\n"+hello+"\n42\n{}\n\xff\x00\n"+ping+"\n")
	}()
	ended := make(chan error, 1)
	go func() {
		server := sdk.NewServer(&sdk.Implementation{Name: "t", Version: "1"}, nil)
		ended <- errors.Join(server.Run(t.Context(), lines(in, out)), out.Close())
	}()
	refused, answered := 0, 0
	for from := bufio.NewScanner(answers); from.Scan(); {
		switch {
		case strings.Contains(from.Text(), "-32700"):
			refused++
		case strings.Contains(from.Text(), `"result"`):
			answered++
		}
		if refused+answered == 7 {
			break
		}
	}
	if refused != 5 || answered != 2 {
		t.Errorf("%d lines were refused and %d answered, want 5 and 2", refused, answered)
	}
	_ = feed.Close()
	<-ended
}
