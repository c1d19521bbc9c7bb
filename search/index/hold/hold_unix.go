//go:build unix

package hold

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// flock locks an open file until unlock is called or the process ends, however it does,
// or closes it. It returns [ErrBusy] where another has it.
func flock(f *os.File, how How) (unlock func() error, err error) {
	flags := map[How]int{Alone: syscall.LOCK_EX | syscall.LOCK_NB, Waiting: syscall.LOCK_EX, Sharing: syscall.LOCK_SH | syscall.LOCK_NB}[how]
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
