//go:build unix

package index

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// flock locks an open file until unlock is called or the process ends, however it does,
// or closes it. It returns [ErrBusy] where another has it.
func flock(f *os.File, how hold) (unlock func() error, err error) {
	flags := map[hold]int{alone: syscall.LOCK_EX | syscall.LOCK_NB, waiting: syscall.LOCK_EX, sharing: syscall.LOCK_SH | syscall.LOCK_NB}[how]
	for {
		if err = syscall.Flock(int(f.Fd()), flags); !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = ErrBusy
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("locking %s: %w", f.Name(), err), f.Close())
	}
	return f.Close, nil
}
