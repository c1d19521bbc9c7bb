package nlu

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"slices"
)

// sparse are the weights of features as they are kept and used: those left out are 0.
type sparse struct {
	keys    []uint32 // hashes of the features, ascending
	first   []uint32 // by feature where its weights begin, and where the last one's end
	columns []uint8
	values  []int8
	scale   float32  // of a value
	buckets []uint32 // by the upper bits of a hash: the first key not below them
}

// bucketBits keeps a bucket to a few keys.
const bucketBits = 16

func keyOf(h uint64) uint32 { return uint32(h >> 32) }

func (s *sparse) index() {
	s.buckets = make([]uint32, 1<<bucketBits+1)
	k := 0
	for b := range s.buckets {
		for k < len(s.keys) && uint64(s.keys[k]) < uint64(b)<<(32-bucketBits) {
			k++
		}
		s.buckets[b] = uint32(k)
	}
}

// add adds the weights of a feature to the sums of columns.
func (s *sparse) add(sums []float32, h uint64) {
	key := keyOf(h)
	b := key >> (32 - bucketBits)
	for k := s.buckets[b]; k < s.buckets[b+1]; k++ {
		if s.keys[k] == key {
			for j := s.first[k]; j < s.first[k+1]; j++ {
				sums[s.columns[j]] += s.scale * float32(s.values[j])
			}
			return
		}
	}
}

// sparsen makes what is kept of dense rows, by the hash of a feature.
func sparsen(rows map[uint64]uint32, weights []float32, width int) sparse {
	sizes := make([]float32, 0, len(weights)/4)
	for _, w := range weights {
		if w != 0 {
			sizes = append(sizes, max(w, -w))
		}
	}
	slices.Sort(sizes)
	var s sparse
	if n := len(sizes); n > 0 {
		s.scale = sizes[n-1-n/outliers] / 127
	}
	type row struct{ key, at uint32 }
	var sorted []row
	for h, at := range rows {
		sorted = append(sorted, row{keyOf(h), at})
	}
	slices.SortFunc(sorted, func(a, b row) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.at, b.at)) })
	for _, r := range sorted {
		if n := len(s.keys); n > 0 && s.keys[n-1] == r.key {
			continue // of two features with one hash the later is left out
		}
		from := len(s.values)
		for c, w := range weights[int(r.at)*width:][:width] {
			if w == 0 {
				continue
			}
			if v := int8(max(-127, min(127, math.Round(float64(w/s.scale))))); v != 0 {
				s.columns, s.values = append(s.columns, uint8(c)), append(s.values, v)
			}
		}
		if from < len(s.values) {
			s.keys, s.first = append(s.keys, r.key), append(s.first, uint32(from))
		}
	}
	s.first = append(s.first, uint32(len(s.values)))
	s.index()
	return s
}

// outliers: one weight in so many is larger than can be kept, and is cut.
const outliers = 10000

// weightsFormat is the first byte of a file of weights; files of another format are refused.
const weightsFormat = 2

// Write writes the weights, gzipped: the tags, then of both chains the joints, the hashes as
// differences, how many weights each feature has, their columns and their values. Like stands with
// like, which packs well.
func (t *fields) Write(w io.Writer) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(z)
	b.WriteByte(weightsFormat)
	b.WriteByte(uint8(len(t.tags)))
	for _, g := range t.tags {
		b.WriteByte(uint8(g.Type))
		b.WriteByte(uint8(g.Polarity))
	}
	for _, p := range t.models() {
		for _, joint := range p.joints {
			for _, v := range joint {
				b.WriteByte(uint8(int8(max(-127, min(127, math.Round(float64(v)*jointSteps))))))
			}
		}
		s := &p.weights
		b.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(s.scale)))
		b.Write(binary.AppendUvarint(nil, uint64(len(s.keys))))
		last := uint32(0)
		for _, k := range s.keys {
			b.Write(binary.AppendUvarint(nil, uint64(k-last)))
			last = k
		}
		for k := range s.keys {
			b.WriteByte(uint8(s.first[k+1] - s.first[k]))
		}
		b.Write(s.columns)
		for _, v := range s.values {
			b.WriteByte(uint8(v))
		}
	}
	return cmp.Or(b.Flush(), z.Close())
}

// models are in the order of the file.
func (t *fields) models() []*model { return []*model{&t.acts, &t.spans, &t.intents} }

// jointSteps is the precision of joints: values to the one.
const jointSteps = 24

var errWeights = errors.New("these are no weights of a tagger")

// readFields reads what Write wrote.
func readFields(packed io.Reader) (*fields, error) {
	z, err := gzip.NewReader(packed)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return nil, err
	}
	if len(text) < 2 || text[0] != weightsFormat {
		return nil, errWeights
	}
	at := 2
	take := func(n int) []byte {
		if n < 0 || at+n > len(text) {
			err = errWeights
			return make([]byte, max(0, min(n, 1<<16)))
		}
		at += n
		return text[at-n : at]
	}
	number := func() int {
		v, n := binary.Uvarint(text[min(at, len(text)):])
		if n <= 0 || v > 1<<32 {
			err = errWeights
			return 0
		}
		at += n
		return int(v)
	}
	var tags []tag
	for range text[1] {
		g := take(2)
		tags = append(tags, tag{Type(g[0]), Polarity(g[1])})
	}
	if err != nil || slices.ContainsFunc(tags, func(g tag) bool { return int(g.Type) >= types || int(g.Polarity) >= polarities }) {
		return nil, errWeights
	}
	t := newFields(tags)
	for _, p := range t.models() {
		for _, joint := range p.joints {
			for k, v := range take(len(joint)) {
				joint[k] = float32(int8(v)) / jointSteps
			}
		}
		s := &p.weights
		s.scale = math.Float32frombits(binary.LittleEndian.Uint32(take(4)))
		n := number()
		if n > len(text)-at {
			return nil, errWeights
		}
		s.keys, s.first = make([]uint32, n), make([]uint32, n+1)
		last := 0
		for k := range s.keys {
			last += number()
			s.keys[k] = uint32(last)
		}
		for k, v := range take(n) {
			s.first[k+1] = s.first[k] + uint32(v)
		}
		s.columns = take(int(s.first[n]))
		s.values = make([]int8, s.first[n])
		for k, v := range take(len(s.values)) {
			s.values[k] = int8(v)
		}
		if err != nil || slices.ContainsFunc(s.columns, func(c uint8) bool { return int(c) >= p.width }) {
			return nil, errWeights
		}
		s.index()
		p.edges = p.chain.edges()
	}
	return t, err
}
