package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"shopclerk/agent"
	"shopclerk/agent/desk/control"
	"shopclerk/agent/journal"
	ordersdb "shopclerk/agent/shop/orders/sqlite"
	"shopclerk/agent/shopper"
	"shopclerk/agent/understand"
	"shopclerk/catalog"
	"shopclerk/data/synonyms"
	"shopclerk/search"
	"shopclerk/search/index"
)

// month is a span of simulated trade: shoppers come and go by the rhythm of days
// and weeks and talk to the clerk, and the journal holds what a server would have
// written. Equal months over equal catalogues write equal journals: ids and times are
// drawn from the seed as well.
type month struct {
	seed          uint64
	conversations int
	from, until   time.Time
	progress      index.Progress
}

// journalFile is the journal's name in a data directory.
const journalFile = "journal.db"

// traded is what a month brought.
type traded struct{ conversations, sessions, turns, opened, bought int }

func (t *traded) line(m *month) string {
	return fmt.Sprintf("Simulated %d conversations of %d sessions from %s to %s: %d turns, %d products opened, %d put in a basket.",
		t.conversations, t.sessions, m.from.Format(time.DateOnly), m.until.Format(time.DateOnly), t.turns, t.opened, t.bought)
}

// errTraded reports a file that simulated shoppers must not be mixed into.
var errTraded = errors.New("it is in use, and simulated shoppers are never mixed into what people did")

// unused makes sure that nothing has happened in a data directory's shop: what
// shoppers did can not be made anew, nor told apart later.
func unused(ctx context.Context, dir string) error {
	for _, file := range []struct {
		name string
		used func(ctx context.Context, path string) (bool, error)
	}{{journalFile, journalUsed}, {ordersFile, ordersUsed}} {
		path := filepath.Join(dir, file.name)
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if used, err := file.used(ctx, path); err != nil {
			return err
		} else if used {
			return fmt.Errorf("%s: %w: give another --data, or move %[1]s away with its -wal and -shm", path, errTraded)
		}
	}
	return nil
}

// ordersUsed reports whether anything was ordered.
func ordersUsed(ctx context.Context, path string) (used bool, err error) {
	store, err := ordersdb.Open(ctx, path)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	counts, err := store.Counts(ctx)
	return len(counts) > 0, err
}

// journalUsed reports whether anything was said or set.
func journalUsed(ctx context.Context, path string) (used bool, err error) {
	book, err := journal.Open(ctx, path)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, book.Close()) }()
	controls, err := book.Controls(ctx, 0)
	if err != nil || len(controls) > 0 {
		return true, err
	}
	for _, err := range book.Latest(ctx, math.MaxInt) {
		return true, err
	}
	return false, nil
}

// fill simulates the month in the shop of a data directory.
func (m *month) fill(ctx context.Context, dir string) (out traded, err error) {
	if err := unused(ctx, dir); err != nil {
		return out, err
	}
	shop, err := index.Open(ctx, dir, m.progress)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, shop.Close()) }()
	words, err := understand.ParseSynonyms(synonyms.English)
	if err != nil {
		return out, fmt.Errorf("reading synonyms: %w", err)
	}
	clerk, err := agent.Hire(ctx, shop.Engine, words)
	if err != nil {
		return out, err
	}
	clerk = clerk.With(func(c *agent.Config) {
		c.Tally = &agent.Tally{}
		c.Shuffle = true // what is ticked for its place alone can then be told
	})
	shelves, err := shop.Engine.Shelves(ctx)
	if err != nil {
		return out, fmt.Errorf("reading what is for sale: %w", err)
	}
	book, err := journal.Open(ctx, filepath.Join(dir, journalFile))
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, book.Close()) }()
	service, err := openFulfilment(ctx, dir, shop.Catalogue, rand.New(rand.NewPCG(m.seed, serviceStream)), m.until)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, service.close()) }()
	t := &trade{
		month: m, shop: shop, clerk: clerk, service: service,
		demand:    shopper.NewDemand(shelves, rand.New(rand.NewPCG(m.seed, demandStream))),
		chronicle: newChronicle(book, m.seed, shop.Catalogue.Version()),
	}
	if err := t.run(ctx); err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx) // once, for all who were talking
		}
		return out, fmt.Errorf("simulating shoppers: %w; %s, %s and %s hold what was done until then: remove them to begin again",
			err, filepath.Join(dir, journalFile), ordersFile, basketFile)
	}
	t.chronicle.traded.sessions = len(t.chronicle.sessions)
	return t.chronicle.traded, nil
}

// The streams of randomness, one for each purpose, so that what one draws leaves
// the others as they are. A sitting's is its number.
const (
	demandStream = 1<<40 + iota
	planStream
	sessionStream
	conversationStream
	serviceStream
)

// trade is a month in the making.
type trade struct {
	*month
	shop      *index.Shop
	clerk     *agent.Agent
	demand    *shopper.Demand
	chronicle *chronicle
	service   *fulfilment
}

// run simulates day after day. Within a day the sittings know nothing of each other
// and are simulated side by side, but for what is to be done at the counter, which
// comes after; at its end they are written in the order of time, and the clerk learns from them what shoppers can answer.
func (t *trade) run(ctx context.Context) error {
	sittings, err := t.plan()
	if err != nil {
		return err
	}
	done := 0
	half := t.from.Add(t.until.Sub(t.from) / 2).Truncate(24 * time.Hour)
	for len(sittings) > 0 {
		day := sittings[0].begins.Truncate(24 * time.Hour)
		if t.clerk.Controls() == nil && !day.Before(half) {
			if err := t.experiment(ctx, day); err != nil {
				return err
			}
		}
		end := day.Add(24 * time.Hour)
		n := 0
		for n < len(sittings) && sittings[n].begins.Before(end) {
			n++
		}
		walks, err := t.day(ctx, sittings[:n])
		if err != nil {
			return err
		}
		if err := t.service.dispatch(ctx, day); err != nil {
			return fmt.Errorf("sending off what was ordered: %w", err)
		}
		for _, w := range walks {
			if err := t.service.serve(ctx, w); err != nil {
				return fmt.Errorf("serving session %s: %w", w.session, err)
			}
			t.clerk.Config().Tally.Add(w.talk.Exchanges, 0)
			t.chronicle.add(w)
		}
		if sittings = sittings[n:]; len(sittings) == 0 {
			end = t.until
		}
		if err := t.chronicle.write(ctx, end); err != nil {
			return err
		}
		done += len(walks)
		t.progress("Simulating", done, t.conversations)
	}
	return nil
}

// experiment lets every other session meet another way to choose questions, from a
// day on, so that the desk has two arms to compare: the clerk's own, and the one that
// asks about what the most products tell.
func (t *trade) experiment(ctx context.Context, day time.Time) error {
	controls, err := t.chronicle.control(ctx, day, "demo", control.Setting{
		Kind: control.KindExperiment, Name: "Questions chosen together",
		Arms: []control.Arm{
			{Name: "together", Policy: "joint", Share: 0.5},
			{Name: "commonest", Policy: "frequency", Share: 0.5},
		},
	})
	if err != nil {
		return err
	}
	return t.clerk.Apply(controls)
}

// sitting is a series of conversations that one session has without a break.
type sitting struct {
	number        int
	session       string // id
	begins        time.Time
	conversations int
}

const (
	// again is the probability that a session has one more conversation, each time.
	returnShare = 0.3
	// atOnce is the probability that it has it in the same sitting.
	atOnce = 0.6
	// returns is the mean number of days after which it comes back otherwise.
	returns = 5
)

// plan draws the sittings, in the order of time.
func (t *trade) plan() ([]sitting, error) {
	rng, ids := rand.New(rand.NewPCG(t.seed, planStream)), idSource(t.seed, sessionStream)
	arrivals := shopper.Arrivals(t.conversations, t.from, t.until, rng)
	// there are fewer sessions than conversations: they take what arrivals come first
	rng.Shuffle(len(arrivals), func(i, j int) { arrivals[i], arrivals[j] = arrivals[j], arrivals[i] })
	var out []sitting
	for left, i := t.conversations, 0; left > 0; i++ {
		id, err := journal.NewID(ids)
		if err != nil {
			return nil, err
		}
		s := sitting{session: id, begins: arrivals[i], conversations: 1}
		for left--; left > 0 && rng.Float64() < returnShare; left-- {
			if rng.Float64() < atOnce {
				s.conversations++
				continue
			}
			out = append(out, s)
			s.begins, s.conversations = t.comesBack(s.begins, rng), 1
		}
		out = append(out, s)
	}
	slices.SortStableFunc(out, func(a, b sitting) int { return a.begins.Compare(b.begins) })
	for i := range out {
		out[i].number = i
	}
	return out, nil
}

// comesBack is when a session sits down again: some days later at about the same
// hour; an hour later where the month would be over.
func (t *trade) comesBack(after time.Time, rng *rand.Rand) time.Time {
	days := 1 + int(rng.ExpFloat64()*returns)
	at := after.AddDate(0, 0, days).Add(time.Duration(rng.NormFloat64() * float64(time.Hour)))
	if at.Before(t.until) {
		return at
	}
	return after.Add(time.Hour)
}

// day simulates sittings side by side and returns their conversations, in the order
// of the sittings.
func (t *trade) day(ctx context.Context, sittings []sitting) ([]*walk, error) {
	walks := make([][]*walk, len(sittings))
	err := search.Parallel(len(sittings), func(i int) (err error) {
		walks[i], err = t.sit(ctx, sittings[i])
		return err
	})
	return slices.Concat(walks...), err
}

// sit simulates the conversations of a sitting, one after the other.
func (t *trade) sit(ctx context.Context, s sitting) ([]*walk, error) {
	rng := rand.New(rand.NewPCG(t.seed, uint64(s.number)))
	kind := shopper.Draw(rng)
	at := s.begins
	var out []*walk
	for range s.conversations {
		ref := t.demand.Draw(rng)
		found, err := t.shop.Catalogue.Products(ctx, []catalog.Ref{ref})
		if err != nil {
			return nil, err
		}
		w := &walk{
			clerk: t.clerk, store: t.shop.Catalogue, session: s.session, at: at,
			customer: shopper.NewCustomer(&found[0], kind, rng),
		}
		if err := w.run(ctx); err != nil {
			return nil, fmt.Errorf("sitting %d: %w", s.number, err)
		}
		out = append(out, w)
		at = w.at.Add(time.Duration((20 + 100*rng.Float64()) * float64(time.Second)))
	}
	return out, nil
}

// simulate fills a shop's journal and says what came of it.
func (m *month) simulate(ctx context.Context, dir string, s streams) error {
	began := time.Now()
	t, err := m.fill(ctx, dir)
	s.bar.Done()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "%s\n%.1f s, seed %d.\n", t.line(m), time.Since(began).Seconds(), m.seed)
	return err
}
