package feed

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// reader reads the products of one stream into a sink. Its error is about the
// stream as a whole, or a halt.
type reader func(s *sink, r io.Reader) error

// sniffLength is how much of a file the format and the encoding are told by.
const sniffLength = 256 << 10

// sniff tells the format of a stream: by the extension of its name where that is
// clear, else by its first bytes. It returns the stream as UTF-8 without a byte
// order mark.
//
// The encoding is that of texts in it that are no UTF-8, nil when none was met.
func sniff(name string, r io.Reader) (format string, read reader, text io.Reader, enc *legacy, err error) {
	marked := transform.NewReader(r, unicode.BOMOverride(transform.Nop))
	b := bufio.NewReaderSize(marked, sniffLength)
	head, err := b.Peek(sniffLength)
	if len(head) == 0 && err != nil && !errors.Is(err, io.EOF) { // behind a beginning it comes again
		return "", nil, nil, nil, err
	}
	if bytes.HasPrefix(head, parquetMagic) {
		return "Parquet", readParquet, b, nil, nil
	}
	if err := foreign(head); err != nil {
		return "", nil, nil, nil, err
	}
	format, read = detect(name, head)
	return format, read, b, legacyOf(head), nil
}

func detect(name string, head []byte) (string, reader) {
	head = bytes.TrimSpace(head)
	switch ext := strings.ToLower(filepath.Ext(containerBase(name))); {
	case ext == ".csv" || ext == ".tsv":
		return "table", readDelimited
	case bytes.HasPrefix(head, []byte("<")):
		return "XML", readXML
	case bytes.HasPrefix(head, []byte("[")) && opensList(head):
		return "JSON array", readJSONArray
	case ext == ".jsonl" || ext == ".ndjson":
		return "JSON Lines", readJSONLines
	case bytes.HasPrefix(head, []byte("{")):
		if isOneObject(head) {
			return "JSON array", readJSONArray
		}
		return "JSON Lines", readJSONLines
	case ext == ".json":
		return "JSON array", readJSONArray
	}
	return "table", readDelimited
}

// wrapped finds the list of products in an object around it.
var wrapped = regexp.MustCompile(`^\{\s*"[^"\\]*"\s*:\s*\[\s*\{|"(products|items|data|results|records|entries|offers|rows)"\s*:\s*\[\s*\{`)

// isOneObject reports whether the beginning of a file is that of one object
// around a list of products, rather than of one object per line.
func isOneObject(head []byte) bool {
	first, rest, broken := bytes.Cut(head, []byte("\n"))
	switch {
	case broken && !json.Valid(first):
		return true // it goes on over lines
	case bytes.HasPrefix(bytes.TrimSpace(rest), []byte("{")):
		return false
	}
	return wrapped.Match(first)
}

// opensList reports whether "[" is followed by an object or by "]", which tells a
// list of products from a line of something else.
func opensList(head []byte) bool {
	rest := bytes.TrimSpace(head[1:])
	return len(rest) == 0 || rest[0] == '{' || rest[0] == ']'
}
