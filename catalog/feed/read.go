package feed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"shopclerk/catalog"
)

const (
	// DefaultMaxErrors is a number of problems that a person still reads.
	DefaultMaxErrors = 100
	// DefaultMaxShare is the share of the products that may be lost beyond it: a
	// large feed has odd lines, and a shop opens without them.
	DefaultMaxShare = 0.02
	// DefaultMaxRecord is some hundred times what the longest real products
	// take, and small enough to hold a few of them at once.
	DefaultMaxRecord = 8 << 20
)

// Options sets limits and observers for [Read]. The zero value tolerates no lost
// product and has the default limits.
type Options struct {
	// MaxErrors and MaxShare say how many products may be lost: MaxErrors of them, or
	// MaxShare (0..1) of all, whichever is more; but no part of a file, which has nobody
	// knows how many. A negative MaxErrors means no limit, and tolerates that too.
	MaxErrors int
	MaxShare  float64

	MaxRecord   int   // bytes of one product's text; 0 means DefaultMaxRecord
	MaxUnpacked int64 // bytes that one archive may unpack to; 0 means DefaultMaxUnpacked

	OnProblem func(Problem)                                  // told of every problem, in order
	Progress  func(bytesRead, bytesTotal int64, records int) // told every few hundred products and at the end; bytes as on disk
}

// Summary says what a reading came to.
type Summary struct {
	Files    []string // read, in order
	Left     []string // in the folders given, but not read: not a feed file, not one of the mapping's, or a link out of the folder
	Bytes    int64    // read from disk
	Records  int      // yielded
	Derived  int      // of these, with a derived id
	Variants int      // of all records, where a record is several
	Hidden   int      // rows left out because the feed marks them as not for sale: drafts, archived, unpublished
	Assumed  int      // prices in a currency that is assumed: see [PriceRule]
	Problems Counts
}

// Read reads the products of files and folders, maps each to a record and yields
// it with the place where it begins. A folder stands for the feed files under
// it in name order. Records come in the order of paths, files and lines.
//
// It stops at the first error of yield, which it returns as it is; when ctx is
// done; and with [TooManyProblems] when more products are lost than Options tolerate. It returns
// [ErrNoProducts] when nothing was yielded. The summary is good in any case.
//
// An id occurs once: of products with the same id the first is kept. Memory
// grows by about 50 bytes a product, for the ids.
func Read(ctx context.Context, paths []string, m Mapping, opts Options, yield func(catalog.Record, Place) error) (Summary, error) {
	var sum Summary
	if err := m.Validate(); err != nil {
		return sum, fmt.Errorf("checking the mapping: %w", err)
	}
	m = m.canonical()
	files, left, err := sources(paths, m)
	if err != nil {
		return sum, err
	}
	sum.Left = left

	g, err := survey(ctx, files, m, opts)
	if err != nil {
		return sum, err
	}
	s := &scanner{ctx: ctx, opts: opts, sum: &sum, mapping: m}
	for _, f := range files {
		s.total += f.size
	}
	p := newProjector(m, s.report)
	take := func(rec catalog.Record, at Place) error {
		if err := yield(rec, at); err != nil {
			return halt{err}
		}
		sum.Records++
		sum.Variants += len(rec.Variants)
		sum.Derived, sum.Assumed = p.derived, p.assumed
		s.progress()
		return nil
	}
	s.emit = func(e *entry) error {
		name := g.of(e)
		if e.member.hidden || name == "" && e.member.unlisted {
			sum.Hidden++
			return nil
		}
		rec, ok, err := p.record(e)
		switch {
		case err != nil:
			return err
		case name != "" && ok:
			return g.add(name, e, &rec, take)
		case name != "":
			return g.add(name, e, nil, take)
		case !ok:
			return nil
		}
		return take(rec, e.place)
	}
	g.taken = p.ids
	if err = s.scan(files); err == nil {
		if err = g.flush(take); errors.As(err, new(halt)) {
			err = errors.Unwrap(err)
		}
	}
	if opts.Progress != nil {
		opts.Progress(sum.Bytes, s.total, sum.Records)
	}
	if err == nil {
		err = s.tolerate(sum.Records)
	}
	if err != nil {
		return sum, err
	}
	if sum.Records == 0 {
		return sum, fmt.Errorf("%w in %d files (problems: %s)", ErrNoProducts, len(sum.Files), sum.Problems)
	}
	return sum, nil
}

// scanner takes the entries of files to emit.
type scanner struct {
	ctx     context.Context
	opts    Options
	sum     *Summary
	emit    func(*entry) error // its errors are halts, or errEnough
	mapping Mapping            // which says what members of an archive are read, and in which dialect
	begin   func(stream string, format string)
	note    func(string)         // about the stream at hand; nil for nobody
	header  func(names []string) // nil, or told the columns of a table
	total   int64
	entry   *entry
	file    *countedFile
	done    int64 // bytes of the files before this one
}

// errEnough ends the reading of a stream without complaint.
var errEnough = errors.New("enough")

func (s *scanner) scan(files []source) error {
	s.entry = newEntry()
	for _, f := range files {
		err := s.scanFile(f)
		if stop := (halt{}); errors.As(err, &stop) {
			return stop.error
		}
		if err != nil {
			if err := s.trouble(f.path, err); err != nil {
				return errors.Unwrap(err) // a halt's
			}
		}
		s.done += f.size
		s.sum.Bytes = s.done
	}
	return nil
}

func (s *scanner) scanFile(src source) error {
	f, err := src.open()
	if err != nil {
		return err
	}
	defer f.Close()
	s.sum.Files = append(s.sum.Files, src.path)
	s.file = &countedFile{ctx: s.ctx, f: f}
	return s.unpack(src)
}

// stream reads unpacked text, whose name is that to report it by.
func (s *scanner) stream(name string, r io.Reader) error {
	format, read, text, enc, err := sniff(name, r)
	if err != nil {
		return err
	}
	if s.begin != nil {
		s.begin(name, format)
	}
	k := &sink{name: name, limit: cmp.Or(s.opts.MaxRecord, DefaultMaxRecord), entry: s.entry, emit: s.emit, report: s.report, columns: s.header, note: s.note, legacy: enc}
	if f, ok := r.(*countedFile); ok {
		if info, err := f.f.Stat(); err == nil {
			k.at, k.size = f, info.Size()
		}
	}
	presetNamed(s.mapping.Format).attach(k, s.mapping)
	err = read(k, text)
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// trouble turns an error about a whole stream into a problem.
func (s *scanner) trouble(name string, err error) error {
	kind, message := UnreadableFile, err.Error()
	switch bomb := (errBomb{}); {
	case errors.As(err, &bomb):
		kind, message = ZipBomb, bomb.message
	case isDamage(err):
		kind, message = CutOff, fmt.Sprintf("the archive is cut off or damaged (%v): what follows is missing. Fetch it again", err)
	}
	if pathErr := (*os.PathError)(nil); errors.As(err, &pathErr) {
		message = pathErr.Err.Error() // the place already names the path
	}
	return s.report(Problem{Place{File: name}, kind, message})
}

// report counts a problem and stops the reading past the limit.
func (s *scanner) report(p Problem) error {
	s.sum.Problems[p.Kind]++
	if s.opts.OnProblem != nil {
		s.opts.OnProblem(p)
	}
	if s.opts.MaxShare == 0 { // a share is known only at the end
		if err := s.tolerate(0); err != nil {
			return halt{err}
		}
	}
	return nil
}

// tolerate returns an error when more products are lost than the options admit of so many.
func (s *scanner) tolerate(products int) error {
	tolerated := max(s.opts.MaxErrors, int(s.opts.MaxShare*float64(products)))
	if s.opts.MaxErrors < 0 || s.sum.Problems.Lost() <= tolerated && s.sum.Problems.Cut() == 0 {
		return nil
	}
	return &TooManyProblems{s.sum.Problems, s.sum.Records, tolerated}
}

// progress tells the observer now and then.
func (s *scanner) progress() {
	const every = 500 // products; some milliseconds
	if s.opts.Progress != nil && s.sum.Records%every == 0 {
		s.sum.Bytes = min(s.done+s.file.n, s.total)
		s.opts.Progress(s.sum.Bytes, s.total, s.sum.Records)
	}
}
