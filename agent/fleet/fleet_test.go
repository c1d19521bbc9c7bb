package fleet_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"shopclerk/agent/durable/durabletest"
	"shopclerk/agent/fleet"
	"shopclerk/catalog/patch"
)

// join opens as many processes' fleets of one shop.
func join(t testing.TB, database string, processes int) []*fleet.Fleet {
	t.Helper()
	out := make([]*fleet.Fleet, processes)
	for i := range out {
		f, err := fleet.Open(context.Background(), database)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := f.Close(); err != nil {
				t.Error(err)
			}
		})
		out[i] = f
	}
	return out
}

func TestOnPostgres(t *testing.T) {
	durabletest.OnPostgres(t, map[string]func(*testing.T){
		"TakeTogether": testTakeTogether, "AllOrNone": testAllOrNone, "Refill": testRefill, "Patches": testPatches, "Compact": testCompact, "Questions": testQuestions,
	})
}

// However many processes are asked at the same time, as much is taken as one would give.
func testTakeTogether(t *testing.T) {
	all := join(t, durabletest.Place(t, ""), 3)
	for _, of := range []fleet.Table{fleet.Tries, fleet.Paces} {
		var taken atomic.Int64
		var asking sync.WaitGroup
		for _, f := range all {
			for range 4 {
				asking.Go(func() {
					for range 20 {
						wait, err := f.Take(t.Context(), of, fleet.Bucket{Kind: "a", Key: "one", N: 2, Burst: 31, Every: time.Hour})
						if err != nil {
							t.Error(err)
						}
						if wait == 0 {
							taken.Add(2)
						}
					}
				})
			}
		}
		asking.Wait()
		if taken.Load() != 30 {
			t.Errorf("%s: %d taken of 31 by twos", of, taken.Load())
		}
	}
}

// Of several buckets tokens are taken of all or of none, and the first that has too few
// tells how long to wait.
func testAllOrNone(t *testing.T) {
	f := join(t, durabletest.Place(t, ""), 1)[0]
	bucket := func(kind string, burst int, every time.Duration) fleet.Bucket {
		return fleet.Bucket{Kind: kind, Key: "x", N: 1, Burst: burst, Every: every}
	}
	for i, tc := range []struct {
		of   []fleet.Bucket
		want time.Duration // about
	}{
		{[]fleet.Bucket{bucket("a", 5, time.Hour), bucket("b", 2, time.Minute)}, 0},
		{[]fleet.Bucket{bucket("a", 5, time.Hour), bucket("b", 2, time.Minute)}, 0},
		{[]fleet.Bucket{bucket("a", 5, time.Hour), bucket("b", 2, time.Minute)}, time.Minute},
		{[]fleet.Bucket{bucket("a", 5, time.Hour), bucket("b", 2, time.Minute)}, time.Minute},
		{[]fleet.Bucket{bucket("a", 5, time.Hour)}, 0},
		{[]fleet.Bucket{bucket("a", 5, time.Hour)}, 0},
		{[]fleet.Bucket{bucket("a", 5, time.Hour)}, 0},
		{[]fleet.Bucket{bucket("a", 5, time.Hour), bucket("b", 2, time.Minute)}, time.Hour},
	} {
		got, err := f.Take(t.Context(), fleet.Tries, tc.of...)
		if err != nil || got > tc.want || got < tc.want-10*time.Second {
			t.Errorf("%d: to wait %v, %v, want %v", i, got, err, tc.want)
		}
	}
}

// A token comes as often as it is said to, and who is full is forgotten.
func testRefill(t *testing.T) {
	database := durabletest.Place(t, "")
	f := join(t, database, 1)[0]
	b := fleet.Bucket{Kind: "a", Key: "x", N: 1, Burst: 3, Every: 100 * time.Millisecond}
	began, taken := time.Now(), 0
	for time.Since(began) < time.Second {
		wait, err := f.Take(t.Context(), fleet.Paces, b)
		if err != nil {
			t.Fatal(err)
		}
		if wait == 0 {
			taken++
		}
		time.Sleep(time.Millisecond)
	}
	if most := 3 + int(time.Since(began)/b.Every); taken > most || taken < most-2 {
		t.Errorf("%d in %v, want %d", taken, time.Since(began), most)
	}
	time.Sleep(4 * b.Every)
	if err := fleet.Sweep(f, t.Context()); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := durabletest.Raw(t, database, "limits").QueryRow(`SELECT count(*) FROM pace`).Scan(&left); err != nil || left != 0 {
		t.Errorf("%d are remembered, %v", left, err)
	}
}

// stock is a patch that says a version.
func stock(id string, version int) patch.Patch {
	return patch.Patch{ID: id, Version: int64(version), Stock: &version}
}

// read reads all patches.
func read(t *testing.T, f *fleet.Fleet) (out []string, last int64) {
	t.Helper()
	for {
		list, err := f.After(t.Context(), last)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) == 0 {
			return out, last
		}
		for _, l := range list {
			if l.Sequence <= last {
				t.Fatalf("%d comes after %d", l.Sequence, last)
			}
			last = l.Sequence
			out = append(out, fmt.Sprint(l.Patch.ID, l.Patch.Version, *l.Patch.Stock))
		}
	}
}

// All processes read the same patches in the same order, each process's own in the order
// in which it wrote them, and whoever has seen a sequence has seen all before it.
func testPatches(t *testing.T) {
	all := join(t, durabletest.Place(t, ""), 3)
	var writing sync.WaitGroup
	for i, f := range all {
		writing.Go(func() {
			for n := 1; n <= 40; n += 2 {
				if err := f.Append(t.Context(), []patch.Patch{stock(fmt.Sprint("p", i, "-"), n), stock(fmt.Sprint("p", i, "-"), n+1)}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	done := make(chan []string)
	go func() { // one who follows misses nothing
		var seen []string
		var at int64
		for len(seen) < 120 {
			list, err := all[0].After(t.Context(), at)
			if err != nil {
				t.Error(err)
				break
			}
			for _, l := range list {
				seen, at = append(seen, fmt.Sprint(l.Patch.ID, l.Patch.Version, *l.Patch.Stock)), l.Sequence
			}
		}
		done <- seen
	}()
	writing.Wait()
	want, _ := read(t, all[1])
	if got := <-done; len(want) != 120 || !slices.Equal(got, want) {
		t.Errorf("one follows %d, another reads %d: %q, %q", len(got), len(want), got, want)
	}
	for i := range all {
		n := 0
		for _, line := range want {
			if id := fmt.Sprint("p", i, "-"); len(line) > len(id) && line[:len(id)] == id {
				if n++; line != fmt.Sprint(id, n, n) {
					t.Fatalf("after %d of %s comes %s", n-1, id, line)
				}
			}
		}
	}
}

// What later patches have made void goes, whoever compacts, and what is new goes on behind.
func testCompact(t *testing.T) {
	all := join(t, durabletest.Place(t, ""), 2)
	for n := 1; n <= 50; n++ {
		if err := all[n%2].Append(t.Context(), []patch.Patch{stock(fmt.Sprint("p", n%5, "-"), n)}); err != nil {
			t.Fatal(err)
		}
	}
	_, before := read(t, all[0])
	var compacting sync.WaitGroup
	for _, f := range all {
		compacting.Go(func() {
			if err := f.Compact(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	compacting.Wait()
	if got, last := read(t, all[0]); !slices.Equal(got, []string{"p1-46 46", "p2-47 47", "p3-48 48", "p4-49 49", "p0-50 50"}) || last != before {
		t.Errorf("left are %q up to %d, before %d", got, last, before)
	}
	if err := all[0].Append(t.Context(), []patch.Patch{stock("q", 1)}); err != nil {
		t.Fatal(err)
	}
	if _, last := read(t, all[1]); last <= before {
		t.Errorf("what is new has the sequence %d, before %d", last, before)
	}
}

// While the database is away nobody waits for it, and whoever asks is told that they have to
// count by themselves; when it is back all count together, from what they had counted.
func TestAway(t *testing.T) {
	server := durabletest.Cluster(t)
	f := join(t, server.Database(t), 1)[0]
	b := fleet.Bucket{Kind: "a", Key: "x", N: 1, Burst: 2, Every: time.Hour}
	if wait, err := f.Take(t.Context(), fleet.Tries, b); wait != 0 || err != nil {
		t.Fatalf("to wait %v, %v", wait, err)
	}
	time.Sleep(time.Second) // what was taken in the last half second a crash may forget
	server.Stop(t, syscall.SIGKILL)
	began := time.Now()
	other := b
	other.Key = "y"
	for err := error(nil); err == nil && time.Since(began) < time.Minute; { // who served has to notice first
		_, err = f.Take(t.Context(), fleet.Tries, other)
	}
	began = time.Now()
	for range 1000 {
		if _, err := f.Take(t.Context(), fleet.Tries, b); err == nil {
			t.Fatal("it tells how long to wait without a database")
		}
	}
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("a thousand waited %v for a database that is away", took)
	}
	server.Start(t)
	var waits []time.Duration
	for len(waits) < 2 && time.Since(began) < time.Minute {
		if wait, err := f.Take(t.Context(), fleet.Tries, b); err == nil {
			waits = append(waits, wait)
		}
		time.Sleep(10 * time.Millisecond)
	}
	if len(waits) < 2 || waits[0] != 0 || waits[1] == 0 {
		t.Errorf("with one of two taken before, and the database back, the waits are %v", waits)
	}
}

// What it costs to be paced over all processes, of which several ask.
func BenchmarkTake(b *testing.B) {
	server := durabletest.Cluster(b)
	all := join(b, server.Database(b), 3)
	for _, askers := range []int{1, 12} {
		b.Run(fmt.Sprint(askers), func(b *testing.B) {
			var asking sync.WaitGroup
			var n atomic.Int64
			for i := range askers {
				asking.Go(func() {
					for k := n.Add(1); k <= int64(b.N); k = n.Add(1) {
						if _, err := all[i%3].Take(b.Context(), fleet.Paces,
							fleet.Bucket{Kind: "network", Key: fmt.Sprint(k % 100), N: 1, Burst: 1000, Every: 20 * time.Millisecond},
							fleet.Bucket{Kind: "visitor", Key: fmt.Sprint(k % 1000), N: 1, Burst: 200, Every: 100 * time.Millisecond}); err != nil {
							b.Error(err)
						}
					}
				})
			}
			asking.Wait()
		})
	}
}

// What one process asks is answered at another, once, by whoever is asked, of whom only so
// many wait at a time.
func testQuestions(t *testing.T) {
	all := join(t, durabletest.Place(t, ""), 3)
	for n, want := range []bool{true, true, false} {
		if ok, err := all[n].Ask(t.Context(), "ann", fmt.Sprint(n), 2, time.Hour); ok != want || err != nil {
			t.Errorf("question %d: %v, %v", n, ok, err)
		}
	}
	for i, tc := range []struct {
		asked, id string
		ok        bool
	}{{"bob", "0", false}, {"ann", "9", false}, {"ann", "0", true}, {"ann", "0", false}} {
		if ok, err := all[1].Answer(t.Context(), tc.asked, tc.id, []byte(fmt.Sprint(i))); ok != tc.ok || err != nil {
			t.Errorf("answer %d: %v, %v", i, ok, err)
		}
	}
	for id, want := range map[string]string{"0": "2", "1": "", "9": ""} {
		if got, err := all[0].Answered(t.Context(), id); string(got) != want || err != nil {
			t.Errorf("%s is answered %q, %v", id, got, err)
		}
	}
	if err := all[2].Withdraw(t.Context(), "1"); err != nil {
		t.Error(err)
	}
	if ok, err := all[2].Ask(t.Context(), "ann", "over", 2, -time.Hour); !ok || err != nil {
		t.Errorf("after one is withdrawn: %v, %v", ok, err)
	}
	if err := fleet.Sweep(all[0], t.Context()); err != nil {
		t.Fatal(err)
	}
	if ok, err := all[2].Ask(t.Context(), "bob", "over", 2, time.Hour); !ok || err != nil {
		t.Errorf("what nobody answered is kept: %v, %v", ok, err)
	}
}
