package metric

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// MaxGrade is the grade of an exact match.
const MaxGrade = 3

// Relevant is the least grade that counts as found for MRR, HIT and recall.
const Relevant = 2

// Grades holds the judgments of one query: the grade by product id.
type Grades map[string]int

// Judgments holds the grades of each query.
type Judgments map[string]Grades

// Queries returns the queries that can tell a good ranking from a bad one,
// sorted: those with at least one product graded above zero.
func (j Judgments) Queries() []string {
	var queries []string
	for q, grades := range j {
		for _, g := range grades {
			if g > 0 {
				queries = append(queries, q)
				break
			}
		}
	}
	slices.Sort(queries)
	return queries
}

// ReadJudgments reads CSV with the header query,product_id,grade (in any order;
// other columns are ignored). The name of the file is used in errors, which
// have the form name:line: what is wrong.
func ReadJudgments(r io.Reader, name string) (Judgments, error) {
	c := csv.NewReader(r)
	c.ReuseRecord = true
	header, err := c.Read()
	if errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s:1: no header, want query,product_id,grade", name)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: reading header: %w", name, err)
	}
	header[0] = strings.TrimPrefix(header[0], "\ufeff") // the byte order mark of spreadsheets
	var column [3]int
	for i, want := range []string{"query", "product_id", "grade"} {
		column[i] = slices.Index(header, want)
		if column[i] < 0 {
			return nil, fmt.Errorf("%s:1: no column %q in the header", name, want)
		}
	}
	judgments := Judgments{}
	for {
		record, err := c.Read()
		if errors.Is(err, io.EOF) {
			return judgments, nil
		}
		if err != nil {
			var bad *csv.ParseError
			if errors.As(err, &bad) {
				return nil, fmt.Errorf("%s:%d: %w", name, bad.Line, bad.Err)
			}
			return nil, fmt.Errorf("%s: reading judgments: %w", name, err)
		}
		line, _ := c.FieldPos(0)
		query, id, text := record[column[0]], record[column[1]], record[column[2]]
		grade, err := strconv.Atoi(text)
		switch {
		case err != nil || grade < 0 || grade > MaxGrade:
			return nil, fmt.Errorf("%s:%d: grade %q is not a whole number from 0 to %d", name, line, text, MaxGrade)
		case query == "" || id == "":
			return nil, fmt.Errorf("%s:%d: query or product id is empty", name, line)
		}
		if judgments[query] == nil {
			judgments[query] = Grades{}
		}
		if was, twice := judgments[query][id]; twice && was != grade {
			return nil, fmt.Errorf("%s:%d: product %q of query %q has grade %d here and %d before", name, line, id, query, grade, was)
		}
		judgments[query][id] = grade
	}
}
