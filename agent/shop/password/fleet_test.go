package password

import (
	"syscall"
	"testing"
	"time"

	"shopclerk/agent/durable/durabletest"
	"shopclerk/agent/fleet"
)

// Guards of several processes let through together what one does, and when the database is
// away each goes on from what it has let through itself.
func TestGuardsOfAFleet(t *testing.T) {
	server := durabletest.Cluster(t)
	f, err := fleet.Open(t.Context(), server.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	slow := Limits{Site: Allowance{40, time.Hour}, Network: Allowance{10, time.Hour}, Name: Allowance{10, time.Hour}, All: Allowance{20, time.Hour}}
	guards, alone := []*Guard{NewGuard("x", slow, f), NewGuard("x", slow, f), NewGuard("x", slow, f)}, NewGuard("x", slow, nil)
	for i, name := range []string{"ann", "ann", "ann", "ann", "ann", "bob", "bob", "", "ann", "cleo", "cleo", "ann", "", "ann", "bob"} {
		want := alone.Wait(t.Context(), "192.0.2.1", name, noon)
		got := guards[i%3].Wait(t.Context(), "192.0.2.1", name, time.Now())
		if (got == 0) != (want == 0) || got > want || got < want-10*time.Second {
			t.Errorf("try %d, of %q, waits %v, at one process %v", i, name, got, want)
		}
	}
	server.Stop(t, syscall.SIGINT)
	passed := 0
	for range 20 {
		if guards[0].Wait(t.Context(), "192.0.2.1", "ann", time.Now()) == 0 {
			passed++
		}
	}
	if passed == 0 || passed >= slow.Network.Burst { // it has let through some of the ten
		t.Errorf("with the database away %d tries of one network pass", passed)
	}
}
