package merchant

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// knownFields are the names at the beginning of the file's lines, as its errors tell
// them.
const knownFields = `countries, [reach] with email, phone, hours, url and address, [topic.…]`

// Damage is one thing that keeps a file from being read.
type Damage struct {
	Line int // from 1; 0: it can not be told
	Err  error
}

// Error tells the place, and the remedy.
func (d *Damage) Error() string {
	if d.Line == 0 {
		return d.Err.Error()
	}
	return fmt.Sprintf("line %d: %s", d.Line, d.Err)
}

func (d *Damage) Unwrap() error { return d.Err }

// Parse reads what the shop tells from the text of a shop.toml; an empty one tells
// nothing. An error joins one [Damage] for everything that is wrong, in the order of
// the lines; then nothing of the file holds.
func Parse(text []byte) (*Info, error) {
	var raw map[string]any
	if _, err := toml.Decode(string(text), &raw); err != nil {
		var p toml.ParseError
		if errors.As(err, &p) {
			return nil, &Damage{p.Position.Line, fmt.Errorf("%s. Mend the line, or take it out", p.Message)}
		}
		return nil, &Damage{0, err}
	}
	r := fileReader{Info: &Info{Texts: map[string]map[string]string{}}}
	r.read(raw)
	out, problems := r.Tidy()
	problems = append(r.problems, problems...)
	if len(problems) == 0 {
		return out, nil
	}
	damages := make([]*Damage, len(problems))
	for i, p := range problems {
		damages[i] = &Damage{lineOf(text, p.Field), p}
	}
	slices.SortStableFunc(damages, func(a, b *Damage) int { return cmp.Compare(a.Line, b.Line) })
	errs := make([]error, len(damages))
	for i, d := range damages {
		errs[i] = d
	}
	return nil, errors.Join(errs...)
}

// fileReader takes apart what a file holds, and notes what is of another type than it
// should be.
type fileReader struct {
	*Info
	problems []*Problem
}

func (r *fileReader) bad(field string, reason Reason, value string) {
	r.problems = append(r.problems, &Problem{field, reason, value})
}

func (r *fileReader) read(raw map[string]any) {
	for _, name := range slices.Sorted(maps.Keys(raw)) {
		switch name {
		case "countries":
			r.Countries = r.list(name, raw[name])
		case "reach":
			r.reach(r.table(name, raw[name]))
		case "topic":
			for topic, texts := range r.table(name, raw[name]) {
				r.Texts[topic] = map[string]string{} // an empty one is judged by its name, too
				for code, text := range r.table("topic."+topic, texts) {
					r.Texts[topic][code] = r.text("topic."+topic+"."+code, text)
				}
			}
		default:
			r.bad(name, NoField, name)
		}
	}
	slices.SortFunc(r.problems, func(a, b *Problem) int { return cmp.Compare(a.Field, b.Field) })
}

func (r *fileReader) reach(raw map[string]any) {
	for name, value := range raw {
		field := "reach." + name
		i := slices.IndexFunc(ReachFields, func(f ReachField) bool { return f.Name == name })
		if i < 0 {
			r.bad(field, NoField, name)
			continue
		}
		*ReachFields[i].Of(&r.Reach) = r.text(field, value)
	}
}

func (r *fileReader) text(field string, value any) string {
	text, ok := value.(string)
	if !ok {
		r.bad(field, NoText, "")
	}
	return text
}

func (r *fileReader) list(field string, value any) []string {
	items, ok := value.([]any)
	var out []string
	for _, item := range items {
		text, is := item.(string)
		ok = ok && is
		out = append(out, text)
	}
	if !ok {
		r.bad(field, NoList, "")
		return nil
	}
	return out
}

func (r *fileReader) table(field string, value any) map[string]any {
	table, ok := value.(map[string]any)
	if !ok {
		r.bad(field, NoTable, "")
	}
	return table
}

// lineOf finds the line of a field, by its name or else by that of the table it is in;
// 0 when it stands nowhere by itself, as in an inline table. It reads names and no
// values: a long text with a line like a name's can mislead it, which costs an error
// its right number.
func lineOf(text []byte, field string) int {
	table, inTable := "", 0
	for i, l := range strings.Split(string(text), "\n") {
		l = strings.TrimSpace(l)
		if head, ok := strings.CutPrefix(l, "["); ok {
			head, _, _ = strings.Cut(head, "]")
			if table = unquoted(head); coversField(field, table) && inTable == 0 {
				inTable = i + 1
			}
			continue
		}
		name, _, ok := strings.Cut(l, "=")
		if !ok || strings.HasPrefix(l, "#") {
			continue
		}
		name = unquoted(name)
		if table != "" {
			name = table + "." + name
		}
		if coversField(field, name) {
			return i + 1
		}
	}
	return inTable
}

// unquoted is a dotted name without spaces and quotes.
func unquoted(name string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '\t' || r == '"' || r == '\'' || r == '[' {
			return -1
		}
		return r
	}, name)
}

// coversField reports whether a field is the named one or in the named table.
func coversField(field, name string) bool {
	return field == name || strings.HasPrefix(field, name+".")
}

// header begins every file that is written.
const header = `# What the clerk tells shoppers who ask about the shop. The merchandiser's desk writes
# this file anew, without comments, when something is saved there; the version before
# is kept as shop.toml.bak.

`

// Encode writes the text of a shop.toml, in one order whatever it was read from. Of a
// tidy Info [Parse] makes the same again: see [Info.Tidy].
func (i *Info) Encode() ([]byte, error) {
	if i == nil {
		i = &Info{}
	}
	out := struct {
		Countries []string                     `toml:"countries,omitempty"`
		Reach     Reach                        `toml:"reach,omitempty"`
		Topic     map[string]map[string]string `toml:"topic,omitempty"`
	}{i.Countries, i.Reach, i.Texts}
	var b bytes.Buffer
	b.WriteString(header)
	e := toml.NewEncoder(&b)
	e.Indent = ""
	if err := e.Encode(out); err != nil {
		return nil, fmt.Errorf("writing what the shop tells: %w", err)
	}
	return b.Bytes(), nil
}
