package embed

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
)

// ErrFormat says that bytes are not a model, are damaged, or were written by
// another version of this package. The remedy is to train again.
var ErrFormat = errors.New("not a readable embedding model")

// magic begins every model; its last byte is the version, which changes
// whenever the same text would be embedded otherwise.
const magic = "shopclerk/embed\x01"

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// header follows the magic.
type header struct {
	Dim, Features uint32
}

// MarshalBinary implements [encoding.BinaryMarshaler]. The bytes are those of
// the model alone: equal models have equal bytes.
func (m *Model) MarshalBinary() ([]byte, error) {
	b := []byte(magic)
	for _, part := range []any{header{uint32(m.dim), uint32(len(m.features))}, m.features, m.rarity, m.directions} {
		b, _ = binary.Append(b, binary.LittleEndian, part) // of fixed sizes
	}
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli)), nil
}

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. After an error,
// which is [ErrFormat], the model is as it was.
func (m *Model) UnmarshalBinary(data []byte) error {
	var h header
	body, at := len(data)-crc32.Size, len(magic)+binary.Size(h)
	if body < at || string(data[:len(magic)]) != magic {
		return fmt.Errorf("%w: unknown version", ErrFormat)
	}
	if crc32.Checksum(data[:body], castagnoli) != binary.LittleEndian.Uint32(data[body:]) {
		return fmt.Errorf("%w: checksum differs", ErrFormat)
	}
	_, _ = binary.Decode(data[len(magic):], binary.LittleEndian, &h)
	// The length is checked before memory is asked for. Neither product can
	// overflow: both factors have 32 bits.
	n, dim, left := uint64(h.Features), uint64(h.Dim), uint64(body-at)
	if n > left || dim > left || left != n*(8+4)+n*dim*4 {
		return fmt.Errorf("%w: %d bytes for %d features of %d dimensions", ErrFormat, left, n, dim)
	}
	read := Model{dim: int(dim), features: make([]feature, n), rarity: make([]float32, n), directions: make([]float32, n*dim)}
	for _, part := range []any{read.features, read.rarity, read.directions} {
		size, _ := binary.Decode(data[at:body], binary.LittleEndian, part)
		at += size
	}
	if !slices.IsSorted(read.features) {
		return fmt.Errorf("%w: features are out of order", ErrFormat)
	}
	read.ready()
	*m = read
	return nil
}
