package feed

import (
	"archive/zip"
	"bytes"
	"cmp"
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

// DefaultMaxUnpacked is how many bytes an archive may unpack to. It admits a feed of
// several million products; what is above it fills a small machine's patience before
// its disk.
const DefaultMaxUnpacked int64 = 16 << 30

// errBomb says which limit an archive has passed.
type errBomb struct{ message string }

func (e errBomb) Error() string { return e.message }

// budget is what one archive may still unpack to, all members together.
type budget struct{ left, whole int64 }

// budgeted charges what is read to a budget.
type budgeted struct {
	io.Reader
	b *budget
}

func (r budgeted) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if r.b.left -= int64(n); r.b.left < 0 {
		return 0, errBomb{fmt.Sprintf("the archive unpacks to more than %s, which is the limit; the rest was not read. Unpack it yourself if you trust it, or raise the limit", bytesText(r.b.whole))}
	}
	return n, err
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
	most := cmp.Or(s.opts.MaxUnpacked, DefaultMaxUnpacked)
	b := &budget{most, most}
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
	members := slices.DeleteFunc(z.File, func(f *zip.File) bool {
		base := path.Base(f.Name)
		return f.FileInfo().IsDir() || isHiddenFile(base) || strings.HasPrefix(f.Name, "__MACOSX/") || !isFeedName(base) || !s.mapping.reads(base)
	})
	if len(members) == 0 {
		return errors.New("the archive holds no feed file (" + strings.Join(feedExtensions, ", ") + ")")
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
