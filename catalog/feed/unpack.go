package feed

import (
	"archive/zip"
	"bytes"
	"cmp"
	"compress/flate"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
)

const (
	// DefaultMaxUnpacked is how many bytes an archive may unpack to. It admits a feed of
	// several million products; what is above it fills a small machine's patience before
	// its disk.
	DefaultMaxUnpacked int64 = 16 << 30
	// maxRatio is how many times its size an archive may unpack to. Real feeds shrink 5 to
	// 100 times, deflate can 1,032 times.
	maxRatio = 200
	// ratioFrom is from how many unpacked bytes on maxRatio holds: what is below is read in
	// seconds, whatever it is.
	ratioFrom = 16 << 20
)

// errBomb says which limit an archive has passed.
type errBomb struct{ message string }

func (e errBomb) Error() string { return e.message }

// budget is what one archive may unpack to, all members together.
type budget struct {
	file           *countedFile
	unpacked, most int64
}

// budgeted charges what is read to a budget.
type budgeted struct {
	io.Reader
	b *budget
}

func (r budgeted) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.b.unpacked += int64(n)
	limit := bytesText(r.b.most)
	if r.b.unpacked <= r.b.most {
		if r.b.unpacked < ratioFrom || r.b.unpacked < maxRatio*r.b.file.n {
			return n, err
		}
		limit = fmt.Sprintf("%d times its size", maxRatio)
	}
	return 0, errBomb{fmt.Sprintf("the archive unpacks to more than %s, which is the limit; the rest was not read. Unpack it yourself if you trust it", limit)}
}

// isDamage reports whether an error says that an archive ends in the middle or is not what
// was packed.
func isDamage(err error) bool {
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, gzip.ErrChecksum) || errors.Is(err, gzip.ErrHeader) ||
		errors.Is(err, zip.ErrChecksum) || errors.Is(err, zip.ErrFormat) || errors.As(err, new(flate.CorruptInputError))
}

func bytesText(n int64) string {
	for i, unit := range []string{"GiB", "MiB", "KiB"} {
		if size := int64(1) << (30 - 10*i); n >= size {
			return fmt.Sprintf("%.1f %s", float64(n)/float64(size), unit)
		}
	}
	return fmt.Sprintf("%d bytes", n)
}

// countedFile is a file that tells how much of it has been read and that stops when
// its context does.
type countedFile struct {
	ctx context.Context
	f   *os.File
	n   int64
}

func (c *countedFile) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, halt{err}
	}
	n, err := c.f.Read(p)
	c.n += int64(n)
	return n, err
}

func (c *countedFile) ReadAt(p []byte, off int64) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, halt{err}
	}
	n, err := c.f.ReadAt(p, off)
	c.n += int64(n)
	return n, err
}

// unpack reads every stream of the file at hand: the file itself, what a .gz
// holds, or the members of a .zip in name order, as far as the mapping admits
// their base names. What it is, is told by its first bytes. An error of a member with a
// halt inside ends it; others are trouble, and the next member follows.
func (s *scanner) unpack(src source) error {
	b := &budget{file: s.file, most: cmp.Or(s.opts.MaxUnpacked, DefaultMaxUnpacked)}
	magic := make([]byte, 4)
	n, err := s.file.f.ReadAt(magic, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	switch magic = magic[:n]; {
	case bytes.HasPrefix(magic, []byte("PK\x03\x04")), bytes.HasPrefix(magic, []byte("PK\x05\x06")):
		return s.unpackZip(src, b)
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(s.file)
		if err != nil {
			return fmt.Errorf("opening gzip: %w", err)
		}
		return s.stream(src.path, budgeted{z, b})
	}
	return s.stream(src.path, s.file)
}

func (s *scanner) unpackZip(src source, b *budget) error {
	z, err := zip.NewReader(s.file, src.size)
	if err != nil {
		return fmt.Errorf("opening zip: %w", err)
	}
	for _, k := range foreignKinds.Members {
		if slices.ContainsFunc(z.File, func(f *zip.File) bool { return strings.HasPrefix(f.Name, k.Begins) }) {
			return k.error()
		}
	}
	var names []string
	for _, f := range z.File[:min(len(z.File), 3)] { // as many as tell what it is
		names = append(names, f.Name)
	}
	members := slices.DeleteFunc(z.File, func(f *zip.File) bool {
		base := path.Base(f.Name)
		return f.FileInfo().IsDir() || isHiddenFile(base) || strings.HasPrefix(f.Name, "__MACOSX/") || !isFeedName(base) || !s.mapping.reads(base)
	})
	if len(members) == 0 {
		return fmt.Errorf("it is a zip archive without a feed file (%s), but with %q: name the feed's own file", strings.Join(feedExtensions, ", "), names)
	}
	slices.SortStableFunc(members, func(a, b *zip.File) int { return cmp.Compare(a.Name, b.Name) })
	for _, f := range members {
		name := src.path + "/" + f.Name
		err := s.member(f, name, b)
		if err == nil {
			continue
		}
		if bomb := (errBomb{}); errors.As(err, &bomb) || errors.As(err, new(halt)) {
			return err
		}
		if err := s.trouble(name, err); err != nil {
			return err
		}
	}
	return nil
}

func (s *scanner) member(f *zip.File, name string, b *budget) error {
	const encrypted = 1 // bit 0 of the general purpose flags
	if f.Flags&encrypted != 0 {
		return errors.New("the archive is encrypted; unpack it first")
	}
	if ext := strings.ToLower(path.Ext(f.Name)); slices.Contains(containerExtensions, ext) {
		return errors.New("archives inside archives are not opened; unpack it first")
	}
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	return s.stream(name, budgeted{r, b})
}
