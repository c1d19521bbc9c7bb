package durable

import (
	"strconv"
	"strings"
)

// rebind writes a statement's arguments as PostgreSQL wants them, $1 for ? and ?1, and
// returns how many of the given it takes. As in SQLite, a ? without a number is the one
// after the highest before it. What is quoted or a comment is no argument. A statement
// that is given none is left as it is: it may be in PostgreSQL's words already.
func rebind(query string, given int) (text string, taken int) {
	if given == 0 {
		return query, 0
	}
	var out strings.Builder
	for i := 0; i < len(query); {
		end := i + 1
		switch {
		case query[i] == '\'' || query[i] == '"':
			end = skipPast(query, i+1, query[i:i+1])
		case strings.HasPrefix(query[i:], "--"):
			end = skipPast(query, i, "\n")
		case query[i] == '$':
			for end < len(query) && '0' <= query[end] && query[end] <= '9' {
				end++
			}
			if n, err := strconv.Atoi(query[i+1 : end]); err == nil {
				taken = max(taken, n)
			}
		case query[i] == '?':
			for end < len(query) && '0' <= query[end] && query[end] <= '9' {
				end++
			}
			n, err := strconv.Atoi(query[i+1 : end])
			if err != nil {
				n = taken + 1
			}
			taken = max(taken, n)
			out.WriteString("$" + strconv.Itoa(n))
			i = end
			continue
		}
		out.WriteString(query[i:end])
		i = end
	}
	return out.String(), min(taken, given)
}

// skipPast returns the place behind the next mark, or the end.
func skipPast(query string, from int, mark string) int {
	if n := strings.Index(query[from:], mark); n >= 0 {
		return from + n + len(mark)
	}
	return len(query)
}
