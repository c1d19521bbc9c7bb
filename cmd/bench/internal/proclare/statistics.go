package proclare

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/mattn/go-sqlite3"

	"shopclerk/agent"
	"shopclerk/agent/clarify"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/search/metric"
)

// The sources of the statistics that questions are made from (Table 6 of the
// paper), beside the products that the answers' words find by [Lexical] and by [Vector].
const (
	FromBelief  = "belief" // the weights of all candidates: ours
	FromSQL     = "sql"    // the products that meet all known demands: the paper's
	FromRandom  = "random" // products of the category, drawn anew every turn
	FromNothing = "none"   // no statistics: see blind
)

// statisticsDepth is the most products that statistics are made from: the LIMIT of
// the paper's query, whose value it does not give. A thousand settle shares to a
// few per cent.
const statisticsDepth = 1000

// statistics gives one conversation the weights that its questions are chosen on:
// even over the products that its source finds. When it finds nothing, the
// products found last serve again, as in the paper (section 7.4), and before there
// are any, those of the list.
type statistics struct {
	ctx     context.Context
	shop    *Shop
	source  string
	opening string // what the shopper said first
	rng     *rand.Rand

	model *productAgentModel // whose statistics they are; nil: source's

	last []catalog.Ref
}

// instruct returns a clerk who chooses questions by c's policy, on the statistics in place
// of the belief.
func (s *statistics) instruct(c agent.Config) replier {
	var weights []float64
	policy := c.Policy
	c.Policy = clarify.PolicyFunc(func(situation *clarify.Situation) []clarify.Question {
		weighed := *situation
		weighed.Weights = weights
		return policy.Next(&weighed)
	})
	return foresee(c, func(t *agent.Turn) (err error) {
		weights, err = s.weigh(t)
		return err
	})
}

// weigh gives even weights over what the source finds for the turn's need.
func (s *statistics) weigh(t *agent.Turn) ([]float64, error) {
	found, err := s.find(t)
	if err != nil {
		return nil, err
	}
	for _, refs := range [][]catalog.Ref{found, s.last, listed(t)} {
		if weights := spread(t.Scope.Shelf, refs); weights != nil {
			s.last = refs
			return weights, nil
		}
	}
	return make([]float64, t.Scope.Shelf.Rows()), nil
}

// spread gives even weights to the shelf's rows of some products; nil when it has
// none of them.
func spread(shelf *catalog.Shelf, found []catalog.Ref) []float64 {
	var rows []int
	for _, ref := range found {
		if row, ok := shelf.Row(ref); ok {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return nil
	}
	weights := make([]float64, shelf.Rows())
	for _, row := range rows {
		weights[row] = 1 / float64(len(rows))
	}
	return weights
}

// find returns what the source finds for the turn's need.
func (s *statistics) find(t *agent.Turn) ([]catalog.Ref, error) {
	refs := t.Scope.Shelf.Refs
	query := keywords(s.opening, &t.Need)
	switch {
	case s.model != nil:
		return s.model.retrieve(t), nil
	case s.source == FromSQL:
		return matching(t.Scope.Shelf, demands(&t.Need), statisticsDepth), nil
	case s.source == FromRandom:
		var out []catalog.Ref
		for _, row := range s.rng.Perm(len(refs))[:min(statisticsDepth, len(refs))] {
			out = append(out, refs[row])
		}
		return out, nil
	case strings.TrimSpace(query) == "": // nothing to look for yet: as SQL does
		return refs[:min(statisticsDepth, len(refs))], nil
	}
	return s.shop.retrieve(s.ctx, s.source, query, t.Need.Scope, statisticsDepth)
}

// demands are the tests that the paper's Text2SQL writes of the answers: the
// values ticked, any of those of one question. "Something else" and "no
// preference" name no value, so they are no test.
func demands(need *search.Need) []search.Wanted {
	return slices.DeleteFunc(need.Wanted(), func(w search.Wanted) bool { return w.Demand.Not && !w.Hard })
}

// matching returns the products of a shelf that meet every demand, at most limit,
// in the order of refs: what the attribute query finds. The shelf's columns answer
// it, and a test of the store holds them to the SQL.
func matching(shelf *catalog.Shelf, wanted []search.Wanted, limit int) []catalog.Ref {
	tests := make([]catalog.Test, len(wanted))
	for i := range wanted {
		tests[i] = shelf.Test(&wanted[i].Demand)
	}
	var out []catalog.Ref
	for _, row := range shelf.Find(tests, limit) {
		out = append(out, shelf.Refs[row])
	}
	return out
}

// Probes name what becomes of a turn's attribute query (Table 7 of the paper): whether it finds
// nothing, 0 or 1, whether it does even when it is relaxed as far as it can be, its tests, and those
// left when relaxed.
var Probes = []string{"find nothing", "relaxed find nothing", "tests", "tests left when relaxed"}

// probe runs the attribute query of a turn, and runs it relaxed.
func probe(t *agent.Turn) map[string]float64 {
	wanted := demands(&t.Need)
	nothing, relaxed := 0.0, 0.0
	// counting returns no error, so neither does Relax
	left, _ := search.Relax(wanted, 1, func(kept []search.Wanted) (int, error) {
		found := matching(t.Scope.Shelf, kept, 1)
		relaxed = metric.Indicator(len(found) == 0)
		if len(kept) == len(wanted) {
			nothing = max(nothing, relaxed)
		}
		return len(found), nil
	})
	return map[string]float64{Probes[0]: nothing, Probes[1]: relaxed, Probes[2]: float64(len(wanted)), Probes[3]: float64(left)}
}

// selectTimeout bounds one query of a model: a product of a table with itself never ends.
const selectTimeout = 5 * time.Second

// allowed are the only operations that SQLite's authorizer lets a model's conditions
// compile to: no recursion, no write, no PRAGMA and no ATTACH.
var allowed = []int{sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION}

// selectItems finds the products of a category table that meet all SQL conditions that a
// model wrote or, where nothing does, as many of the first as find something, of which left
// is the number; at most limit, in the order of refs. It reads the catalogue's file through
// the view item: a column for each aspect, of the products of the given categories or of all;
// several values of one aspect are joined by " | ". What SQLite or the authorizer refuses is
// an error.
func selectItems(ctx context.Context, file string, table *catalog.Shelf, categories, conditions []string, limit int) (found []catalog.Ref, left int, err error) {
	db, err := sql.Open("sqlite3", "file:"+(&url.URL{Path: file}).EscapedPath()+"?mode=ro")
	if err != nil {
		return nil, 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, itemView(table, categories)+"; PRAGMA query_only = 1"); err != nil {
		return nil, 0, fmt.Errorf("making the view of a category: %w", err)
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, 0, err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	err = conn.Raw(func(driver any) error {
		driver.(*sqlite3.SQLiteConn).RegisterAuthorizer(func(op int, _, function, _ string) int {
			if !slices.Contains(allowed, op) || function == "load_extension" {
				return sqlite3.SQLITE_DENY
			}
			return sqlite3.SQLITE_OK
		})
		return nil
	})
	for left = len(conditions); err == nil && len(found) == 0 && left >= 0; left-- {
		found, err = selectRefs(ctx, conn, conditions[:left], limit)
	}
	return found, left + 1, err
}

func selectRefs(ctx context.Context, conn *sql.Conn, conditions []string, limit int) (found []catalog.Ref, err error) {
	ctx, cancel := context.WithTimeout(ctx, selectTimeout)
	defer cancel()
	var where strings.Builder
	for _, c := range conditions {
		where.WriteString(" AND (" + c + "\n)")
	}
	rows, err := conn.QueryContext(ctx, "SELECT ref FROM item WHERE true"+where.String()+" ORDER BY ref LIMIT ?", limit)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var ref catalog.Ref
		if err := rows.Scan(&ref); err != nil {
			return nil, err
		}
		found = append(found, ref)
	}
	return found, rows.Err()
}

// itemView is the statement that creates the view.
func itemView(table *catalog.Shelf, categories []string) string {
	var b strings.Builder
	b.WriteString("CREATE TEMP VIEW item AS SELECT p.ref, c.name AS category")
	for _, column := range table.Columns {
		switch key := column.Aspect.Key; {
		case key == catalog.KeyPrice:
			b.WriteString(", p.price / 100.0 AS price")
		case key == catalog.KeyBrand || key == catalog.KeyRating || key == catalog.KeyStock:
			fmt.Fprintf(&b, ", p.%s", key)
		default:
			of := "group_concat(v.text, ' | ')"
			if column.Aspect.Kind == catalog.Numeric {
				of = "min(v.number)"
			}
			fmt.Fprintf(&b, `, (SELECT %s FROM attribute a JOIN value v ON v.id = a.value JOIN aspect s ON s.id = v.aspect WHERE a.product = p.ref AND s.key = %s) COLLATE NOCASE AS "%s"`,
				of, literal(key), strings.ReplaceAll(key, `"`, `""`))
		}
	}
	b.WriteString(" FROM product p JOIN category c ON c.id = p.category")
	for i, path := range categories {
		fmt.Fprintf(&b, "%s%s", map[bool]string{true: " WHERE c.path IN (", false: ", "}[i == 0], literal(path))
	}
	if len(categories) > 0 {
		b.WriteString(")")
	}
	return b.String()
}

func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
