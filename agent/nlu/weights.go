package nlu

import (
	"cmp"
	"compress/gzip"
	"encoding/gob"
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

// SetWeights keeps what can be kept of dense weights, of which each feature, by its hash, has a row of
// a weight a column.
func (m *Model) SetWeights(rows map[uint64]uint32, weights []float32) {
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
		for c, w := range weights[int(r.at)*m.Width:][:m.Width] {
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
	m.weights = s
}

// outliers: one weight in so many is larger than can be kept, and is cut.
const outliers = 10000

// file is what weights are kept as: gob, gzipped. Like stands with like, which packs well.
type file struct {
	Tags   []tag
	Labels []string
	Models []struct {
		Joints          [][]int8 // in steps of 1/jointSteps
		Scale           float32
		Gaps            []uint32 // from the hash of each feature to the next
		Counts, Columns []uint8  // how many weights each feature has, and of which columns
		Values          []int8
	}
}

// jointSteps is the precision of joints: values to the one.
const jointSteps = 24

// models are in the order of the file.
func (t *Chains) models() []*Model { return []*Model{&t.Acts, &t.Spans, &t.Intents, &t.Clauses} }

// Write writes the weights.
func (t *Chains) Write(w io.Writer) error {
	f := file{Tags: t.tags, Labels: t.labels}
	f.Models = slices.Grow(f.Models, len(t.models()))[:len(t.models())]
	for k, m := range t.models() {
		to, s := &f.Models[k], &m.weights
		for _, joint := range m.Joints {
			row := make([]int8, len(joint))
			for i, v := range joint {
				row[i] = int8(max(-127, min(127, math.Round(float64(v)*jointSteps))))
			}
			to.Joints = append(to.Joints, row)
		}
		last := uint32(0)
		for i, key := range s.keys {
			to.Gaps, to.Counts = append(to.Gaps, key-last), append(to.Counts, uint8(s.first[i+1]-s.first[i]))
			last = key
		}
		to.Scale, to.Columns, to.Values = s.scale, s.columns, s.values
	}
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	return cmp.Or(gob.NewEncoder(z).Encode(&f), z.Close())
}

// ReadChains reads what Write wrote.
func ReadChains(packed io.Reader) (*Chains, error) {
	z, err := gzip.NewReader(packed)
	if err != nil {
		return nil, err
	}
	var f file
	if err := gob.NewDecoder(z).Decode(&f); err != nil {
		return nil, err
	}
	bad := slices.ContainsFunc(f.Tags, func(g tag) bool { return int(g.Type) >= types || int(g.Polarity) >= polarities })
	t := newChains(f.Tags, f.Labels)
	if bad || len(f.Labels) > 255-intents || len(f.Models) != len(t.models()) {
		return nil, errWeights
	}
	for k, m := range t.models() {
		from, s := &f.Models[k], &m.weights
		*s = sparse{scale: from.Scale, columns: from.Columns, values: from.Values, first: []uint32{0}}
		key, end := uint32(0), uint32(0)
		for i := range min(len(from.Gaps), len(from.Counts)) {
			key, end = key+from.Gaps[i], end+uint32(from.Counts[i])
			s.keys, s.first = append(s.keys, key), append(s.first, end)
		}
		if !(s.scale >= 0 && s.scale < 1) || len(from.Gaps) != len(from.Counts) || int(end) != len(s.columns) || int(end) != len(s.values) || len(from.Joints) != len(m.Joints) || !slices.IsSorted(s.keys) ||
			slices.ContainsFunc(s.columns, func(c uint8) bool { return int(c) >= m.Width }) {
			return nil, errWeights
		}
		for c, row := range from.Joints {
			if len(row) != len(m.Joints[c]) {
				return nil, errWeights
			}
			for i, v := range row {
				m.SetJoint(c, i, float32(v)/jointSteps)
			}
		}
		s.index()
	}
	return t, nil
}

var errWeights = errors.New("these are no weights of a tagger")
