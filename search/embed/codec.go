package embed

import (
	"bytes"
	"encoding"
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

var (
	_ encoding.BinaryMarshaler   = (*Model)(nil)
	_ encoding.BinaryUnmarshaler = (*Model)(nil)
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// header follows the magic.
type header struct {
	Dim, Features uint32
}

// MarshalBinary implements [encoding.BinaryMarshaler]. The bytes are those of
// the model alone: equal models have equal bytes.
func (m *Model) MarshalBinary() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(magic)
	for _, part := range []any{header{uint32(m.dim), uint32(len(m.features))}, m.features, m.rarity, m.directions} {
		if err := binary.Write(&b, binary.LittleEndian, part); err != nil {
			return nil, fmt.Errorf("encoding model: %w", err)
		}
	}
	return binary.LittleEndian.AppendUint32(b.Bytes(), crc32.Checksum(b.Bytes(), castagnoli)), nil
}

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. After an error,
// which is [ErrFormat], the model is as it was.
func (m *Model) UnmarshalBinary(data []byte) error {
	const sumSize = 4
	body := len(data) - sumSize
	if body < len(magic) || string(data[:len(magic)]) != magic {
		return fmt.Errorf("%w: unknown version", ErrFormat)
	}
	if crc32.Checksum(data[:body], castagnoli) != binary.LittleEndian.Uint32(data[body:]) {
		return fmt.Errorf("%w: checksum differs", ErrFormat)
	}
	r := bytes.NewReader(data[len(magic):body])
	var h header
	if err := binary.Read(r, binary.LittleEndian, &h); err != nil {
		return fmt.Errorf("%w: header is cut short", ErrFormat)
	}
	// The length is checked before memory is asked for. Neither product can
	// overflow: both factors have 32 bits.
	n, dim := uint64(h.Features), uint64(h.Dim)
	if left := uint64(r.Len()); n > left || dim > left || left != n*(8+4)+n*dim*4 {
		return fmt.Errorf("%w: %d bytes for %d features of %d dimensions", ErrFormat, left, n, dim)
	}
	read := Model{
		dim:        int(dim),
		features:   make([]feature, n),
		rarity:     make([]float32, n),
		directions: make([]float32, n*dim),
	}
	for _, part := range []any{read.features, read.rarity, read.directions} {
		if err := binary.Read(r, binary.LittleEndian, part); err != nil {
			return fmt.Errorf("%w: %w", ErrFormat, err)
		}
	}
	if !slices.IsSorted(read.features) {
		return fmt.Errorf("%w: features are out of order", ErrFormat)
	}
	read.number()
	*m = read
	return nil
}
