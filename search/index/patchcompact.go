package index

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

// compactFrom is from how many bytes on a file of patches is written anew: some fifty
// thousand prices. It is done when a file has doubled since, so that in the long run a
// patch is written a few times, and a file has at most twice what its patches still say.
const compactFrom = 8 << 20

// CompactPatches leaves out of the latest file of patches what later ones have made void,
// where it has grown enough for that, and reports whether it did. Whoever reads patches
// meets some once more, which does no harm. A crash leaves the file as it was, or as it is
// to be.
func CompactPatches(dir string) (done bool, err error) { return compactPatches(dir, compactFrom) }

func compactPatches(dir string, from int64) (done bool, err error) {
	files, _, err := patchFiles(dir)
	if err != nil || len(files) == 0 {
		return false, err
	}
	if grown, err := dueForCompaction(files[len(files)-1].path(dir), from); err != nil || !grown {
		return false, err
	}
	unlock, err := holdPatches(dir)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	files, old, err := patchFiles(dir)
	if err != nil {
		return false, err
	}
	last := files[len(files)-1]
	if grown, err := dueForCompaction(last.path(dir), from); err != nil || !grown {
		return false, err // somebody else was first
	}
	next := patchLog{last.n, last.edition + 1}
	if err := rewritePatches(last.path(dir), next.path(dir)); err != nil {
		return false, err
	}
	if err := Sync(dir); err != nil {
		return false, err
	}
	for _, l := range append(old, last) {
		err = errors.Join(err, os.Remove(l.path(dir)))
	}
	return true, err
}

// dueForCompaction reports whether a file of patches is worth writing anew.
func dueForCompaction(path string, from int64) (bool, error) {
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil // removed since it was listed
	}
	if err != nil || info.Size() < from {
		return false, err
	}
	first, err := firstLine(path)
	if err != nil {
		return false, fmt.Errorf("compacting patches: %s: %w", path, err)
	}
	return info.Size() >= 2*first.Compacted, nil
}

// firstLine reads the first line of a file of patches; nothing where none is whole.
func firstLine(path string) (Logged, error) {
	f, err := os.Open(path)
	if err != nil {
		return Logged{}, err
	}
	defer f.Close()
	line, err := bufio.NewReader(f).ReadBytes('\n')
	if err != nil {
		return Logged{}, nil
	}
	return readLogged(line)
}

// rewritePatches writes what a file's patches say to another, which is there whole or not
// at all.
func rewritePatches(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return fmt.Errorf("compacting patches: %w", err)
	}
	defer in.Close()
	kept, head := newCompaction(), Logged{}
	for lines := bufio.NewReaderSize(in, 1<<20); ; {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break // the rest was being written when a process ended
		}
		if err != nil {
			return fmt.Errorf("compacting patches: %w", err)
		}
		l, err := readLogged(line)
		if err != nil {
			return fmt.Errorf("compacting patches: %s: %w", from, err)
		}
		head.Sequence, head.Began = max(head.Sequence, l.Sequence), max(head.Began, l.Began)
		if l.Patch.ID != "" {
			kept.add(l)
		}
	}
	if err := writePatches(to, head, kept.list()); err != nil {
		return fmt.Errorf("compacting patches: %w", err)
	}
	return nil
}

// writePatches writes a file of patches with a first line, which is there whole or not at
// all.
func writePatches(to string, head Logged, list []Logged) error {
	var text bytes.Buffer
	for i := range list {
		if err := writeLogged(&text, &list[i]); err != nil {
			return err
		}
	}
	head.Compacted = int64(text.Len())
	var first bytes.Buffer
	if err := writeLogged(&first, &head); err != nil {
		return err
	}
	out, err := os.Create(to + ".new") // no file of patches by its name
	if err != nil {
		return err
	}
	_, err = out.Write(append(first.Bytes(), text.Bytes()...))
	return Finish(out, to, err)
}

// compaction is what is left of patches in the order of their log: of each product and
// variant the latest tombstone, and of each field the highest version that named it, the
// first of equals. A patch that names a category is taken by no catalogue that lacks the
// category, and then says nothing: so it is left out only for one that names the same and
// says all that it does, and makes no other void.
type compaction struct {
	next  int
	items map[[2]string]*compacted // by product and variant
}

// compacted is what is left of one product's, or variant's, patches.
type compacted struct {
	gone   *placed
	fields map[string]*placed // by name
	moves  []*placed          // those that name a category
}

type placed struct {
	Logged
	at int // in the log
}

func newCompaction() *compaction { return &compaction{items: map[[2]string]*compacted{}} }

// Compacted is what is left of patches, in their order.
func Compacted(all []Logged) []Logged {
	c := newCompaction()
	for _, l := range all {
		c.add(l)
	}
	return c.list()
}

func (c *compaction) of(id, variant string) *compacted {
	k := [2]string{id, variant}
	if c.items[k] == nil {
		c.items[k] = &compacted{fields: map[string]*placed{}}
	}
	return c.items[k]
}

func (c *compaction) add(l Logged) {
	c.next++
	p := &placed{l, c.next}
	i := c.of(p.Patch.ID, p.Patch.Variant)
	if i.gone != nil && p.Patch.Version <= i.gone.Patch.Version {
		return
	}
	switch names := p.Patch.Names(); {
	case p.Patch.Delete:
		i.gone = p
		void := func(o *placed) bool { return o.Patch.Version <= p.Patch.Version }
		for name, o := range i.fields {
			if void(o) {
				delete(i.fields, name)
			}
		}
		i.moves = slices.DeleteFunc(i.moves, void)
	case p.Patch.Category != nil:
		says := func(a, b *placed) bool { // all that b says, and later
			return *a.Patch.Category == *b.Patch.Category && a.Patch.Version >= b.Patch.Version &&
				!slices.ContainsFunc(b.Patch.Names(), func(name string) bool { return !slices.Contains(a.Patch.Names(), name) })
		}
		if slices.ContainsFunc(i.moves, func(o *placed) bool { return says(o, p) }) {
			return
		}
		i.moves = append(slices.DeleteFunc(i.moves, func(o *placed) bool { return says(p, o) && p.Patch.Version > o.Patch.Version }), p)
	default:
		for _, name := range names {
			if old := i.fields[name]; old == nil || old.Patch.Version < p.Patch.Version {
				i.fields[name] = p
			}
		}
	}
}

// list returns what is left, in the order of the log.
func (c *compaction) list() []Logged {
	var left []*placed
	for _, i := range c.items {
		if i.gone != nil {
			left = append(left, i.gone)
		}
		left = append(left, i.moves...)
		names := map[*placed][]string{}
		for name, p := range i.fields {
			names[p] = append(names[p], name)
		}
		for p, of := range names {
			only := *p
			only.Patch = p.Patch.Only(of)
			left = append(left, &only)
		}
	}
	slices.SortFunc(left, func(a, b *placed) int { return cmp.Compare(a.at, b.at) })
	out := make([]Logged, len(left))
	for i, p := range left {
		out[i] = p.Logged
	}
	return out
}
