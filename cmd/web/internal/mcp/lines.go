package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// malformed answers a line that is no message (JSON-RPC 2.0, 5.1).
const malformed = `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the line is no JSON-RPC message"}}` + "\n"

// lines is a transport of a message a line that answers what is no message and goes on,
// where the SDK would hang up.
func lines(in io.Reader, out io.Writer) *sdk.IOTransport {
	passed, pass := io.Pipe()
	to := &lockedWriter{out: out}
	go func() {
		for from := bufio.NewReader(in); ; {
			line, err := from.ReadBytes('\n')
			if text := bytes.TrimSpace(line); len(text) > 0 && !isMessage(text) {
				_, _ = io.WriteString(to, malformed) // whoever does not listen gets no answer
			} else if _, passErr := pass.Write(line); passErr != nil {
				return // the session is over
			}
			if err != nil {
				pass.CloseWithError(err)
				return
			}
		}
	}()
	return &sdk.IOTransport{Reader: passed, Writer: to}
}

// isMessage reports whether a text is a message, or a batch of them, which the SDK judges.
func isMessage(text []byte) bool {
	_, err := jsonrpc.DecodeMessage(text)
	return err == nil || text[0] == '[' && json.Valid(text)
}

// lockedWriter keeps lines from two writers apart. It is closed by the end of the program.
type lockedWriter struct {
	mu  sync.Mutex
	out io.Writer
}

func (w *lockedWriter) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.out.Write(b)
}

func (w *lockedWriter) Close() error { return nil }
