package sqlite

// dialect is what the two databases have different words for.
type dialect struct {
	among     string // whether what is left of it is in an argument, a JSON array of texts
	byEmail   string // whether a person has a mail address, in any case of the letters A to Z
	byName    string // the same of a name
	toolAlone string // of a row of the trail the call without its arguments; the schema's trigger knows it
}

var (
	ofSQLite = dialect{
		among:     `IN (SELECT value FROM json_each(?))`,
		byEmail:   `email = ? COLLATE NOCASE`,
		byName:    `name = ? COLLATE NOCASE`,
		toolAlone: `json_object('tool', json_extract(call, '$.tool'))`,
	}
	ofPostgres = dialect{
		among:     `IN (SELECT json_array_elements_text(coalesce(nullif(?, 'null'), '[]')::json))`,
		byEmail:   `lower(email) = lower(? COLLATE "C")`,
		byName:    `lower(name) = lower(? COLLATE "C")`,
		toolAlone: `tool_alone(call)`,
	}
)

// dialect is that of the database that is open.
func (s *Store) dialect() dialect {
	if s.file.Postgres() {
		return ofPostgres
	}
	return ofSQLite
}
