package feed

import (
	"crypto/sha256"
	"encoding/hex"
	"hash/crc32"
	"strconv"

	"shopclerk/catalog"
)

// digest stands for an id in the set of ids seen. Half of a SHA-256 makes a
// chance collision, which would drop a good product, impossible in practice,
// and bounds the memory whatever the length of the ids.
type digest [16]byte

func digestOf(s string) digest {
	sum := sha256.Sum256([]byte(s))
	return digest(sum[:16])
}

// identities is the set of ids seen, each with the place of its product.
type identities struct {
	seen    map[digest]origin
	files   []string
	repeats map[digest]int // derived ids that several products share
	text    []byte         // what the last derived id was made of, for reuse
}

type origin struct{ file, line, title uint32 }

func newIdentities() *identities {
	return &identities{seen: map[digest]origin{}, repeats: map[digest]int{}}
}

// take enters an id. When it is taken already, it returns the place of the first, and
// whether that has the same title.
func (s *identities) take(id, title string, at Place) (first Place, same, ok bool) {
	d := digestOf(id)
	t := crc32.ChecksumIEEE([]byte(title))
	if o, taken := s.seen[d]; taken {
		return Place{File: s.files[o.file], Line: int(o.line)}, o.title == t, false
	}
	if n := len(s.files); n == 0 || s.files[n-1] != at.File {
		s.files = append(s.files, at.File)
	}
	s.seen[d] = origin{uint32(len(s.files) - 1), uint32(at.Line), t}
	return Place{}, false, true
}

// derive returns an id for a product that has none: the stem of its file and a
// hash of title and attributes. Price, rating and stock stay out, so that a
// product keeps its id from one day's feed to the next. Products that agree in
// all of it are numbered in the order of the feed.
func (s *identities) derive(rec *catalog.Record, at Place) string {
	text := append(s.text[:0], rec.Title...)
	for _, a := range rec.Attributes {
		text = append(append(text, 0), a.Key...)
		text = append(append(text, 0), a.Value.String()...)
	}
	s.text = text
	sum := sha256.Sum256(text)
	id := baseStem(at.File) + "-" + hex.EncodeToString(sum[:8])
	for d, numbered := digestOf(id), id; ; numbered = id + "-" + strconv.Itoa(s.repeats[d]+1) {
		if _, _, ok := s.take(numbered, "", at); ok {
			return numbered
		}
		s.repeats[d]++
	}
}
