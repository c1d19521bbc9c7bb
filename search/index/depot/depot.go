// Package depot keeps generations of a catalogue where every process of a shop can reach
// them: an import is published once ([Publish]) and pulled into each data directory
// ([Puller]). A [Store] is a folder ([Dir]) or an S3 bucket (package s3).
//
// A store holds
//
//	files/SHA256               a file of some generations, by the hash of its content
//	generations/BEGAN-VERSION  the [Manifest] of a generation, signed
//	newest                     the name of the newest manifest
//
// in which the later needs the earlier, and is written after it. Nothing in a store is
// believed but what the holder of the private key has signed: who can write to it can
// withhold generations, and no more.
package depot

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"

	"shopclerk/search/index"
)

// Store keeps named contents. Names are of letters, digits, "-" and "/".
type Store interface {
	// Get opens what is stored under a name; [ErrNone] where nothing is.
	Get(ctx context.Context, name string) (io.ReadCloser, error)
	// Put stores size bytes for good under a name, whole or not at all, in place of what was there.
	Put(ctx context.Context, name string, content io.Reader, size int64) error
	// List lists what is stored under names with a prefix.
	List(ctx context.Context, prefix string) ([]Entry, error)
	// Remove removes what is stored under a name, if anything is.
	Remove(ctx context.Context, name string) error
	// Claim keeps other publishers out until release is called or the process has ended. The
	// context that it returns ends where the claim is lost. It returns [ErrBusy] where another
	// publisher does not finish in time.
	Claim(ctx context.Context) (claimed context.Context, release func() error, err error)
}

// Entry is something that is stored.
type Entry struct {
	Name     string
	Size     int64
	Modified time.Time // by the store's clock
}

var (
	// ErrNone reports a name under which nothing is stored, or that nothing was published.
	ErrNone = errors.New("nothing is stored there")
	// ErrBusy reports that another publishes, or pulls into the same data directory.
	ErrBusy = errors.New("another is at it")
	// ErrForged reports a manifest that the holder of the key has not signed, or that is none.
	ErrForged = errors.New("no manifest that is signed by the key")
	// ErrDamaged reports a file that is not what its manifest says.
	ErrDamaged = errors.New("the file is not the one that was published")
)

const (
	format      = 1 // of manifests
	newestName  = "newest"
	generations = "generations/"
	contents    = "files/"
)

// Manifest tells what a generation is made of.
type Manifest struct {
	Format     int    `json:"format"`
	Generation string `json:"generation"`
	index.Import
	Files []File `json:"files"` // by path
}

// File is a file of a generation.
type File struct {
	Path   string `json:"path"` // in the data directory, "/" between
	Size   int64  `json:"size"` // bytes
	SHA256 string `json:"sha256"`
}

// Size is how many bytes a generation has.
func (m *Manifest) Size() (n int64) {
	for i := range m.Files {
		n += m.Files[i].Size
	}
	return n
}

// name is where a store keeps the manifest: names ascend with the time when imports began.
func (m *Manifest) name() string { return fmt.Sprintf("%s%020d-%s", generations, m.Began, m.Version) }

// mostManifest bounds a manifest in bytes, which is what [note.Open] takes some ten
// milliseconds for: 50,000 files. A million products have some hundred.
const mostManifest = 8 << 20

// sign writes a manifest down.
func (m *Manifest) sign(by note.Signer) ([]byte, error) {
	text, err := json.MarshalIndent(m, "", " ") // a note has no tabs
	if err != nil {
		return nil, err
	}
	return note.Sign(&note.Note{Text: string(text) + "\n"}, by)
}

// parseManifest reads a manifest. It returns [ErrForged] for one that is not of the name, of
// this format, signed by the key, and of files that an import may have.
func parseManifest(name string, text []byte, key note.Verifier) (*Manifest, error) {
	n, err := note.Open(text, note.VerifierList(key))
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrForged, name, err)
	}
	m := &Manifest{}
	if err := json.Unmarshal([]byte(n.Text), m); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrForged, name, err)
	}
	wrong := ""
	switch version, err := hex.DecodeString(m.Version); {
	case m.Format != format:
		wrong = fmt.Sprintf("its format is %d, and this program's %d", m.Format, format)
	case err != nil || len(version) != 8:
		wrong = "it names no version of a catalogue"
	case m.name() != name || m.Import.Generation() != m.Generation || m.Began <= 0:
		wrong = "it is of another generation: " + m.Generation
	case !slices.ContainsFunc(m.Files, func(f File) bool { return f.Path == index.CatalogFile }):
		wrong = "it has no catalogue"
	}
	seen := map[string]bool{}
	for _, f := range m.Files {
		sum, err := hex.DecodeString(f.SHA256)
		if !m.Owns(f.Path) || seen[f.Path] || f.Size < 0 || err != nil || len(sum) != 32 || strings.ToLower(f.SHA256) != f.SHA256 {
			wrong = fmt.Sprintf("no import has a file %q", f.Path)
		}
		seen[f.Path] = true
	}
	if wrong != "" {
		return nil, fmt.Errorf("%w: %s: %s", ErrForged, name, wrong)
	}
	return m, nil
}

// read reads something small.
func read(ctx context.Context, s Store, name string, most int64) ([]byte, error) {
	r, err := s.Get(ctx, name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("it has more than %d bytes", most)
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return text, nil
}

// newest is the name of the newest manifest.
func newest(ctx context.Context, s Store) (string, error) {
	text, err := read(ctx, s, newestName, 1000)
	return strings.TrimSpace(string(text)), err
}

// NewKeys makes a pair of keys for the generations of a shop: what signs them, a line for
// a file that nobody else may read, and what every process checks them with, a line that
// anybody may.
func NewKeys(shop string) (private, public string, err error) {
	private, public, err = note.GenerateKey(rand.Reader, shop)
	if err == nil {
		_, err = Verifier(public) // not every name can be a part of one
	}
	return private, public, err
}

// Signer reads the file of a private key.
func Signer(file string) (note.Signer, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading the key: %w", err)
	}
	key, err := note.NewSigner(string(bytes.TrimSpace(text)))
	if err != nil {
		return nil, fmt.Errorf("%s holds no private key of catalogues", file)
	}
	return key, nil
}

// Verifier reads a public key.
func Verifier(key string) (note.Verifier, error) {
	v, err := note.NewVerifier(strings.TrimSpace(key))
	if err != nil {
		return nil, fmt.Errorf("%q is no public key of catalogues: %w", key, err)
	}
	return v, nil
}
