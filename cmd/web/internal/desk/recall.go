package desk

import (
	"fmt"
	"sync"

	"shopclerk/agent/desk/insight"
)

// memo is what pages have made of the journal, the controls and the catalogue, until one
// of them changes. Nothing is made before it is asked for.
type memo struct {
	mu   sync.Mutex
	of   memoState
	made map[string]any
}

// memoState is all that what is kept depends on.
type memoState struct {
	book, controls int64
	catalogue      string
}

// mostMemoized bounds what is kept: pages of some periods and categories, some megabytes.
const mostMemoized = 64

// memoize returns what make makes of a period and a category, from what is kept where that
// still holds. what names it. Nobody changes what is returned.
func memoize[T any](d *Desk, what string, p Period, category string, make func() T) T {
	now := memoState{d.Insight.State(), d.Board.Log().Version(), d.Store.Version()}
	key := fmt.Sprint(what, p.From.Unix(), p.To.Unix(), category)
	k := &d.room.kept
	k.mu.Lock()
	if k.of != now || len(k.made) >= mostMemoized {
		k.of, k.made = now, map[string]any{}
	}
	found, ok := k.made[key].(T)
	k.mu.Unlock()
	if ok {
		return found
	}
	found = make()
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.of == now {
		k.made[key] = found
	}
	return found
}

// gathered are the questions and the words of the period and the category chosen, made
// side by side: a page that needs both has no time to wait for one after the other.
func (d *Desk) gathered(r *Request) (questions []insight.Question, h insight.Hearing) {
	var wg sync.WaitGroup
	wg.Go(func() { h = d.hearing(r) })
	questions = d.questionsOf(r)
	wg.Wait()
	return questions, h
}
