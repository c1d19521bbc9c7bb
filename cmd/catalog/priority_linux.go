package main

import (
	"os"
	"strconv"
	"syscall"
)

// greatestNiceness is the niceness of an import, the greatest there is: a shop that answers
// beside it on the same processors gets seventy times its share (at 10 it gets nine times),
// and an import alone is as fast as ever.
const greatestNiceness = 19

// lowerPriority lets whatever else runs on the machine go first. Linux has a priority for each
// thread, which those it begins inherit; where it can not be set nothing is lost.
func lowerPriority() {
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return
	}
	for _, t := range threads {
		if id, err := strconv.Atoi(t.Name()); err == nil {
			_ = syscall.Setpriority(syscall.PRIO_PROCESS, id, greatestNiceness)
		}
	}
}
