package lexical

import (
	"fmt"
	"runtime/debug"
)

// guard calls f and returns its panic as an error. It is put around Bleve,
// which panics on some damaged files. Index files are mapped into memory, so a
// file that is cut short under a running shop shows as a memory fault; that,
// too, comes back as an error instead of ending the program.
func guard(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: panic in the index: %v", ErrStale, p)
		}
	}()
	return f()
}
