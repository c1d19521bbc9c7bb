package proclare

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"shopclerk/catalog"
)

// table is the name under which a shelf is queried.
const table = "item"

// selection is a query over a shelf that a model wrote: the products that all conditions
// hold for. There is nothing else that it could do: it is parsed into tests of the
// shelf's columns, and no database ever sees it.
type selection struct {
	conditions []condition // joined by AND, in the order that they were written
}

// condition tells of a row of a shelf whether it holds.
type condition func(row int) bool

// parseSQL reads SELECT … FROM item WHERE … LIMIT n over the aspects of a shelf: =, <>,
// <, <=, >, >=, LIKE, IN, BETWEEN, IS NULL, AND, OR, NOT and parentheses. An aspect with several values
// meets a test that one of them meets. The column category is the shelf's own. Everything
// else (another table, another statement, a function, a subquery) is an error.
func parseSQL(text string, shelf *catalog.Shelf) (*selection, error) {
	p := &sqlParser{shelf: shelf}
	if err := p.lex(text); err != nil {
		return nil, err
	}
	if !p.word("SELECT") {
		return nil, p.unexpected("SELECT")
	}
	for !p.word("FROM") {
		if t := p.next(); t.kind == sqlEnd || t.kind == sqlText || t.text == "(" || t.text == ";" {
			return nil, p.unexpected("FROM")
		}
	}
	if t := p.next(); t.kind != sqlName || !strings.EqualFold(t.text, table) {
		return nil, p.unexpected(table)
	}
	out := &selection{}
	if p.word("WHERE") {
		var err error
		if out.conditions, err = p.conjunction(0); err != nil {
			return nil, err
		}
	}
	if p.word("LIMIT") && p.next().kind != sqlNumber {
		return nil, p.unexpected("a number")
	}
	p.mark(";")
	if p.peek().kind != sqlEnd {
		return nil, p.unexpected("the end")
	}
	return out, nil
}

// find returns the products that the first kept conditions hold for, at most limit.
func (q *selection) find(shelf *catalog.Shelf, kept, limit int) []catalog.Ref {
	var out []catalog.Ref
	for row, ref := range shelf.Refs {
		if len(out) < limit && holdAll(q.conditions[:kept], row) {
			out = append(out, ref)
		}
	}
	return out
}

// relaxed finds what all conditions hold for or, where that is nothing, leaves out the
// last ones until there is something. left is how many hold then.
func (q *selection) relaxed(shelf *catalog.Shelf, limit int) (found []catalog.Ref, left int) {
	for left = len(q.conditions); left >= 0; left-- {
		if found = q.find(shelf, left, limit); len(found) > 0 {
			return found, left
		}
	}
	return nil, 0
}

type sqlKind uint8

const (
	sqlEnd sqlKind = iota
	sqlName
	sqlQuoted // a name in quotation marks, which some take for a text
	sqlText
	sqlNumber
	sqlMark
)

type sqlToken struct {
	kind sqlKind
	text string
}

// The limits of a query: more is no query that a model means.
const (
	mostTokens = 2000
	mostDepth  = 20
)

type sqlParser struct {
	shelf *catalog.Shelf
	toks  []sqlToken
	at    int
}

// sqlTokens finds the next token: a text, a quoted name, a name in its own quotation
// marks, a name, a number, or a mark; a doubled quotation mark is itself.
var sqlTokens = regexp.MustCompile("(?s)^\\s*(?:'((?:[^']|'')*)'|\"((?:[^\"]|\"\")*)\"|`((?:[^`]|``)*)`|([\\pL_][\\pL\\p{Nd}_]*)|(-?\\p{Nd}[\\p{Nd}.]*)|(<=|>=|<>|!=|==|[^\\s'\"`]))")

func (p *sqlParser) lex(text string) error {
	kinds := []sqlKind{sqlText, sqlQuoted, sqlName, sqlName, sqlNumber, sqlMark}
	for text = strings.TrimSpace(text); text != "" && len(p.toks) < mostTokens; text = strings.TrimSpace(text) {
		m := sqlTokens.FindStringSubmatchIndex(text)
		if m == nil {
			return fmt.Errorf("a quotation does not end")
		}
		for g, kind := range kinds {
			if from, to := m[2*g+2], m[2*g+3]; from >= 0 {
				t := text[from:to]
				if mark := text[max(from-1, 0):max(from, 1)]; g < 3 {
					t = strings.ReplaceAll(t, mark+mark, mark)
				}
				p.toks = append(p.toks, sqlToken{kind, t})
			}
		}
		text = text[m[1]:]
	}
	return nil
}

func (p *sqlParser) peek() sqlToken {
	if p.at < len(p.toks) {
		return p.toks[p.at]
	}
	return sqlToken{}
}

func (p *sqlParser) next() sqlToken {
	t := p.peek()
	p.at++
	return t
}

// word takes a keyword, if it is next.
func (p *sqlParser) word(w string) bool {
	if t := p.peek(); t.kind != sqlName || !strings.EqualFold(t.text, w) {
		return false
	}
	p.at++
	return true
}

func (p *sqlParser) mark(m string) bool {
	if t := p.peek(); t.kind != sqlMark || t.text != m {
		return false
	}
	p.at++
	return true
}

func (p *sqlParser) unexpected(wanted string) error {
	return fmt.Errorf("%s is wanted at %.40q", wanted, p.peek().text)
}

// conjunction reads conditions joined by AND; beside an OR they are one.
func (p *sqlParser) conjunction(depth int) ([]condition, error) {
	all, err := p.factors(depth)
	for err == nil && p.word("OR") {
		a := all
		var b []condition
		b, err = p.factors(depth)
		all = []condition{func(row int) bool { return holdAll(a, row) || holdAll(b, row) }}
	}
	return all, err
}

func holdAll(list []condition, row int) bool {
	return !slices.ContainsFunc(list, func(c condition) bool { return !c(row) })
}

func (p *sqlParser) factors(depth int) ([]condition, error) {
	var out []condition
	for {
		c, err := p.factor(depth)
		if err != nil {
			return nil, err
		}
		out = append(out, c...)
		if !p.word("AND") {
			return out, nil
		}
	}
}

func (p *sqlParser) factor(depth int) ([]condition, error) {
	if depth > mostDepth {
		return nil, fmt.Errorf("it is nested too deeply")
	}
	switch {
	case p.word("NOT"):
		c, err := p.factor(depth + 1)
		return []condition{func(row int) bool { return !holdAll(c, row) }}, err
	case p.mark("("):
		c, err := p.conjunction(depth + 1)
		if err == nil && !p.mark(")") {
			err = p.unexpected(")")
		}
		return c, err
	}
	c, err := p.predicate()
	return []condition{c}, err
}

func (p *sqlParser) predicate() (condition, error) {
	name := p.next()
	column := p.shelf.Column(strings.ToLower(name.text))
	if name.kind != sqlName && name.kind != sqlQuoted || column == nil && !strings.EqualFold(name.text, catalog.KeyCategory) {
		p.at--
		return nil, p.unexpected("the name of an aspect")
	}
	not := p.word("NOT")
	test, err := p.test()
	if err != nil {
		return nil, err
	}
	if column == nil { // all of the shelf are of the category
		return func(int) bool { return true }, nil
	}
	met := make([]bool, len(column.Values))
	for code, v := range column.Values {
		met[code] = test != nil && test(v, &column.Aspect)
	}
	return func(row int) bool {
		codes := column.Row(row)
		if test == nil { // IS NULL
			return (len(codes) == 0) != not
		}
		return slices.ContainsFunc(codes, func(c uint32) bool { return met[c] }) != not
	}, nil
}

// sqlTest judges a value.
type sqlTest func(v catalog.Value, a *catalog.Aspect) bool

// test reads what a column is tested for; nil is IS NULL.
func (p *sqlParser) test() (sqlTest, error) {
	switch {
	case p.word("LIKE"):
		pattern := p.next()
		if pattern.kind != sqlText && pattern.kind != sqlQuoted {
			return nil, p.unexpected("a text")
		}
		form := like(pattern.text)
		return func(v catalog.Value, _ *catalog.Aspect) bool { return form.MatchString(v.Text) }, nil
	case p.word("IN"):
		if !p.mark("(") {
			return nil, p.unexpected("(")
		}
		var any []sqlTest
		for {
			one, err := p.compare("=")
			if err != nil {
				return nil, err
			}
			any = append(any, one)
			if p.mark(")") {
				return func(v catalog.Value, a *catalog.Aspect) bool {
					return slices.ContainsFunc(any, func(t sqlTest) bool { return t(v, a) })
				}, nil
			}
			if !p.mark(",") {
				return nil, p.unexpected(",")
			}
		}
	case p.word("BETWEEN"):
		low, err := p.compare(">=")
		if err == nil && !p.word("AND") {
			err = p.unexpected("AND")
		}
		if err != nil {
			return nil, err
		}
		high, err := p.compare("<=")
		return func(v catalog.Value, a *catalog.Aspect) bool { return low(v, a) && high(v, a) }, err
	case p.word("IS"):
		not := p.word("NOT")
		if !p.word("NULL") {
			return nil, p.unexpected("NULL")
		}
		if not {
			return func(catalog.Value, *catalog.Aspect) bool { return true }, nil
		}
		return nil, nil
	}
	op := p.next()
	if op.kind != sqlMark || comparisons[op.text] == nil {
		p.at--
		return nil, p.unexpected("a comparison")
	}
	return p.compare(op.text)
}

// comparisons tell by the order of two values, as [cmp.Compare] gives it, whether a
// comparison holds.
var comparisons = map[string]func(order int) bool{
	"=": func(o int) bool { return o == 0 }, "==": func(o int) bool { return o == 0 },
	"<>": func(o int) bool { return o != 0 }, "!=": func(o int) bool { return o != 0 },
	"<": func(o int) bool { return o < 0 }, "<=": func(o int) bool { return o <= 0 },
	">": func(o int) bool { return o > 0 }, ">=": func(o int) bool { return o >= 0 },
}

// compare reads a literal to compare with.
func (p *sqlParser) compare(op string) (sqlTest, error) {
	literal := p.next()
	if literal.kind == sqlEnd || literal.kind == sqlMark || literal.kind == sqlName {
		p.at--
		return nil, p.unexpected("a text or a number")
	}
	if _, err := strconv.ParseFloat(literal.text, 64); err != nil && literal.kind == sqlNumber {
		return nil, p.unexpected("a number")
	}
	return func(v catalog.Value, a *catalog.Aspect) bool {
		c := strings.Compare(strings.ToLower(v.Text), strings.ToLower(literal.text))
		if a.Kind == catalog.Numeric {
			number, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(literal.text, a.Unit)), 64) // "24 GB"
			if err != nil {
				return false
			}
			c = cmp.Compare(v.Number, number)
		}
		return comparisons[op](c)
	}, nil
}

// like is a test of the form of a text: % is any letters, _ is one.
func like(pattern string) *regexp.Regexp {
	return regexp.MustCompile("(?is)^" + strings.NewReplacer("%", ".*", "_", ".").Replace(regexp.QuoteMeta(strings.ToValidUTF8(pattern, ""))) + "$")
}
