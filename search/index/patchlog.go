package index

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"shopclerk/catalog/patch"
	"shopclerk/search/index/hold"
)

// Patches lie beside the catalogue in files that are only added to, one line each: a
// checksum and JSON. An import begins another file, and its catalogue says which file
// is the first that it does not contain: what was patched before the import began to
// read its feed is the feed's to say, what was patched while it read holds on. The files
// before that are removed once the catalogue stands. Meanwhile what later patches have
// made void is left out of a file by writing it anew: see [CompactPatches].

const (
	patchGlob = "patches-*.log"
	// metaPatches is the name under which the store keeps the first file of patches
	// that are not in it.
	metaPatches = "patches"
)

// Logged is a patch as it was acknowledged.
type Logged struct {
	At    int64       `json:"at"` // when it was taken, microseconds since 1970
	Patch patch.Patch `json:"patch"`
	// Sequence is its place among the patches that processes share, ascending; 0: it is this
	// data directory's alone. See [TakePatches].
	Sequence int64 `json:"seq,omitempty"`
	// Compacted is of the first line of a file that was written anew, which says nothing
	// else but the highest sequence and Began: how many bytes it had then.
	Compacted int64 `json:"compacted,omitempty"`
	// Began is of the first line of a file with which the patches of an import begin that was
	// made elsewhere: when that was begun. See [Install].
	Began int64 `json:"began,omitempty"`
}

// patchLog is a file of patches: when it was begun, and how often it was written anew.
type patchLog struct{ n, edition int }

func (l patchLog) path(dir string) string {
	if l.edition == 0 {
		return filepath.Join(dir, fmt.Sprintf("patches-%06d.log", l.n))
	}
	return filepath.Join(dir, fmt.Sprintf("patches-%06d-%06d.log", l.n, l.edition))
}

// Position is a place among a data directory's patches. The zero value is before all.
type Position struct {
	file    int
	edition int
	offset  int64

	// Sequence is the highest of all patches before it, and of those that were removed.
	Sequence int64
}

// patchFiles lists the files there are, in order, of each the latest edition; old are the
// editions before, which a process that was killed has left.
func patchFiles(dir string) (latest, old []patchLog, err error) {
	paths, err := filepath.Glob(filepath.Join(dir, patchGlob))
	if err != nil {
		return nil, nil, fmt.Errorf("looking for patches: %w", err)
	}
	var all []patchLog
	for _, p := range paths {
		number, edition, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(filepath.Base(p), "patches-"), ".log"), "-")
		var l patchLog
		if l.n, err = strconv.Atoi(number); err == nil && edition != "" {
			l.edition, err = strconv.Atoi(edition)
		}
		if err == nil && l.n > 0 {
			all = append(all, l)
		}
	}
	slices.SortFunc(all, func(a, b patchLog) int { return cmp.Or(a.n-b.n, a.edition-b.edition) })
	for i, l := range all {
		if i+1 < len(all) && all[i+1].n == l.n {
			old = append(old, l)
		} else {
			latest = append(latest, l)
		}
	}
	return latest, old, nil
}

// AppendPatches writes patches down for good: once it has returned nil, no crash loses
// them. Any number of processes may call it. They hold for the catalogue that is there,
// and for one whose import is under way.
func AppendPatches(dir string, patches []patch.Patch) (err error) {
	now := time.Now().UnixMicro()
	logged := make([]Logged, len(patches))
	for i := range patches {
		logged[i] = Logged{At: now, Patch: patches[i]}
	}
	unlock, err := holdPatches(dir)
	if err != nil {
		return err
	}
	return errors.Join(appendPatches(dir, logged), unlock())
}

// TakePatches writes down as [AppendPatches] does what processes share, in their sequence:
// those that were not written down yet, by another process of the data directory perhaps.
// It looks for these from a position on, and returns the one after them.
func TakePatches(dir string, from Position, shared []Logged) (after Position, err error) {
	unlock, err := holdPatches(dir)
	if err != nil {
		return from, err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	if from, err = passPatches(dir, from); err != nil {
		return from, err
	}
	i, _ := slices.BinarySearchFunc(shared, from.Sequence+1, func(l Logged, s int64) int { return cmp.Compare(l.Sequence, s) })
	if i == len(shared) {
		return from, nil
	}
	if err := appendPatches(dir, shared[i:]); err != nil {
		return from, err
	}
	from.Sequence = shared[len(shared)-1].Sequence
	return from, nil
}

// passPatches is the position after all that is written down.
func passPatches(dir string, from Position) (Position, error) {
	for {
		list, next, err := ReadPatches(dir, from)
		if err != nil || len(list) == 0 {
			return next, err
		}
		from = next
	}
}

// appendPatches writes down patches; the caller holds the files.
func appendPatches(dir string, patches []Logged) (err error) {
	var text bytes.Buffer
	for i := range patches {
		if err := writeLogged(&text, &patches[i]); err != nil {
			return err
		}
	}
	files, _, err := patchFiles(dir)
	if err != nil {
		return err
	}
	last, fresh := patchLog{n: 1}, len(files) == 0
	if !fresh {
		last = files[len(files)-1]
	}
	f, err := os.OpenFile(last.path(dir), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return fmt.Errorf("writing patches: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	end, err := wholeLines(f)
	if err == nil {
		_, err = f.WriteAt(text.Bytes(), end)
	}
	if err == nil {
		err = f.Sync()
	}
	if err == nil && fresh {
		err = Sync(dir)
	}
	if err != nil {
		return fmt.Errorf("writing patches: %w", err)
	}
	return nil
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// wholeLines returns where the last whole line of a file ends. What follows was being
// written when a process ended, and nobody was told that it was.
func wholeLines(f *os.File) (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	const step = 64 << 10
	for end := info.Size(); end > 0; {
		from := max(0, end-step)
		part := make([]byte, end-from)
		if _, err := f.ReadAt(part, from); err != nil {
			return 0, err
		}
		if i := bytes.LastIndexByte(part, '\n'); i >= 0 {
			end = from + int64(i) + 1
			if end < info.Size() {
				return end, f.Truncate(end)
			}
			return end, nil
		}
		end = from
	}
	return 0, f.Truncate(0)
}

// mostRead bounds how many bytes of patches are read at once: some ten thousand.
const mostRead = 4 << 20

// ReadPatches returns patches that were written down after a position, in their order,
// and the position after them: not all, where there are many. Call it until it returns
// none.
func ReadPatches(dir string, from Position) ([]Logged, Position, error) {
	for {
		files, _, err := patchFiles(dir)
		if err != nil {
			return nil, from, err
		}
		gone := false
		for _, l := range files {
			if l.n < from.file {
				continue
			}
			at := Position{file: l.n, edition: l.edition, Sequence: from.Sequence}
			if l.n == from.file && l.edition == from.edition {
				at.offset = from.offset // another edition says all that this one did
			}
			out, next, err := readPatches(dir, l, at)
			if gone = errors.Is(err, fs.ErrNotExist); gone {
				break // removed since it was listed, after there was another
			}
			if err != nil || len(out) > 0 {
				return out, next, err
			}
			from = next
		}
		if !gone {
			return nil, from, nil
		}
	}
}

func readPatches(dir string, l patchLog, at Position) ([]Logged, Position, error) {
	f, err := os.Open(l.path(dir))
	if err != nil {
		return nil, at, fmt.Errorf("reading patches: %w", err)
	}
	defer f.Close()
	part := make([]byte, mostRead)
	n, err := f.ReadAt(part, at.offset)
	if err != nil && !errors.Is(err, io.EOF) { // the end of the file is where the next patch will be
		return nil, at, fmt.Errorf("reading patches: %w", err)
	}
	part = part[:n]
	part = part[:bytes.LastIndexByte(part, '\n')+1] // the rest is being written
	var out []Logged
	for line := range bytes.Lines(part) {
		at.offset += int64(len(line))
		one, err := readLogged(line)
		if err != nil {
			return out, at, fmt.Errorf("reading patches: %s before byte %d: %w", f.Name(), at.offset, err)
		}
		at.Sequence = max(at.Sequence, one.Sequence)
		if one.Patch.ID != "" { // else it is a file's own first line
			out = append(out, one)
		}
	}
	return out, at, nil
}

var errDamaged = errors.New("it is damaged")

// readLogged reads a line, with its checksum.
func readLogged(line []byte) (l Logged, err error) {
	sum, text, _ := bytes.Cut(bytes.TrimSuffix(line, []byte("\n")), []byte(" "))
	if want, err := strconv.ParseUint(string(sum), 16, 32); err != nil || uint32(want) != crc32.Checksum(text, castagnoli) {
		return l, errDamaged
	}
	return l, json.Unmarshal(text, &l)
}

// writeLogged writes a line, with its checksum.
func writeLogged(w io.Writer, l *Logged) error {
	line, err := json.Marshal(l)
	if err == nil {
		_, err = fmt.Fprintf(w, "%08x %s\n", crc32.Checksum(line, castagnoli), line)
	}
	if err != nil {
		return fmt.Errorf("writing patches: %w", err)
	}
	return nil
}

// rotatePatches begins another file for what is patched from now on, and returns its
// number: the first that a catalogue does not contain whose feed is read after this.
func rotatePatches(dir string) (first int, err error) {
	files, _, err := patchFiles(dir)
	if err != nil || len(files) == 0 {
		return 1, err
	}
	unlock, err := holdPatches(dir)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	if files, _, err = patchFiles(dir); err != nil {
		return 0, err
	}
	at, err := passPatches(dir, Position{})
	if err != nil { // it is for whoever follows them to tell
		at = Position{}
	}
	first = files[len(files)-1].n + 1
	f, err := os.Create(patchLog{n: first}.path(dir))
	if err != nil {
		return 0, fmt.Errorf("beginning another file of patches: %w", err)
	}
	if at.Sequence > 0 {
		if err = writeLogged(f, &Logged{Sequence: at.Sequence}); err == nil {
			err = f.Sync()
		}
	}
	return first, errors.Join(err, f.Close(), Sync(dir))
}

// sweepPatches removes what a catalogue contains.
func sweepPatches(dir string, first int) error {
	files, old, err := patchFiles(dir)
	if err != nil {
		return err
	}
	for _, l := range append(old, files...) {
		if l.n < first {
			err = errors.Join(err, os.Remove(l.path(dir)))
		}
	}
	return err
}

// Sync makes what is in a file, or the names in a folder, last.
func Sync(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// Finish gives a file that was written its name, with all that is in it on disk. After
// an error, that of the writing too, the file is gone.
func Finish(f *os.File, name string, err error) error {
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// holdPatches waits until no other process adds to the patches of a data directory, and
// keeps the others waiting until unlock is called or the process ends. It takes as long
// as writing some patches does.
func holdPatches(dir string) (unlock func() error, err error) {
	return hold.File(filepath.Join(dir, "patches.lock"), hold.Waiting)
}
