package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// A child's calls that change files are handed to its parent before they are made, by the
// kernel (seccomp's notifications): calls of SQLite's and of Go's alike, of any thread. The
// parent lets them be made, makes a part of them, answers them with an error, or kills the
// child.

// watchedCalls change files.
var watchedCalls = []uint32{
	syscall.SYS_WRITE, syscall.SYS_PWRITE64, syscall.SYS_FSYNC, syscall.SYS_FDATASYNC, syscall.SYS_FTRUNCATE,
	sysCopyFileRange, syscall.SYS_SENDFILE,
	syscall.SYS_RENAME, syscall.SYS_RENAMEAT, sysRenameat2, syscall.SYS_UNLINK, syscall.SYS_UNLINKAT, syscall.SYS_MKDIR, syscall.SYS_MKDIRAT,
}

const (
	sysRenameat2, sysSeccomp, sysCopyFileRange = 316, 317, 326
	sysPidfdOpen, sysPidfdGetfd                = 434, 438

	setNoNewPrivileges = 38
	pollIn, pollHup    = 1, 16

	seccompSet    = 1
	seccompFlags  = 1<<0 | 1<<3 | 1<<4 | 1<<5 // all threads, a listener, an error tells of itself, only death interrupts
	seccompNotify = 0x7fc00000
	seccompAllow  = 0x7fff0000
	notifyReceive = 0xc0502100
	notifySend    = 0xc0182101
	notifyGoOn    = 1
)

// listen has the calls of this process handed to whoever takes the listener it returns,
// but for writes to its standard streams.
func listen() (listener int, err error) {
	load := func(at uint32) syscall.SockFilter {
		return syscall.SockFilter{Code: syscall.BPF_LD | syscall.BPF_W | syscall.BPF_ABS, K: at}
	}
	n := uint8(len(watchedCalls))
	filter := []syscall.SockFilter{load(0)}
	for i, nr := range watchedCalls {
		filter = append(filter, syscall.SockFilter{Code: syscall.BPF_JMP | syscall.BPF_JEQ | syscall.BPF_K, Jt: n - uint8(i), K: nr})
	}
	filter = append(filter,
		syscall.SockFilter{Code: syscall.BPF_RET | syscall.BPF_K, K: seccompAllow},
		load(16), // the first argument
		syscall.SockFilter{Code: syscall.BPF_JMP | syscall.BPF_JGT | syscall.BPF_K, Jt: 1, K: 2},
		syscall.SockFilter{Code: syscall.BPF_RET | syscall.BPF_K, K: seccompAllow},
		syscall.SockFilter{Code: syscall.BPF_RET | syscall.BPF_K, K: seccompNotify})
	runtime.LockOSThread()
	if _, _, errno := syscall.Syscall(syscall.SYS_PRCTL, setNoNewPrivileges, 1, 0); errno != 0 {
		return 0, errno
	}
	program := syscall.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	return descriptor(syscall.Syscall(sysSeccomp, seccompSet, seccompFlags, uintptr(unsafe.Pointer(&program))))
}

// descriptor is what a call of the kernel returned, as a file descriptor.
func descriptor(fd, _ uintptr, errno syscall.Errno) (int, error) {
	if errno != 0 {
		return 0, errno
	}
	return int(fd), nil
}

// pidfdGetfd copies a file descriptor of the process of another.
func pidfdGetfd(pidfd, fd int) (int, error) {
	return descriptor(syscall.Syscall(sysPidfdGetfd, uintptr(pidfd), uintptr(fd), 0))
}

// notified is a call as the kernel tells of it, and verdict its answer.
type (
	notified struct {
		id         uint64
		pid, flags uint32
		nr         int32
		arch       uint32
		ip         uint64
		args       [6]uint64
	}
	verdict struct {
		id    uint64
		value int64
		err   int32
		flags uint32
	}
)

// A plan is what happens to the n-th call of its kind that touches a file in a folder, from
// 1; 0: nothing.
type plan struct {
	name string
	kind func(nr int32) bool
	do   func(c *callOf) verdict
	n    int
}

func writing(nr int32) bool { return nr == syscall.SYS_WRITE || nr == syscall.SYS_PWRITE64 }
func filling(nr int32) bool {
	return writing(nr) || nr == sysCopyFileRange || nr == syscall.SYS_SENDFILE
}
func syncing(nr int32) bool { return nr == syscall.SYS_FSYNC || nr == syscall.SYS_FDATASYNC }
func whatever(int32) bool   { return true }

func fails(errno syscall.Errno) func(*callOf) verdict {
	return func(*callOf) verdict { return verdict{err: -int32(errno)} }
}

// plans are all that can happen.
var plans = []plan{
	{name: "killed", kind: whatever, do: func(c *callOf) verdict { return c.kill() }},
	{name: "killed in the middle of a write", kind: writing, do: func(c *callOf) verdict { c.half(); return c.kill() }},
	{name: "an I/O error", kind: whatever, do: fails(syscall.EIO)},
	{name: "a torn write", kind: writing, do: func(c *callOf) verdict { c.half(); return verdict{err: -int32(syscall.EIO)} }},
	{name: "a short write", kind: writing, do: func(c *callOf) verdict { return verdict{value: c.half()} }},
	{name: "a full disk from then on", kind: filling, do: func(c *callOf) verdict { c.full = true; return verdict{err: -int32(syscall.ENOSPC)} }},
	{name: "a lost write, told by the sync", kind: syncing, do: func(c *callOf) verdict { c.lose(); return verdict{err: -int32(syscall.EIO)} }},
}

// watched is a child under a plan.
type watched struct {
	cmd    *exec.Cmd
	dir    string
	plan   plan
	pidfd  int
	counts map[string]int    // by the names of plans: calls of their kind
	synced map[uint64][]byte // files as they were synced last, by inode: names change
	full   bool
}

type callOf struct {
	*watched
	notified
	path string
}

// file is the child's open file that a call is about.
func (c *callOf) file() uint64 {
	if c.nr == sysCopyFileRange {
		return c.args[2]
	}
	return c.args[0]
}

func (c *callOf) kill() verdict {
	_ = c.cmd.Process.Kill()
	return verdict{}
}

// memory reads the child's.
func (c *callOf) memory(at uint64, n int) []byte {
	f, err := os.Open(fmt.Sprintf("/proc/%d/mem", c.pid))
	if err != nil {
		return nil
	}
	defer f.Close()
	b := make([]byte, n)
	n, _ = f.ReadAt(b, int64(at))
	return b[:n]
}

// half makes the first half of a write, and returns how many bytes those are.
func (c *callOf) half() int64 {
	fd, err := pidfdGetfd(c.pidfd, int(c.args[0]))
	if err != nil {
		return 0
	}
	defer syscall.Close(fd)
	text := c.memory(c.args[1], int(c.args[2]/2))
	if c.nr == syscall.SYS_PWRITE64 {
		n, _ := syscall.Pwrite(fd, text, int64(c.args[3]))
		return int64(n)
	}
	n, _ := syscall.Write(fd, text)
	return int64(n)
}

// lose puts a file back to what it was when it was synced last.
func (c *callOf) lose() {
	if n := inode(c.path); n > 0 {
		_ = os.WriteFile(c.path, c.synced[n], 0o600)
	}
}

// keep remembers a file as it is synced.
func (w *watched) keep(path string) {
	if n := inode(path); n > 0 {
		w.synced[n], _ = os.ReadFile(path)
	}
}

// inode tells a regular file from others; 0: it is none.
func inode(path string) uint64 {
	var s syscall.Stat_t
	if syscall.Stat(path, &s) != nil || s.Mode&syscall.S_IFMT != syscall.S_IFREG {
		return 0
	}
	return s.Ino
}

// where is the path that a call is about; empty: none in the folder.
func (c *callOf) where() string {
	var path string
	switch c.nr {
	case syscall.SYS_RENAME, syscall.SYS_UNLINK, syscall.SYS_MKDIR:
		path = string(c.memory(c.args[0], syscall.PathMax))
	case syscall.SYS_RENAMEAT, sysRenameat2, syscall.SYS_UNLINKAT, syscall.SYS_MKDIRAT:
		path = string(c.memory(c.args[1], syscall.PathMax))
		if path, _, _ = strings.Cut(path, "\x00"); !filepath.IsAbs(path) { // of an open folder
			at, _ := os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", c.pid, c.args[0]))
			path = filepath.Join(at, path)
		}
	default:
		path, _ = os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", c.pid, c.file()))
	}
	path, _, _ = strings.Cut(path, "\x00")
	if path = strings.TrimSuffix(path, " (deleted)"); strings.HasPrefix(path, c.dir+"/") || path == c.dir {
		return path
	}
	return ""
}

func (w *watched) answer(call notified) verdict {
	c := &callOf{watched: w, notified: call}
	if c.path = c.where(); c.path == "" {
		return verdict{flags: notifyGoOn}
	}
	for _, p := range plans {
		if p.kind(call.nr) {
			w.counts[p.name]++
		}
	}
	switch {
	case w.plan.n > 0 && w.plan.kind(call.nr) && w.counts[w.plan.name] == w.plan.n:
		return w.plan.do(c)
	case w.full && filling(call.nr):
		return verdict{err: -int32(syscall.ENOSPC)}
	}
	if syncing(call.nr) {
		w.keep(c.path)
	}
	return verdict{flags: notifyGoOn}
}

// serve answers the calls that a listener hands over, until the child has ended.
func (w *watched) serve(listener int) {
	defer syscall.Close(listener)
	for {
		polled := struct {
			fd              int32
			events, revents int16
		}{int32(listener), pollIn, 0}
		if _, _, errno := syscall.Syscall(syscall.SYS_POLL, uintptr(unsafe.Pointer(&polled)), 1, ^uintptr(0)); errno != 0 && errno != syscall.EINTR || polled.revents&pollHup != 0 {
			return
		}
		if polled.revents&pollIn == 0 {
			continue
		}
		var call notified
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, uintptr(listener), notifyReceive, uintptr(unsafe.Pointer(&call))); errno != 0 {
			continue // the child was killed meanwhile
		}
		a := w.answer(call)
		a.id = call.id
		_, _, _ = syscall.Syscall(syscall.SYS_IOCTL, uintptr(listener), notifySend, uintptr(unsafe.Pointer(&a)))
	}
}

// asTask, when set, makes the test binary a child that carries out a task.
const asTask = "SHOPCLERK_TEST_AS_TASK"

func init() {
	if name := os.Getenv(asTask); name != "" {
		os.Exit(runTask(name))
	}
}

// runTask is the child's main.
func runTask(name string) int {
	listener, err := listen()
	fmt.Println("listener", listener, err)
	if err == nil {
		err = tasks[name](os.Args[1], func(done string) { fmt.Println("done", done) })
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// mostTime is how long a task may take: it takes a second or two.
const mostTime = 40 * time.Second

// under carries out a task in a folder under a plan, and returns what the child told was
// done, and how many calls there were of each plan's kind.
func under(t *testing.T, p plan, task, dir string) (done []string, counts map[string]int) {
	t.Helper()
	w := &watched{dir: dir, plan: p, counts: map[string]int{}, synced: map[uint64][]byte{}}
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		w.keep(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	ctx, cancel := context.WithTimeout(t.Context(), mostTime)
	defer cancel()
	w.cmd = exec.CommandContext(ctx, os.Args[0], dir)
	w.cmd.Cancel = func() error { return w.cmd.Process.Signal(syscall.SIGQUIT) } // it tells what it was at
	w.cmd.Env = append(os.Environ(), asTask+"="+task)
	w.cmd.Stderr = &said
	out, err := w.cmd.StdoutPipe()
	if err == nil {
		err = w.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	first, err := lines.ReadString('\n')
	var listener int
	if err == nil {
		_, err = fmt.Sscanf(first, "listener %d <nil>", &listener)
	}
	if err == nil {
		w.pidfd, err = descriptor(syscall.Syscall(sysPidfdOpen, uintptr(w.cmd.Process.Pid), 0, 0))
	}
	if err == nil {
		defer syscall.Close(w.pidfd)
		listener, err = pidfdGetfd(w.pidfd, listener)
	}
	if err != nil {
		_ = w.cmd.Process.Kill()
		_ = w.cmd.Wait()
		t.Skipf("SKIPPED: this kernel does not hand calls over: %q, %v", first, err)
	}
	served := make(chan struct{})
	go func() { defer close(served); w.serve(listener) }()
	rest, _ := io.ReadAll(lines)
	err = w.cmd.Wait()
	<-served
	for line := range strings.Lines(string(rest)) {
		if what, ok := strings.CutPrefix(line, "done "); ok && strings.HasSuffix(what, "\n") {
			done = append(done, strings.TrimSuffix(what, "\n"))
		}
	}
	if p.n == 0 && (err != nil || len(done) == 0) {
		t.Fatalf("%s without a fault: %v\n%s", task, err, &said)
	}
	if ctx.Err() != nil {
		t.Errorf("%s, call %d: it does not end\n%s", p.name, p.n, &said)
	}
	if strings.Contains(said.String(), "panic") || strings.Contains(said.String(), "fatal error") {
		t.Errorf("%s, call %d: %s", p.name, p.n, &said)
	}
	return done, w.counts
}

// mostFaults is how many of its calls each kind of fault befalls, evenly spread.
var mostFaults = flag.Int("faults", 1, "how many calls of a task each kind of fault befalls; 0: every one")

// struck lists those of a task's calls, from 1, that the k-th plan befalls. Where it is not
// all of them, plans strike different ones.
func struck(k, calls int) []int {
	n := *mostFaults
	if n == 0 || n > calls {
		n = calls
	}
	out := make([]int, n)
	for i := range out {
		out[i] = 1 + (i*len(plans)+k)*calls/(n*len(plans))
	}
	return out
}

// everyFault carries out a task in copies of a folder, under each plan at the calls that
// -faults says, and has each folder checked.
func everyFault(t *testing.T, task, from string, check func(t *testing.T, dir string, done []string)) {
	t.Helper()
	begin := func(t *testing.T) string {
		dir := filepath.Join(t.TempDir(), "shop")
		if err := errors.Join(os.Mkdir(dir, 0o755), os.CopyFS(dir, os.DirFS(from))); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	dir := begin(t)
	done, counts := under(t, plan{}, task, dir)
	check(t, dir, done)
	tries := 0
	for k, p := range plans {
		for _, p.n = range struck(k, counts[p.name]) {
			tries++
			dir := begin(t)
			done, _ := under(t, p, task, dir)
			before := t.Failed()
			check(t, dir, done)
			if t.Failed() && !before {
				t.Fatalf("%s, with %s at call %d of %d, having told %q", task, p.name, p.n, counts[p.name], done)
			}
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("%s: %d calls that change files, %d faults", task, counts[plans[0].name], tries)
}
