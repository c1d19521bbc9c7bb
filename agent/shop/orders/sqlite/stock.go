package sqlite

import (
	"context"
	"database/sql"
	"time"

	"shopclerk/agent/durable"
)

// Taken returns how many pieces of products orders take from the shop's stock, by
// product; products of which they take none are left out. An order that is placed
// takes its pieces, one that was cancelled gives them back. One that has left the shop
// takes them as long as the stock was counted before it left: counted returns when
// that was.
//
// Called from within [Store.Place] and [Store.Change] it sees every order there is,
// because one is placed or changed at a time.
func (s *Store) Taken(ctx context.Context, products []string, counted func(product string) time.Time) (map[string]int, error) {
	list, err := encode(products)
	if err != nil {
		return nil, err
	}
	taken := map[string]int{}
	err = durable.Each(ctx, s.file.Readers, func(row *sql.Rows) error {
		var product string
		var here bool
		var shipped int64
		var pieces int
		if err := row.Scan(&product, &here, &shipped, &pieces); err != nil {
			return err
		}
		if here || shipped > counted(product).UnixMicro() {
			taken[product] += pieces
		}
		return nil
	}, `SELECT l.article, p.status = 'placed', p.shipped, sum(l.quantity)
		FROM line l JOIN purchase p ON p.id = l.purchase
		WHERE l.article `+s.dialect().among+` AND (p.status = 'placed' OR p.status <> 'cancelled' AND p.shipped > 0)
		GROUP BY l.article, p.status = 'placed', p.shipped`, list)
	return taken, s.file.Wrap("counting what orders take", err)
}
