package shop

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"shopclerk/agent/shop/merchant"
	"shopclerk/agent/store"
	"shopclerk/agent/tools"
	"shopclerk/catalog"
)

// ErrKey reports an idempotency key that was used for another call: choose a new one for
// each thing to be done.
var ErrKey = errors.New("the idempotency key belongs to another call")

// Store holds the baskets and orders of a store. It is safe for concurrent use. Now
// and Ceiling are set before the first call.
type Store struct {
	Now     func() time.Time // time.Now unless set
	Ceiling merchant.Ceiling // of an order, and so of a basket

	db *store.DB

	counting sync.Mutex
	taken    map[string]int // what [Store.Taken] returned last; nil where it is to count anew
	counted  time.Time
}

// New returns the baskets and orders of a store.
func New(db *store.DB) *Store { return &Store{Now: time.Now, db: db} }

// Item is one product in a basket.
type Item struct {
	Product  string        `json:"product"`  // the feed's id, which outlives a new import
	Title    string        `json:"title"`    // when it was put in
	Quantity int           `json:"quantity"` // 1 to MostPieces
	Price    catalog.Price `json:"price"`    // of one piece when it was put in
	Added    time.Time     `json:"added"`    // UTC, to the microsecond; the store sets it

	Now  *catalog.Product `json:"-"` // what the catalogue has; nil where it was not looked up
	Gone bool             `json:"-"` // the shop no longer sells it
}

// Put puts a product into a session's basket. A product that is there already keeps its price
// and gets at least the item's quantity, so that a form sent twice changes nothing the second
// time. A [Refusal] leaves the basket as it was.
func (s *Store) Put(ctx context.Context, session string, it Item) error {
	return s.setBasket(ctx, "adding to a basket", session, func(items []Item) []Item {
		i := slices.IndexFunc(items, func(o Item) bool { return o.Product == it.Product })
		if i < 0 || it.Quantity < 1 {
			return append(items, it)
		}
		items[i].Quantity = max(items[i].Quantity, it.Quantity)
		return items
	})
}

// SetQuantity sets the quantity of a product in a session's basket; 0 removes it. What is not
// in the basket stays out: the form may be from before it was removed.
func (s *Store) SetQuantity(ctx context.Context, session, product string, quantity int) error {
	return s.setBasket(ctx, "changing a basket", session, func(items []Item) []Item {
		for i := range items {
			if items[i].Product == product {
				items[i].Quantity = quantity
			}
		}
		if quantity == 0 {
			items = slices.DeleteFunc(items, func(it Item) bool { return it.Product == product })
		}
		return items
	})
}

func (s *Store) setBasket(ctx context.Context, activity, session string, by func([]Item) []Item) error {
	return s.db.Wrap(activity, s.db.Transact(ctx, func(tx *sql.Tx) error {
		items, err := readBasket(ctx, tx, session)
		if err != nil {
			return err
		}
		had := slices.Clone(items)
		items = by(items)
		if err := exceeds(s.Ceiling, had, items); err != nil {
			return err
		}
		return writeBasket(ctx, tx, session, items, s.now())
	}))
}

// Undo gives a person's basket what it held, before the call of an idempotency key, of all that
// the call changed in it. Doing it twice does no more. A key of no such call of the person's is
// [ErrNone].
func (s *Store) Undo(ctx context.Context, person, key string) error {
	var out Outcome
	outcome := []byte("{}")
	err := s.db.Reader.QueryRowContext(ctx, `SELECT outcome FROM trail WHERE key = $1 AND person = $2`, storable(key), person).Scan(&outcome)
	if err == nil || errors.Is(err, sql.ErrNoRows) {
		err = json.Unmarshal(outcome, &out)
	}
	if err != nil || len(out.Was) == 0 {
		return s.db.Wrap("reading what was done", cmp.Or(err, ErrNone))
	}
	return s.setBasket(ctx, "undoing a change of a basket", person, func(items []Item) []Item {
		for _, was := range out.Was {
			items = slices.DeleteFunc(items, func(it Item) bool { return it.Product == was.Product })
			if was.Quantity > 0 {
				items = append(items, was)
			}
		}
		return items
	})
}

// now is the time as it is stored.
func (s *Store) now() time.Time { return s.Now().UTC().Truncate(time.Microsecond) }

// checkBasket refuses what no basket holds.
func checkBasket(items []Item) error {
	if len(items) > MostLines {
		return &Refusal{About: ParamProduct, Why: "orders.why-full", Most: MostLines}
	}
	for _, it := range items {
		if it.Quantity < 1 || it.Quantity > MostPieces {
			return &Refusal{About: ParamProduct, Why: "orders.why-pieces", Most: MostPieces}
		}
	}
	return nil
}

// exceeds refuses a basket that passes the ceiling of an order. One that passed it before, by
// another version of the shop's file or at another price, can be made smaller.
func exceeds(most merchant.Ceiling, had, has []Item) error {
	before, pieces := weigh(had)
	after, n := weigh(has)
	switch {
	case most.Pieces > 0 && n > most.Pieces && n > pieces:
		return &Refusal{About: ParamProduct, Why: "orders.why-ceiling", Most: most.Pieces}
	case most.Sum > 0 && after.Major() > most.Sum && after.Minor > before.Minor:
		return &Refusal{About: ParamProduct, Why: "orders.why-ceiling-sum", Sum: most.Sum, Currency: after.Currency}
	}
	return nil
}

// weigh returns what items come to, as [Total] does, and how many pieces they are.
func weigh(items []Item) (sum catalog.Price, pieces int) {
	lines := make([]Line, len(items))
	for i, it := range items {
		lines[i] = it.line()
		pieces += it.Quantity
	}
	return Total(lines), pieces
}

// writeBasket replaces a basket's few rows.
func writeBasket(ctx context.Context, tx *sql.Tx, session string, items []Item, at time.Time) error {
	if err := checkBasket(items); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM basket WHERE session = $1`, session); err != nil {
		return err
	}
	for _, it := range items {
		if it.Added.IsZero() {
			it.Added = at
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO basket (session, product, title, quantity, price, currency, added, changed)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			session, it.Product, it.Title, it.Quantity, amount(it.Price), it.Price.Currency, it.Added.UnixMicro(), at.UnixMicro()); err != nil {
			return err
		}
	}
	return nil
}

// Basket returns a session's basket in the order in which it was filled, equal times by
// product. A session without one has no items.
func (s *Store) Basket(ctx context.Context, session string) ([]Item, error) {
	items, err := readBasket(ctx, s.db.Reader, session)
	return items, s.db.Wrap("reading a basket", err)
}

func readBasket(ctx context.Context, from store.Querier, session string) ([]Item, error) {
	return store.List(ctx, from, func(row *sql.Rows) (it Item, err error) {
		var price sql.NullInt64
		var added int64
		err = row.Scan(&it.Product, &it.Title, &it.Quantity, &price, &it.Price.Currency, &added)
		it.Price.Minor, it.Added = price.Int64, time.UnixMicro(added).UTC()
		return it, err
	}, `SELECT product, title, quantity, price, currency, added FROM basket WHERE session = $1 ORDER BY added, product`, session)
}

// Holds returns how many pieces a session's basket holds, and whether the session has an order.
func (s *Store) Holds(ctx context.Context, session string) (pieces int, ordered bool, err error) {
	err = s.db.Reader.QueryRowContext(ctx, `SELECT (SELECT coalesce(sum(quantity), 0) FROM basket WHERE session = $1),
		EXISTS (SELECT 1 FROM purchase WHERE person = $1)`, session).Scan(&pieces, &ordered)
	return pieces, ordered, s.db.Wrap("counting a basket", err)
}

// once carries a call out unless its key was used: then it returns what came of it then.
// What step does is stored together with the key and the outcome, or not at all.
func (s *Store) once(ctx context.Context, person string, call tools.Call, key string, step func(*sql.Tx, time.Time) (Outcome, error)) (out Outcome, err error) {
	defer s.recount()
	err = s.db.Transact(ctx, func(tx *sql.Tx) error {
		s.recount() // no process orders meanwhile
		var whose, mark string
		var outcome []byte
		err := tx.QueryRowContext(ctx, `SELECT person, call, outcome FROM trail WHERE key = $1`, key).Scan(&whose, &mark, &outcome)
		switch {
		case err == nil && (whose != person || mark != call.Fingerprint()):
			return ErrKey
		case err == nil:
			return json.Unmarshal(outcome, &out)
		case !errors.Is(err, sql.ErrNoRows):
			return err
		}
		at := s.now()
		if out, err = step(tx, at); err != nil {
			return err
		}
		order := ""
		if out.Order != nil {
			order = out.Order.ID
		}
		text, err := json.Marshal(out)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO trail (at, key, person, tool, call, purchase, outcome) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			at.UnixMicro(), key, person, call.Tool, call.Fingerprint(), order, string(text))
		return err
	})
	if err != nil {
		return Outcome{}, s.db.Wrap("carrying out "+call.Tool, err)
	}
	return out, nil
}

// recount has what orders take counted anew.
func (s *Store) recount() {
	s.counting.Lock()
	defer s.counting.Unlock()
	s.taken = nil
}

// insertOrder stores the nth order.
func insertOrder(ctx context.Context, tx *sql.Tx, n int64, o *Order) error {
	text, err := json.Marshal(o)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO purchase (n, id, person, placed, status, document) VALUES ($1, $2, $3, $4, $5, $6)`,
		n, o.ID, o.Person, o.Placed.UnixMicro(), o.Status, string(text)); err != nil {
		return err
	}
	for i, l := range o.Lines {
		if _, err := tx.ExecContext(ctx, `INSERT INTO purchase_line (purchase, place, article, product, title, quantity, price, currency)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, o.ID, i, l.Article.ID, l.Product, l.Title, l.Quantity, amount(l.Price), l.Price.Currency); err != nil {
			return err
		}
	}
	return nil
}

// updateOrder writes an order as it stands; its lines' articles never change.
func updateOrder(ctx context.Context, tx *sql.Tx, o *Order) error {
	text, err := json.Marshal(o)
	if err == nil {
		_, err = tx.ExecContext(ctx, `UPDATE purchase SET person = $1, status = $2, document = $3 WHERE id = $4`, o.Person, o.Status, string(text), o.ID)
	}
	return err
}

// Orders returns a person's orders, the newest first, equal times by id.
func (s *Store) Orders(ctx context.Context, person string) ([]Order, error) {
	all, err := readOrders(ctx, s.db.Reader, `WHERE person = $1`, person)
	return all, s.db.Wrap("reading orders", err)
}

// latest are at most as many of a person's orders: those under way, then the newest.
func latest(ctx context.Context, from store.Querier, person string, most int) ([]Order, error) {
	return readOrders(ctx, from, `WHERE id IN (SELECT id FROM purchase WHERE person = $1
		ORDER BY CASE WHEN status IN ('placed', 'shipped') THEN 0 ELSE 1 END, placed DESC, id LIMIT $2)`, person, most)
}

// Order returns an order of a person's, or [ErrNone].
func (s *Store) Order(ctx context.Context, person, id string) (Order, error) {
	o, err := find(ctx, s.db.Reader, `WHERE id = $1 AND person = $2`, storable(id), person)
	return o, s.db.Wrap("reading an order", err)
}

// Claim gives a person the order of a number that was placed under an e-mail address, in any
// case; [ErrNone] where there is none. Who knows both is taken for who placed it: bound how
// often it is tried.
func (s *Store) Claim(ctx context.Context, person, id, email string) (o Order, err error) {
	err = s.db.Transact(ctx, func(tx *sql.Tx) error {
		if o, err = find(ctx, tx, `WHERE id = $1`, storable(id)); err != nil || o.Person == person {
			return err
		}
		if email = strings.TrimSpace(email); email == "" || !strings.EqualFold(email, o.Email) {
			return ErrNone
		}
		o.Person = person
		return updateOrder(ctx, tx, &o)
	})
	return o, s.db.Wrap("finding an order again", err)
}

// storable returns a text as PostgreSQL has it, which knows neither a zero byte nor what is
// not UTF-8: what a stranger looks for is no error there.
func storable(text string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", "\uFFFD"), "\uFFFD")
}

func find(ctx context.Context, from store.Querier, where string, args ...any) (Order, error) {
	all, err := readOrders(ctx, from, where, args...)
	if err == nil && len(all) == 0 {
		err = ErrNone
	}
	if err != nil {
		return Order{}, err
	}
	return all[0], nil
}

func readOrders(ctx context.Context, from store.Querier, where string, args ...any) ([]Order, error) {
	return store.List(ctx, from, func(row *sql.Rows) (o Order, err error) {
		var id, person string
		var status Status
		var placed int64
		var document []byte
		if err := row.Scan(&id, &person, &placed, &status, &document); err != nil {
			return o, err
		}
		err = json.Unmarshal(document, &o)
		o.ID, o.Person, o.Placed, o.Status = id, person, time.UnixMicro(placed).UTC(), status
		return o, err
	}, `SELECT id, person, placed, status, document FROM purchase `+where+` ORDER BY placed DESC, id`, args...)
}

// takenKept is how long a count of what orders take is kept: orders placed by other processes
// are seen so much later.
const takenKept = time.Second

// Taken returns how many pieces placed orders take from the shop's stock, by article. The map is
// shared. It is exact in a transaction, and up to a second old otherwise.
func (s *Store) Taken(ctx context.Context) (map[string]int, error) {
	s.counting.Lock()
	defer s.counting.Unlock()
	now := s.Now()
	if s.taken != nil && now.Sub(s.counted) < takenKept {
		return s.taken, nil
	}
	taken := map[string]int{}
	err := store.Each(ctx, s.db.Reader, func(row *sql.Rows) error {
		var article string
		var pieces int
		err := row.Scan(&article, &pieces)
		taken[article] = pieces
		return err
	}, `SELECT l.article, sum(l.quantity) FROM purchase_line l JOIN purchase p ON p.id = l.purchase WHERE p.status = 'placed' GROUP BY l.article`)
	if err == nil {
		s.taken, s.counted = taken, now
	}
	return taken, s.db.Wrap("counting what orders take", err)
}

// amount is a price as a column holds it.
func amount(p catalog.Price) sql.NullInt64 { return sql.NullInt64{Int64: p.Minor, Valid: p.Known()} }
